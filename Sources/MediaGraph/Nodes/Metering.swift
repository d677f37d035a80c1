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

/// Writes metadata as text.
public struct MetadataLines: Node {
  public static let type: NodeType = "metadata.lines"
  public static let summary = "Writes timed metadata as text: a JSON object a line, with its time in seconds."

  @Port(in: "in", "The metadata.") public var input: Input<Metadata>
  @Port(out: "out", "The lines.") public var output: Output<Bytes>

  public init() {}
}
