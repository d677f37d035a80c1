import Synchronization

/// A flag that ends work on another thread: the caller no longer waits for the result.
package final class Cancellation: Sendable {
  private struct Listeners {
    /// The cancellations that follow this one, for as long as others hold them.
    var followers: [Follower] = []
    var handlers: [Int: @Sendable () -> Void] = [:]
    var handlerCount = 0
  }

  private struct Follower: Sendable {
    weak var cancellation: Cancellation?
  }

  private let flag = Atomic(false)
  private let listeners = Mutex(Listeners())

  package init() {}
  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  package func cancel() {
    let listeners = listeners.withLock { listeners in
      flag.store(true, ordering: .relaxed)
      defer { listeners = Listeners() }
      return listeners
    }
    for follower in listeners.followers { follower.cancellation?.cancel() }
    for handler in listeners.handlers.values { handler() }
  }

  /// Cancels another one when this one is cancelled, at once if it was. Others that follow go on following.
  package func follow(with other: Cancellation) {
    let isLate = listeners.withLock { listeners in
      guard !isCancelled else { return true }
      if !listeners.followers.contains(where: { $0.cancellation === other }) {
        listeners.followers.removeAll { $0.cancellation == nil }
        listeners.followers.append(Follower(cancellation: other))
      }
      return false
    }
    if isLate { other.cancel() }
  }

  /// Calls a handler if this one is cancelled while a body runs, on the cancelling thread; at once if it was cancelled before.
  package func withHandler<Value>(
    _ handler: @escaping @Sendable () -> Void, _ body: () throws -> Value
  ) rethrows -> Value {
    let number = listeners.withLock { listeners -> Int? in
      guard !isCancelled else { return nil }
      listeners.handlerCount += 1
      listeners.handlers[listeners.handlerCount] = handler
      return listeners.handlerCount
    }
    guard let number else {
      handler()
      return try body()
    }
    defer { listeners.withLock { _ = $0.handlers.removeValue(forKey: number) } }
    return try body()
  }
}
