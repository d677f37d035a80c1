import CoreMedia

/// What a run did.
public struct RunResult: Sendable, Equatable {
  /// Why a run ended well.
  public enum End: String, Sendable { case finished, stopped }

  public var end: End
  /// How long the media are that went through, the longest branch.
  public var duration: CMTime
  /// How long the run took.
  public var elapsed: Duration
  /// The graph's nodes in order.
  public var nodes: [NodeReport]
  public var outputs: [OutputReport]

  /// Seconds of media a second of work.
  public var speed: Double { elapsed > .zero && duration.isNumeric ? duration.seconds / elapsed.seconds : 0 }
}

/// What a node did.
public struct NodeReport: Sendable, Equatable {
  public var name: String
  public var type: String
  /// The GStreamer elements that did it.
  public var elements: [String]
  /// What was done other than asked for.
  public var notes: [String]
  /// What came in, by port; a repeated port is counted `in.1`, `in.2`.
  public var inputs: [PortReport]
  public var outputs: [PortReport]
  /// What the node measured, such as loudness.
  public var measurements: [MeasuredValue] = []
}

/// A number that a node found out.
public struct MeasuredValue: Sendable, Equatable {
  /// In snake case: `integrated_loudness`.
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

/// What went through a port.
public struct PortReport: Sendable, Equatable {
  public var port: String
  /// Pictures, packets or blocks.
  public var buffers: Int
  public var bytes: Int
  /// Samples of each channel; nil for anything but raw sound.
  public var samples: Int?
}

/// A file that a run wrote.
public struct OutputReport: Sendable, Equatable {
  public var path: String
  public var bytes: Int
}

/// How far a run is.
public struct RunProgress: Sendable, Equatable {
  /// The time in the media that the slowest branch has come to.
  public var position: CMTime
  /// How long the longest source is; indefinite when nobody knows.
  public var duration: CMTime
  public var elapsed: Duration

  /// Seconds of media a second of work.
  public var speed: Double { elapsed > .zero && position.isNumeric ? position.seconds / elapsed.seconds : 0 }

  /// From 0 to 1; nil when nobody knows.
  public var fraction: Double? {
    guard duration.isNumeric, duration.seconds > 0, position.isNumeric else { return nil }
    return min(1, max(0, position.seconds / duration.seconds))
  }
}

extension Duration {
  /// For display only.
  public var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
