import MediaEngine

/// Notices when a run waits for something outside of it: a state machine without a clock.
struct WaitNotice {
  /// The time for which programs that are started together may wait for each other.
  private static let patience = Duration.seconds(2)

  private var waiting: (obstacle: String, since: Duration)?
  private var isSaid = false

  /// Takes a report of the run.
  ///
  /// - Returns: The obstacle, once it has lasted; nil if there is none, or it was returned before.
  mutating func observe(_ progress: RunProgress) -> String? {
    guard let obstacle = progress.obstacle else {
      (waiting, isSaid) = (nil, false)
      return nil
    }
    if waiting?.obstacle != obstacle { (waiting, isSaid) = ((obstacle, progress.elapsed), false) }
    guard !isSaid, let since = waiting?.since, progress.elapsed - since >= Self.patience else { return nil }
    isSaid = true
    return obstacle
  }
}
