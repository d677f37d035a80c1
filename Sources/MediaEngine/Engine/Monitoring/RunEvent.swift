public import CoreMedia
public import MediaGraph

/// An event of a run, as `GraphRun.events` gives it to every listener.
public enum RunEvent: Sendable {
  /// Everything is linked, and media flow or are held.
  case began
  /// The run's position, about ten times a second.
  case progress(RunProgress)
  /// A seek or a step is done: the sinks get the media of this time next.
  case sought(to: CMTime)
  /// The speed at which the media go by has changed.
  case rateChanged(Double)
  /// An update is done.
  case updated(GraphUpdate)
  /// A buffer before the run has filled to so many percent; a run with a clock is held until it has all of them.
  case buffering(percent: Int)
  /// The latency of the nodes was asked for anew.
  case latencyChanged
  /// The clock that the run followed is gone; it goes on with another one.
  case clockLost
  /// A node goes on after something went wrong.
  case warning(Diagnostic)
  /// A branch has failed and left the graph; the others go on. See `FailureExtent`.
  case branchEnded(EndedBranch)
  /// Everything has arrived, and the run is held there. See `RunOptions.holdsAtEnd`.
  case heldAtEnd(CMTime)

  /// Returns true if nothing is lost with this event once the other one is known.
  func isReplaced(by event: RunEvent) -> Bool {
    switch (self, event) {
    case (.progress, .progress), (.buffering, .buffering): true
    default: false
    }
  }
}

/// A branch of a graph that has failed while the others went on.
public struct EndedBranch: Sendable, Equatable {
  /// The names of the nodes that have left the graph.
  public var nodes: [String]
  /// The reason, with remarks on what became of files.
  public var problem: Diagnostic
}

/// The result of an update of a running graph: what it finished.
public struct GraphUpdate: Sendable, Equatable {
  /// The reports of the nodes that have left the graph.
  public var nodes: [NodeReport] = []
  /// The files that are complete.
  public var outputs: [OutputReport] = []
}

/// The outcome of a seek.
public enum SeekOutcome: Sendable, Equatable {
  /// The run goes on from this time.
  case completed(at: CMTime)
  /// A newer seek has taken the place of this one before it began.
  case superseded
}
