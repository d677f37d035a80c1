import Synchronization

/// An observation of a property; it lasts until it is invalidated or released.
///
/// It does not retain the observed object, and may be invalidated from any thread, also from its own handler.
public final class NSKeyValueObservation: NSObject, Sendable {
  private let observer: Mutex<PropertyObserver?>

  init(_ observer: PropertyObserver?) {
    self.observer = Mutex(observer)
  }

  deinit { invalidate() }

  /// Ends the observation and releases its handler.
  ///
  /// The handler is not called again, except that a call on another thread may still be running.
  public func invalidate() {
    // Released outside the lock: deinitializers of captured values may run code.
    let ended = observer.withLock { observer in
      defer { observer = nil }
      return observer
    }
    ended?.end()
  }
}
