internal import MediaSource
import Dispatch
import Foundation

/// Values that are made on a queue, a few ahead of the caller who takes them in order.
///
///     next() ◁─ [ n │ n + 1 │ n + 2 ] ◁─ make(n + 3), on the queue
///
/// One value is made at a time. Belongs to one thread; `make` is only called on the queue, and may block.
final class LookAhead<Value: Sendable>: Sendable {
  private let make: @Sendable (Int64, Cancellation) throws -> Value?
  private let depth: Int
  private let queue: DispatchQueue
  private let condition = NSCondition()
  /// Used under the condition's lock alone.
  private nonisolated(unsafe) var state = State()

  private struct State {
    /// The values that were made, from `first` on; the last may be the end, nil.
    var made: [Result<Value?, any Error>] = []
    var first: Int64 = 0
    /// Values from this number on are not wanted.
    var end = Int64.max
    /// Counts the moves: what was begun before one is thrown away.
    var generation = 0
    var isMaking = false
    var cancellation = Cancellation()

    var isAtEnd: Bool { if case .success(nil)? = made.last { true } else { false } }
  }

  /// - Parameter make: Makes the value with a number, or nil behind the last.
  init(depth: Int, label: String, make: @escaping @Sendable (Int64, Cancellation) throws -> Value?) {
    (self.depth, self.make) = (max(1, depth), make)
    queue = DispatchQueue(label: label, qos: .userInitiated)
  }

  /// Goes on with another value.
  ///
  /// - Parameter end: The number of the first value that is not wanted any more; ``peek(_:)`` makes it still.
  func move(to number: Int64, end: Int64 = .max) {
    condition.withLock {
      state.cancellation.cancel()
      let generation = state.generation + 1
      state = State()
      (state.first, state.end, state.generation) = (number, end, generation)
    }
  }

  /// Ends what is being made; the values are not used any more.
  func cancel() { condition.withLock { state.cancellation.cancel() } }

  /// The next value; nil after the last.
  ///
  /// - Throws: The error of making it; the next call gives the one after it. `CancellationError`: the next call gives this one.
  func next(_ cancellation: Cancellation) throws -> Value? {
    guard condition.withLock({ state.first < state.end }) else { return nil }
    let result = try wait(cancellation)
    condition.withLock {
      if state.isAtEnd, state.made.count == 1 { return }
      state.made.removeFirst()
      state.first += 1
      makeMore()
    }
    return try result.get()
  }

  /// The next value, which stays the next.
  func peek(_ cancellation: Cancellation) throws -> Value? { try wait(cancellation).get() }

  private func wait(_ cancellation: Cancellation) throws -> Result<Value?, any Error> {
    if cancellation.isCancelled { throw CancellationError() }
    condition.lock()
    defer { condition.unlock() }
    while true {
      cancellation.follow(with: state.cancellation)
      makeMore(isAwaited: true)
      while state.made.isEmpty { condition.wait() }
      guard case .failure(let error) = state.made[0], error is CancellationError else { return state.made[0] }
      // A caller before may have been cancelled: this one gets the value.
      let isStale = state.cancellation.isCancelled && !cancellation.isCancelled
      let (first, end, generation) = (state.first, state.end, state.generation + 1)
      state = State()
      (state.first, state.end, state.generation) = (first, end, generation)
      if !isStale { throw error }
    }
  }

  /// Lets the queue work, if there is room. Under the lock.
  ///
  /// - Parameter isAwaited: True if the next value is made even where the end is.
  private func makeMore(isAwaited: Bool = false) {
    guard !state.isMaking, state.made.count < depth, !state.isAtEnd,
      state.first + Int64(state.made.count) < state.end || isAwaited && state.made.isEmpty
    else { return }
    state.isMaking = true
    let (generation, number, cancellation) = (
      state.generation, state.first + Int64(state.made.count), state.cancellation
    )
    queue.async { [self] in
      let result = Result {
        if cancellation.isCancelled { throw CancellationError() }
        return try make(number, cancellation)
      }
      condition.withLock {
        // A later generation makes its own.
        guard state.generation == generation else { return }
        state.isMaking = false
        state.made.append(result)
        condition.broadcast()
        if case .failure(let error) = result, error is CancellationError { return }
        makeMore()
      }
    }
  }
}
