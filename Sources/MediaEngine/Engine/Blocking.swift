import Dispatch
import Synchronization

/// Runs blocking work, such as loading plugins, on a thread outside of the cooperative pool.
///
/// On a given queue, it runs after the work queued before.
func blocking<Value: Sendable>(
  on queue: DispatchQueue = DispatchQueue(label: "reel.blocking"), _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    queue.async { continuation.resume(with: Result(catching: body)) }
  }
}

/// Like `blocking(on:_:)`, but abandoned if the task is cancelled: the work's result is then ignored.
func abandonable<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  let answer = FirstResult<Value>()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      answer.wait(continuation)
      DispatchQueue(label: "reel.blocking").async { answer.give(Result(catching: body)) }
    }
  } onCancel: {
    answer.give(.failure(CancellationError()))
  }
}

/// A continuation that is resumed with the first of several results.
private final class FirstResult<Value: Sendable>: Sendable {
  private enum State {
    case none
    case waiting(CheckedContinuation<Value, any Error>)
    case given(Result<Value, any Error>)
  }

  private let state = Mutex(State.none)

  func wait(_ continuation: CheckedContinuation<Value, any Error>) {
    let known: Result<Value, any Error>? = state.withLock { state in
      if case .given(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let known { continuation.resume(with: known) }
  }

  func give(_ result: Result<Value, any Error>) {
    let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
      switch state {
      case .given: return nil
      case .none:
        state = .given(result)
        return nil
      case .waiting(let continuation):
        state = .given(result)
        return continuation
      }
    }
    waiting?.resume(with: result)
  }
}
