import Dispatch

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
