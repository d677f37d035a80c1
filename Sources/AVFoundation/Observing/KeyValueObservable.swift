/// An object with observable properties.
///
/// Linux has no Objective-C runtime that could watch a setter, so a class names its observable properties and makes
/// their changes with `changeValue(of:from:to:by:)`:
///
///     open class Player: NSObject, KeyValueObservable {
///       public let propertyObservers = PropertyObservers()
///       private var storedRate: Float = 0
///
///       open var rate: Float {
///         get { storedRate }
///         set { changeValue(of: "rate", from: storedRate, to: newValue) { storedRate = newValue } }
///       }
///     }
///
///     extension KeyValueObservable where Self: Player {
///       public static func observableName(of keyPath: AnyKeyPath) -> String? {
///         [\Self.rate: "rate"][keyPath]
///       }
///     }
///
/// The names are in an extension because a subclass's key path is not equal to its parent's, and `\Self.rate` has the
/// right type only there.
public protocol KeyValueObservable: NSObject {
  /// Returns the name of an observable property; nil for others.
  static func observableName(of keyPath: AnyKeyPath) -> String?

  /// The observers of this object.
  var propertyObservers: PropertyObservers { get }
}

extension KeyValueObservable {
  /// Calls a handler with every change of a property until the observation is invalidated or released.
  ///
  /// The handler is called once for each change, on the thread that changes the property, after the change; with
  /// `.prior` before it too, with `.initial` once before this function returns. A change inside a handler is reported
  /// inside it. A property that is not observable, or a path through several properties, is reported with `.initial`
  /// only.
  @preconcurrency
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    var observer: PropertyObserver?
    if let name = Self.observableName(of: keyPath) {
      let new = PropertyObserver(name, options: options, in: propertyObservers) { object, change in
        guard let object = object as? Self else { return }
        changeHandler(
          object,
          NSKeyValueObservedChange(
            newValue: change.newValue as? Value, oldValue: change.oldValue as? Value, isPrior: change.isPrior))
      }
      propertyObservers.add(new)
      observer = new
    }
    // Registered first: a change on another thread meanwhile is reported, not lost.
    let observation = NSKeyValueObservation(observer)
    if options.contains(.initial) {
      let value = options.contains(.new) ? self[keyPath: keyPath] : nil
      changeHandler(self, NSKeyValueObservedChange(newValue: value, oldValue: nil, isPrior: false))
    }
    return observation
  }

  /// Changes an observable property and notifies its observers, on the calling thread.
  ///
  /// `change` is called once, between the prior notices and the others; call this without locks held, since handlers
  /// may read the property. If `change` throws, the other notices are not sent.
  public func changeValue<Value>(
    of name: String, from oldValue: Value, to newValue: Value, by change: () throws -> Void
  ) rethrows {
    for observer in propertyObservers.observing(name) where observer.options.contains(.prior) {
      observer.notify(.init(oldValue: oldValue, isPrior: true), of: self)
    }
    try change()
    // Read again: handlers and other threads may have added or removed observers.
    for observer in propertyObservers.observing(name) {
      observer.notify(.init(oldValue: oldValue, newValue: newValue), of: self)
    }
  }
}
