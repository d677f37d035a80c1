import Dispatch
import Synchronization

/// Calls an input's request block whenever the input is ready, one call at a time.
///
///     none ──request──▶ waiting ──ready──▶ scheduled ──▶ running ──┬─ still ready ─▶ scheduled
///                          ▲──────────────── not ready ────────────┤        any ──end──▶ ended
///                                               the last call ─────┴───────────────────▶ ended
struct RequestState {
  private(set) var hasRequest = false
  private var isScheduled = false
  private var isLast = false
  private(set) var isEnded = false

  mutating func request() -> Bool {
    guard !hasRequest, !isEnded else { return false }
    hasRequest = true
    return true
  }

  /// - Parameter isLast: True if the calls end with this one.
  /// - Returns: True if the block is to be called now.
  mutating func schedule(isReady: Bool, isLast: Bool) -> Bool {
    guard hasRequest, !isEnded, !isScheduled, isReady else { return false }
    (isScheduled, self.isLast) = (true, isLast)
    return true
  }

  /// Notes that the block is being called; the writer may have failed since it was scheduled.
  mutating func run(isLast: Bool) { self.isLast = self.isLast || isLast }

  /// Notes that the block has returned.
  ///
  /// - Returns: True if that was the last call.
  mutating func ran() -> Bool {
    isScheduled = false
    return isLast
  }
  mutating func end() { isEnded = true }
}

/// The block that a program has its input ask for more samples with.
final class MediaDataRequest: Sendable {
  private struct Storage {
    var state = RequestState()
    var queue: DispatchQueue?
    /// Apple's block is not marked as sendable; it runs on the program's queue alone.
    nonisolated(unsafe) var block: (() -> Void)?
  }

  private let storage = Mutex(Storage())
  private let isReady: @Sendable () -> Bool
  private let isLast: @Sendable () -> Bool

  /// Creates a request.
  ///
  /// - Parameter isLast: True if the block is called once more and no longer: the writer has failed or was cancelled, of which an input
  ///   stays ready.
  init(isReady: @escaping @Sendable () -> Bool, isLast: @escaping @Sendable () -> Bool) {
    (self.isReady, self.isLast) = (isReady, isLast)
  }

  /// - Returns: False if there is a request already, or the input has ended.
  func begin(on queue: DispatchQueue, _ block: @escaping () -> Void) -> Bool {
    nonisolated(unsafe) let block = block
    let isNew = storage.withLock { storage in
      guard storage.state.request() else { return false }
      (storage.queue, storage.block) = (queue, block)
      return true
    }
    if isNew { readinessChanged() }
    return isNew
  }

  /// Schedules the block, if it is time for it.
  func readinessChanged() {
    let (isLast, isReady) = (isLast(), isReady())
    let queue = storage.withLock { storage in
      storage.state.schedule(isReady: isReady, isLast: isLast) ? storage.queue : nil
    }
    queue?.async { self.run() }
  }

  private func run() {
    let isLast = isLast()
    nonisolated(unsafe) let block = storage.withLock { storage in
      storage.state.run(isLast: isLast)
      nonisolated(unsafe) let block = storage.state.isEnded ? nil : storage.block
      return block
    }
    block?()
    if storage.withLock({ $0.state.ran() }) { return end() }
    readinessChanged()
  }

  /// Ends the calls: none begins any more.
  func end() {
    // Released outside the lock: what the block has captured may run code.
    nonisolated(unsafe) let block = storage.withLock { storage in
      storage.state.end()
      nonisolated(unsafe) let block = storage.block
      storage.block = nil
      return block
    }
    withExtendedLifetime(block) {}
  }
}
