import CoreMedia

/// The report of a run.
public struct RunResult: Sendable, Equatable {
  /// The way in which a run ended successfully.
  public enum End: String, Sendable { case finished, stopped }

  public var end: End
  /// The duration of the media of the longest branch.
  public var duration: CMTime
  /// The duration of the run.
  public var elapsed: Duration
  /// The graph's nodes, in order.
  public var nodes: [NodeReport]
  public var outputs: [OutputReport]
  /// The branches that have failed while the others went on, in the order of their ends. See `FailureExtent`.
  public var endedBranches: [EndedBranch] = []

  /// Seconds of media per second of run time.
  public var speed: Double { elapsed > .zero && duration.isNumeric ? duration.seconds / elapsed.seconds : 0 }
}

/// The report of a node.
public struct NodeReport: Sendable, Equatable {
  public var name: String
  public var type: String
  /// The node's GStreamer elements.
  public var elements: [String]
  /// Notes on deviations from the description.
  public var notes: [String]
  /// The inputs, by port; a repeated port is counted `in.1`, `in.2`.
  public var inputs: [PortReport]
  public var outputs: [PortReport]
  /// The node's measurements, such as loudness.
  public var measurements: [MeasuredValue] = []
}

/// A measured value.
public struct MeasuredValue: Sendable, Equatable {
  /// The name in snake case: `integrated_loudness`.
  public var name: String
  public var value: Double
  /// `LUFS`, `dBTP`.
  public var unit: String

  public init(name: String, value: Double, unit: String) {
    self.name = name
    self.value = value
    self.unit = unit
  }
}

/// The data that passed a port.
public struct PortReport: Sendable, Equatable {
  public var port: String
  /// The number of frames, packets or blocks.
  public var buffers: Int
  public var bytes: Int
  /// The number of samples of each channel; nil for anything but raw audio.
  public var samples: Int?
}

/// A file that a run wrote, or several with numbers in their names.
public struct OutputReport: Sendable, Equatable {
  /// The path; of several files that with `%d` in place of the number.
  public var path: String
  /// The bytes of all files.
  public var bytes: Int
  /// The number of files.
  public var files = 1
}

/// The progress of a run.
public struct RunProgress: Sendable, Equatable {
  /// The position in the media of the slowest branch.
  public var position: CMTime
  /// The duration of the longest source; indefinite if unknown.
  public var duration: CMTime
  public var elapsed: Duration
  /// The reason outside of the graph for which the run waits, in words: `no program reads 'pipe'`; nil if it does not.
  public var obstacle: String?

  /// Seconds of media per second of run time.
  public var speed: Double { elapsed > .zero && position.isNumeric ? position.seconds / elapsed.seconds : 0 }

  /// The completed fraction, from 0 to 1; nil if unknown.
  public var fraction: Double? {
    guard duration.isNumeric, duration.seconds > 0, position.isNumeric else { return nil }
    return min(1, max(0, position.seconds / duration.seconds))
  }
}

extension Duration {
  /// The seconds, for display only.
  public var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
