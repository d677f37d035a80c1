import Dispatch

/// Runs work that may block, such as loading plugins, on a thread that is not one of the cooperative pool's few.
///
/// On a queue of somebody's, it takes its turn there.
func blocking<Value: Sendable>(
  on queue: DispatchQueue = DispatchQueue(label: "reel.blocking"), _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    queue.async { continuation.resume(with: Result(catching: body)) }
  }
}
