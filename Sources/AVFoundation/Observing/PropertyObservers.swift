import Synchronization

/// The observers of one object's properties; each object of a `KeyValueObservable` class has one list of its own.
public final class PropertyObservers: Sendable {
  private let observers = Mutex<[PropertyObserver]>([])

  /// Creates an empty list.
  public init() {}

  func add(_ observer: PropertyObserver) {
    observers.withLock { $0.append(observer) }
  }

  func remove(_ observer: PropertyObserver) {
    // Released outside the lock, see NSKeyValueObservation.
    let removed = observers.withLock { observers in
      observers.firstIndex { $0 === observer }.map { observers.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  /// Returns the present observers of a property, in the order of their registration.
  func observing(_ name: String) -> [PropertyObserver] {
    observers.withLock { observers in
      observers.isEmpty ? [] : observers.filter { $0.name == name }
    }
  }
}

/// One observation, as the observed object holds it.
final class PropertyObserver: Sendable {
  /// A change whose value type only the handler knows.
  struct Change {
    var oldValue: Any?
    var newValue: Any?
    var isPrior = false
  }

  typealias Handler = @Sendable (NSObject, Change) -> Void

  let name: String
  let options: NSKeyValueObservingOptions
  private let handler: Handler
  private let isEnded = Atomic(false)
  /// Weak: an observation must not retain parts of the observed object.
  private let list: WeakList

  private final class WeakList: Sendable {
    weak let list: PropertyObservers?
    init(_ list: PropertyObservers) { self.list = list }
  }

  init(_ name: String, options: NSKeyValueObservingOptions, in list: PropertyObservers, handler: @escaping Handler) {
    self.name = name
    self.options = options
    self.list = WeakList(list)
    self.handler = handler
  }

  /// Calls the handler with the requested values; does nothing once the observation has ended.
  func notify(_ change: Change, of object: NSObject) {
    guard !isEnded.load(ordering: .acquiring) else { return }
    handler(
      object,
      Change(
        oldValue: options.contains(.old) ? change.oldValue : nil,
        newValue: options.contains(.new) ? change.newValue : nil, isPrior: change.isPrior))
  }

  func end() {
    isEnded.store(true, ordering: .releasing)
    list.list?.remove(self)
  }
}
