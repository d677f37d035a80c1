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
  /// The extent of a failure.
  public var failures: FailureExtent

  /// The nodes that end with a failing one.
  public enum FailureExtent: Sendable {
    /// The whole run.
    case run
    /// What only the failing node feeds, and what feeds only that; a muxer goes with any of its inputs. The other branches go on,
    /// and `GraphRun.events` has the error. Where nothing would be left, the run ends.
    case branch
  }

  public init(
    overwrite: Bool = false, stallTimeout: Duration? = .seconds(30), clock: any Clock<Duration> = ContinuousClock(),
    holdsAtEnd: Bool = false, failures: FailureExtent = .run
  ) {
    self.overwrite = overwrite
    self.stallTimeout = stallTimeout
    self.clock = clock
    self.holdsAtEnd = holdsAtEnd
    self.failures = failures
  }
}
