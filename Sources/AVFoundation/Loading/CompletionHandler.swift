import Dispatch

// Apple's Swift has calls that load values in two forms: asynchronous, and with a handler that is called once, on another thread.

/// Loads a value, and calls a handler with it, or with the error.
func deliver<Value: Sendable>(
  to handler: @escaping @Sendable (Value?, (any Error)?) -> Void, _ value: @escaping @Sendable () async throws -> Value?
) {
  Task {
    let result: Result<Value?, any Error>
    do { result = .success(try await value()) } catch { result = .failure(error) }
    // A handler may block: it has no thread of Swift's pool.
    DispatchQueue.global().async {
      switch result {
      case .success(let value): handler(value, nil)
      case .failure(let error): handler(nil, error)
      }
    }
  }
}
