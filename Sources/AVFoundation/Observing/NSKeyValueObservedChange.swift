/// What observers want to hear, and when.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public let rawValue: UInt

  /// Creates a set from bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Changes come with the new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// Changes come with the old value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The handler is called once before `observe` returns, with the present value as the new one if `new` is asked for.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// The handler is called before each change too, without the new value.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change; properties that are not collections know `setting` only.
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
  /// What happened to the value.
  public typealias Kind = NSKeyValueChange

  /// The kind; always `setting` here.
  public let kind: Kind
  /// The new value, if it was asked for and is known: a prior notice has none.
  public let newValue: Value?
  /// The old value, if it was asked for; an initial notice has none.
  public let oldValue: Value?
  /// The positions of a collection that changed; nil for the kind `setting`.
  public let indexes: IndexSet?
  /// Whether the change is still to come.
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
