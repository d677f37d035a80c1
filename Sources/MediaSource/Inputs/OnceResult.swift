internal import GStreamer
import Synchronization

/// A value that is made once, by the first caller; others wait for it, and a cancelled caller leaves it to the next
/// one.
///
/// Waiting blocks: never call it on the cooperative pool.
package final class OnceResult<Value: Sendable>: Sendable {
  private enum State {
    case idle
    case making
    case made(Result<Value, any Error>)
  }

  private let state: ConditionLock<State>

  package init() { state = ConditionLock(.idle) }

  /// A value that is there from the beginning.
  package init(_ value: Value) { state = ConditionLock(.made(.success(value))) }

  /// The value if it is made; nil otherwise.
  package var known: Result<Value, any Error>? {
    state.withLock { if case .made(let result) = $0 { result } else { nil } }
  }

  /// Returns the value, making it if necessary.
  ///
  /// - Throws: The errors of `make`, which are cached, except for `CancellationError` and those for which `isPassing`
  ///   returns true.
  package func get(
    isPassing: (any Error) -> Bool = { _ in false }, _ make: () throws -> Value
  ) throws -> Value {
    let known = state.wait { state -> Result<Value, any Error>?? in
      switch state {
      case .idle:
        state = .making
        return .some(nil)
      case .making: return nil
      case .made(let result): return .some(result)
      }
    }
    if let known { return try known.get() }
    let result = Result { try make() }
    state.withLock { state in
      if case .failure(let error) = result, error is CancellationError || isPassing(error) {
        state = .idle
      } else {
        state = .made(result)
      }
    }
    return try result.get()
  }
}
