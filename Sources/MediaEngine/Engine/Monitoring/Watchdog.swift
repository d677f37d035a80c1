/// Detects a stalled run: no data have passed any port for too long.
struct Watchdog: Sendable {
  private let limit: Duration?
  private var work = -1
  private var lastMove = Duration.zero

  init(limit: Duration?) { self.limit = limit }

  /// Observes the run.
  ///
  /// - Parameters:
  ///   - work: the total number of bytes processed.
  ///   - now: the time since the start of the run.
  /// - Returns: The time without progress, if that is too long.
  mutating func observe(work: Int, now: Duration) -> Duration? {
    if work != self.work {
      self.work = work
      lastMove = now
      return nil
    }
    guard let limit, now - lastMove >= limit else { return nil }
    return now - lastMove
  }

  /// Restarts the time at the next observation: everything in progress was discarded.
  mutating func restart() { work = -1 }

  /// Restarts the time now: a paused run makes no progress.
  mutating func restart(now: Duration) { lastMove = now }
}
