import Dispatch
import Synchronization

/// The private thread of a reader, on which files are read and decoders run; the cooperative pool never waits for either.
package final class ReaderQueue: Sendable {
  fileprivate let queue: DispatchQueue

  package init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  /// Runs work after what was asked for earlier. The work asks its argument whether the task was cancelled, and throws
  /// `CancellationError` then.
  package func run<Value: Sendable>(_ body: @escaping @Sendable (Cancellation) throws -> Value) async throws -> Value {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(
            with: Result {
              if cancellation.isCancelled { throw CancellationError() }
              return try body(cancellation)
            })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}

extension ReaderQueue {
  /// Does work after what was asked for earlier, and does not wait for it.
  package func begin(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  /// Does work after what was asked for earlier, and waits for its result: never on the queue itself.
  package func wait<Value>(_ body: () throws -> Value) rethrows -> Value { try queue.sync(execute: body) }
}

/// A flag that ends work on another thread: the caller no longer waits for the result.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)
  /// The cancellation that follows this one.
  private let follower = Mutex<Cancellation?>(nil)

  package init() {}
  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  package func cancel() {
    let following = follower.withLock { follower in
      flag.store(true, ordering: .relaxed)
      return follower.take()
    }
    following?.cancel()
  }

  /// Cancels another one when this one is cancelled, at once if it was; it takes the place of the one before.
  package func follow(with other: Cancellation) {
    let isLate = follower.withLock { follower in
      if !isCancelled { follower = other }
      return isCancelled
    }
    if isLate { other.cancel() }
  }
}
