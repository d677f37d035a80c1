/// How a graph is run.
public struct RunOptions: Sendable {
  /// Whether outputs replace files that exist.
  public var overwrite: Bool
  /// How long nothing at all may move before the run fails; nil for ever.
  public var stallTimeout: Duration?
  /// What progress and the watchdog tell time by.
  public var clock: any Clock<Duration>

  public init(
    overwrite: Bool = false, stallTimeout: Duration? = .seconds(30), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.overwrite = overwrite
    self.stallTimeout = stallTimeout
    self.clock = clock
  }
}
