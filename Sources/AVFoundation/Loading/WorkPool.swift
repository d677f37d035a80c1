import Dispatch
import Synchronization

/// A few threads for reading files, regardless of the amount of work, and none of the cooperative pool's.
///
/// Cheap work, expensive work and work that waits for servers have pools of their own, so that none of them waits for
/// another.
final class WorkPool: Sendable {
  static let cheap = WorkPool("reel.load", width: 4)
  static let expensive = WorkPool("reel.load.tables", width: 2)
  /// Threads that mostly wait, for servers and for the program's handlers.
  static let network = WorkPool("reel.load.network", width: 48)

  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var next = 0
    var running = 0
  }

  private let state = Mutex(State())
  private let label: String
  let width: Int

  init(_ label: String, width: Int) {
    (self.label, self.width) = (label, width)
  }

  /// Runs work after all earlier work has begun.
  func run(_ work: @escaping @Sendable () -> Void) {
    let starts = state.withLock { state in
      state.waiting.append(work)
      guard state.running < width else { return false }
      state.running += 1
      return true
    }
    // A serial queue gets a thread at once; a concurrent queue would take a second if all its threads wait.
    if starts { DispatchQueue(label: label).async { self.drain() } }
  }

  private func drain() {
    while let work = take() { work() }
  }

  private func take() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.next < state.waiting.count else {
        state.waiting.removeAll(keepingCapacity: false)
        state.next = 0
        state.running -= 1
        return nil
      }
      defer { state.next += 1 }
      let work = state.waiting[state.next]
      // Captured values are released with the work, not with the list.
      state.waiting[state.next] = {}
      return work
    }
  }
}

extension WorkPool {
  /// Runs work on the pool and returns its value, without blocking a thread.
  ///
  /// - Throws: the error of the work, as `AVError`.
  func value<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      run { continuation.resume(with: Result(catching: body).mapError { AVError(reading: $0) }) }
    }
  }
}
