import Synchronization

/// Breaks off the reading of a file. Reading that begins afterwards is not concerned.
package final class ReadingCancellation: Sendable {
  private let current: Mutex<Cancellation>

  /// - Parameter cancellation: Breaks off the reading that begins first.
  package init(_ cancellation: Cancellation = Cancellation()) { current = Mutex(cancellation) }

  /// Breaks off what is being read now.
  package func cancel() {
    let cancelled = current.withLock { current in
      // After an end, nothing is read any more.
      defer { if !current.isCancelled { current = Cancellation() } }
      return current
    }
    cancelled.cancel()
  }

  /// Breaks off what is being read now, and all that would be read later.
  package func end() { now.cancel() }

  /// A function for reading that begins now: returns true as soon as that is broken off.
  package var isCancelled: @Sendable () -> Bool {
    let cancellation = now
    return { cancellation.isCancelled }
  }

  /// The cancellation of reading that begins now.
  package var now: Cancellation { current.withLock { $0 } }
}
