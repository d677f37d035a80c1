import Synchronization

/// Tells readers that wait for servers or for writers of pipes whether to go on waiting.
package final class Reception: Sendable {
  private enum Phase {
    static let open: UInt8 = 0
    static let ending: UInt8 = 1
    static let over: UInt8 = 2
  }

  /// The time that waiting readers go on after an end was requested: bytes on their way are still received.
  private static let grace = Duration.milliseconds(500)

  private let phase = Atomic(Phase.open)
  private let hasLeft = Atomic(false)
  private let received = Atomic(0)
  private let isUnwanted: @Sendable () -> Bool
  private let listeners = Mutex<[@Sendable () -> Void]>([])

  /// - Parameter isCancelled: Returns true if the bytes are no longer needed, whatever the state of the reception.
  package init(isCancelled: @escaping @Sendable () -> Bool = { false }) { isUnwanted = isCancelled }

  /// Makes readers that have waited for long give up, as at the end of the media.
  package func end() {
    guard phase.compareExchange(expected: Phase.open, desired: Phase.ending, ordering: .relaxed).exchanged else {
      return
    }
    notify()
  }

  /// Makes all readers give up.
  package func cancel() {
    phase.store(Phase.over, ordering: .relaxed)
    notify()
  }

  private func notify() {
    let listeners = listeners.withLock { $0 }
    if !listeners.isEmpty { hasLeft.store(true, ordering: .relaxed) }
    for listener in listeners { listener() }
  }

  /// Calls back when an end is requested, for readers that do not poll.
  package func whenOver(_ body: @escaping @Sendable () -> Void) { listeners.withLock { $0.append(body) } }

  /// True if a reader that has waited for this long must give up.
  package func isOver(after wait: Duration = .zero) -> Bool {
    let phase = phase.load(ordering: .relaxed)
    guard phase == Phase.over || phase == Phase.ending && wait > Self.grace || isUnwanted() else { return false }
    hasLeft.store(true, ordering: .relaxed)
    return true
  }

  /// True if the bytes are no longer needed.
  package var isCancelled: Bool { phase.load(ordering: .relaxed) == Phase.over || isUnwanted() }

  /// True if a reader has given up: missing bytes are no fault of the media then.
  package var isAbandoned: Bool { hasLeft.load(ordering: .relaxed) }

  /// Adds to the number of bytes that were received before any output.
  package func note(_ count: Int) { received.add(count, ordering: .relaxed) }

  /// The number of bytes that were received before any output.
  package var count: Int { received.load(ordering: .relaxed) }
}
