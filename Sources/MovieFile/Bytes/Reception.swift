import Synchronization

/// What those who wait for bytes from elsewhere ask whether to go on waiting: servers and writers of pipes may take their time.
package final class Reception: Sendable {
  private enum Phase {
    static let open: UInt8 = 0
    static let ending: UInt8 = 1
    static let over: UInt8 = 2
  }

  /// How long those who wait go on when there is to be an end: what is on its way still comes.
  private static let grace = Duration.milliseconds(500)

  private let phase = Atomic(Phase.open)
  private let hasLeft = Atomic(false)
  private let received = Atomic(0)
  private let isUnwanted: @Sendable () -> Bool
  private let listeners = Mutex<[@Sendable () -> Void]>([])

  /// - Parameter isCancelled: Says whether nobody wants the bytes any more, whatever happens to the reception.
  package init(isCancelled: @escaping @Sendable () -> Bool = { false }) { isUnwanted = isCancelled }

  /// Lets those who wait long give up, as at the end of what there is.
  package func end() {
    guard phase.compareExchange(expected: Phase.open, desired: Phase.ending, ordering: .relaxed).exchanged else {
      return
    }
    tell()
  }

  /// Lets everybody give up.
  package func cancel() {
    phase.store(Phase.over, ordering: .relaxed)
    tell()
  }

  private func tell() {
    let listeners = listeners.withLock { $0 }
    if !listeners.isEmpty { hasLeft.store(true, ordering: .relaxed) }
    for listener in listeners { listener() }
  }

  /// Calls back when somebody wants an end, for readers that do not ask.
  package func whenOver(_ body: @escaping @Sendable () -> Void) { listeners.withLock { $0.append(body) } }

  /// Whether whoever has waited for so long shall give up.
  package func isOver(after wait: Duration = .zero) -> Bool {
    let phase = phase.load(ordering: .relaxed)
    guard phase == Phase.over || phase == Phase.ending && wait > Self.grace || isUnwanted() else { return false }
    hasLeft.store(true, ordering: .relaxed)
    return true
  }

  /// Whether nobody wants anything any more.
  package var isCancelled: Bool { phase.load(ordering: .relaxed) == Phase.over || isUnwanted() }

  /// Whether somebody has given up: what is missing then is no fault of the media.
  package var wasGivenUp: Bool { hasLeft.load(ordering: .relaxed) }

  /// Notes that bytes have come before there was anything to give.
  package func note(_ count: Int) { received.add(count, ordering: .relaxed) }

  /// How many.
  package var count: Int { received.load(ordering: .relaxed) }
}
