import Dispatch

/// Runs work that may block, such as loading plugins, on a thread that is not one of the cooperative pool's few.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "reel.blocking").async { continuation.resume(with: Result(catching: body)) }
  }
}
