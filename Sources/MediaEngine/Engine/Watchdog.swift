/// Notices that a run does not move: nothing went through any port for too long.
struct Watchdog: Sendable {
  private let limit: Duration?
  private var work = -1
  private var lastMove = Duration.zero

  init(limit: Duration?) { self.limit = limit }

  /// Looks at the run.
  /// - Parameters:
  ///   - work: how many bytes have gone through, in all.
  ///   - now: the time since the start of the run.
  /// - Returns: how long nothing has moved, when that is too long.
  mutating func observe(work: Int, now: Duration) -> Duration? {
    if work != self.work {
      self.work = work
      lastMove = now
      return nil
    }
    guard let limit, now - lastMove >= limit else { return nil }
    return now - lastMove
  }

  /// Counts the time from the next look on: all that was under way has been thrown away.
  mutating func restart() { work = -1 }

  /// Counts the time from now on: a paused run is allowed to stand still.
  mutating func restart(now: Duration) { lastMove = now }
}
