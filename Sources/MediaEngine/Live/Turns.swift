internal import GStreamer
import Synchronization

/// Lets what may not happen together happen one after the other, in the order in which it was asked for; never blocks a thread.
///
/// Changes of a graph go together. What moves the run in time goes alone: it throws away all that is under way, and what a branch
/// that leaves has still to write would be among it.
final class Turns: Sendable {
  enum Kind: Sendable {
    case together, alone
  }

  private struct State {
    var running = 0
    /// Whether what is under way goes alone.
    var isAlone = false
    var waiting: [(kind: Kind, start: CheckedContinuation<Void, Never>)] = []

    func mayStart(_ kind: Kind) -> Bool { running == 0 || kind == .together && !isAlone }

    mutating func start(_ kind: Kind) {
      running += 1
      isAlone = kind == .alone
    }
  }

  private let state = Mutex(State())

  /// Whether nothing is under way.
  var isIdle: Bool { state.withLock { $0.running == 0 } }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Does something when its turn has come.
  func take<Value>(
    _ kind: Kind, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    await withCheckedContinuation { start in
      let mayStart = state.withLock { state in
        guard state.waiting.isEmpty, state.mayStart(kind) else {
          state.waiting.append((kind, start))
          return false
        }
        state.start(kind)
        return true
      }
      if mayStart { start.resume() }
    }
    defer { end() }
    return try await body()
  }

  private func end() {
    let next = state.withLock { state in
      state.running -= 1
      var next: [CheckedContinuation<Void, Never>] = []
      while let first = state.waiting.first, state.mayStart(first.kind) {
        state.start(first.kind)
        next.append(first.start)
        state.waiting.removeFirst()
      }
      return next
    }
    for start in next { start.resume() }
  }
}
