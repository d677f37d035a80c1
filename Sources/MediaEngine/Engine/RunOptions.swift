/// The options of a run.
public struct RunOptions: Sendable {
  /// A Boolean value that indicates whether outputs replace files that exist.
  public var overwrite: Bool
  /// The time without any movement after which the run fails; nil for ever.
  public var stallTimeout: Duration?
  /// The clock of the progress and the watchdog.
  public var clock: any Clock<Duration>
  /// A Boolean value that indicates whether the run is held at the end of its media, from where it can be sought back, until
  /// `GraphRun.stop()`. A graph that writes files ends all the same: what it has written is written.
  public var holdsAtEnd: Bool
  /// The threads of the run; nil for the cooperative pool. Programs that wait for a run on one of the pool's threads need another.
  package var executor: (any TaskExecutor)?
  /// The folder of files for media that wait for others; nil for the system's.
  package var temporaryFolder: String?
  /// The files that the program has opened for the run, and its closures.
  package var assets = OpenedAssets()

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
