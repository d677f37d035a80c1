import Synchronization

/// Suspends callers until their changes may begin, as `ChangeSchedule` decides; never blocks a thread.
final class ChangeQueue: Sendable {
  private struct State {
    var schedule = ChangeSchedule()
    var count = 0
    var waiting: [Int: CheckedContinuation<ChangeSchedule.Answer, Never>] = [:]
    /// The error of changes that were not made before the end of the run.
    var end: (any Error)?

    /// Handles responses; the returned continuations are to be resumed without the lock.
    mutating func take(_ answers: ChangeSchedule.Answers) -> [@Sendable () -> Void] {
      answers.compactMap { number, answer in
        guard let continuation = waiting.removeValue(forKey: number) else { return nil }
        return { continuation.resume(returning: answer) }
      }
    }
  }

  private let state = Mutex(State())

  var isIdle: Bool { state.withLock { $0.schedule.isIdle } }
  var waitingCount: Int { state.withLock { $0.schedule.waitingCount } }

  /// Makes a change when it may begin.
  ///
  /// - Returns: Nil if another change has superseded it.
  /// - Throws: `CancellationError` if the task was cancelled before; the error of the run if that is over.
  func take<Value>(
    _ kind: ChangeSchedule.Kind, isolation: isolated (any Actor)? = #isolation, _ change: () async throws -> Value
  ) async throws -> Value? {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        apply { state in
          state.waiting[number] = continuation
          return Task.isCancelled ? [(number, .cancelled)] : state.schedule.ask(number, kind)
        }
      }
    } onCancel: {
      apply { $0.schedule.cancel(number) }
    }
    switch answer {
    case .begin: break
    case .superseded: return nil
    case .cancelled: throw CancellationError()
    case .over: throw state.withLock { $0.end } ?? LiveControl.over
    }
    defer { apply { $0.schedule.end(number) } }
    return try await change()
  }

  /// Begins the waiting changes.
  func open() { apply { $0.schedule.open() } }

  /// Refuses all changes from now on; waiting ones get the error.
  func close(_ error: any Error) {
    apply { state in
      state.end = error
      return state.schedule.close()
    }
  }

  private func apply(_ change: (inout State) -> ChangeSchedule.Answers) {
    let resumptions = state.withLock { state in
      let answers = change(&state)
      return state.take(answers)
    }
    for resume in resumptions { resume() }
  }
}
