import Synchronization

/// An observation of a property: it lasts until it is invalidated or nobody keeps it.
///
/// It does not keep the observed object, and may be invalidated from any thread, from its own handler too.
public final class NSKeyValueObservation: NSObject, Sendable {
  private let observer: Mutex<PropertyObserver?>

  init(_ observer: PropertyObserver?) {
    self.observer = Mutex(observer)
  }

  deinit { invalidate() }

  /// Ends the observation and lets its handler go.
  ///
  /// The handler is not called again, except that a call on another thread may be going on.
  public func invalidate() {
    // Released outside the lock: what the handler had captured may run code when it goes.
    let ended = observer.withLock { observer in
      defer { observer = nil }
      return observer
    }
    ended?.end()
  }
}
