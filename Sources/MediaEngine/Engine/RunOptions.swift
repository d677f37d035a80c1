/// How a graph is run.
public struct RunOptions: Sendable {
  /// Whether outputs replace files that exist.
  public var overwrite: Bool
  /// How long nothing at all may move before the run fails; nil for ever.
  public var stallTimeout: Duration?
  /// What progress and the watchdog tell time by.
  public var clock: any Clock<Duration>
  /// A Boolean value that indicates whether the run is held at the end of its media, from where it can be sought back, until
  /// `GraphRun.stop()`. A graph that writes files ends all the same: what it has written is written.
  public var holdsAtEnd: Bool

  public init(
    overwrite: Bool = false, stallTimeout: Duration? = .seconds(30), clock: any Clock<Duration> = ContinuousClock(),
    holdsAtEnd: Bool = false
  ) {
    self.overwrite = overwrite
    self.stallTimeout = stallTimeout
    self.clock = clock
    self.holdsAtEnd = holdsAtEnd
  }
}
