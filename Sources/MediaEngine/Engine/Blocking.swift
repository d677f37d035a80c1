import Dispatch
import Synchronization

/// Runs work that may block, such as loading plugins, on a thread that is not one of the cooperative pool's few.
///
/// On a given queue, it takes its turn there.
func blocking<Value: Sendable>(
  on queue: DispatchQueue = DispatchQueue(label: "reel.blocking"), _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    queue.async { continuation.resume(with: Result(catching: body)) }
  }
}

/// As `blocking(on:_:)`, but given up when the task is cancelled: the work then ends for nothing, if it ever does.
func abandonable<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  let answer = FirstAnswer<Value>()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      answer.wait(continuation)
      DispatchQueue(label: "reel.blocking").async { answer.give(Result(catching: body)) }
    }
  } onCancel: {
    answer.give(.failure(CancellationError()))
  }
}

/// A continuation that gets the first of several answers.
private final class FirstAnswer<Value: Sendable>: Sendable {
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
