import Dispatch
import Synchronization

/// Threads on which files are read: a few, however much there is to do, and none of the cooperative pool's.
///
/// What is cheap, what is dear and what waits for servers have pools of their own, so that none of them waits for another.
final class WorkPool: Sendable {
  static let cheap = WorkPool("reel.load", width: 4)
  static let dear = WorkPool("reel.load.tables", width: 2)
  /// Threads that mostly wait, for servers and for handlers of the program's.
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

  /// Runs work after what came earlier has begun.
  func run(_ work: @escaping @Sendable () -> Void) {
    let starts = state.withLock { state in
      state.waiting.append(work)
      guard state.running < width else { return false }
      state.running += 1
      return true
    }
    // A serial queue gets a thread at once; one of a concurrent queue's would be a second away when all others wait.
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
      // What was captured goes with the work, not with the list.
      state.waiting[state.next] = {}
      return work
    }
  }
}

extension WorkPool {
  /// Runs work here and waits for what it gives, without blocking a thread meanwhile.
  ///
  /// - Throws: What the work throws, as `AVError`.
  func value<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      run { continuation.resume(with: Result(catching: body).mapError { AVError(reading: $0) }) }
    }
  }
}
