/// Measures the loudness of audio.
public struct AudioLevel: Node {
  public static let type: NodeType = "audio.level"
  public static let summary = "Measures loudness by EBU R 128, and peaks; the run's result has the numbers."

  @Port(in: "in", "The sound to measure.") public var input: Input<RawAudio>
  @Port(out: "out", "The sound as it came.") public var output: Output<RawAudio>
  @Port(out: "levels", "The loudness every 100 ms: objects with momentary, short_term (LUFS) and peak (dBFS).")
  public var levels: Output<Metadata>

  public init() {}
}

/// Brings audio to a loudness.
public struct AudioLoudness: Node {
  public static let type: NodeType = "audio.loudness"
  public static let summary = "Brings sound to a loudness by EBU R 128, in two passes: it is measured to its end first."

  @Port(in: "in", "The sound, which has an end.") public var input: Input<RawAudio>
  @Port(out: "out", "The sound, louder or softer by one gain for all of it.") public var output: Output<RawAudio>
  @Parameter("The loudness of the whole.", unit: "LUFS", in: -70...0) public var target = -23.0
  @Parameter("The true peak that is kept, even if the sound is softer than the target then.", unit: "dBTP", in: -60...0)
  public var peak = -1.0

  public init() {}
}

/// Writes metadata as text.
public struct MetadataLines: Node {
  public static let type: NodeType = "metadata.lines"
  public static let summary = "Writes timed metadata as text: a JSON object a line, with its time in seconds."

  @Port(in: "in", "The metadata.") public var input: Input<Metadata>
  @Port(out: "out", "The lines.") public var output: Output<Bytes>

  public init() {}
}
