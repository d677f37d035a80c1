/// The values and times of notifications to an observer.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public let rawValue: UInt

  /// Creates a set from bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Notifications hold the new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// Notifications hold the old value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The handler is called once before `observe` returns, with the present value as the new one if `new` is set.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// The handler is also called before each change, without the new value.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change; properties that are not collections only have `setting`.
public enum NSKeyValueChange: UInt, Sendable {
  /// The property has another value.
  case setting = 1
  /// Elements were inserted into a collection.
  case insertion = 2
  /// Elements were removed from a collection.
  case removal = 3
  /// Elements of a collection were replaced.
  case replacement = 4
}

/// A change of an observed property.
public struct NSKeyValueObservedChange<Value> {
  /// The kind of the change.
  public typealias Kind = NSKeyValueChange

  /// The kind; always `setting` here.
  public let kind: Kind
  /// The new value, if it was requested and is known: a prior notice has none.
  public let newValue: Value?
  /// The old value, if it was requested; an initial notice has none.
  public let oldValue: Value?
  /// The positions of a collection that changed; nil for the kind `setting`.
  public let indexes: IndexSet?
  /// True for a notice before the change.
  public let isPrior: Bool

  init(newValue: Value?, oldValue: Value?, isPrior: Bool) {
    kind = .setting
    self.newValue = newValue
    self.oldValue = oldValue
    indexes = nil
    self.isPrior = isPrior
  }
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}
