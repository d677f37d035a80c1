/// Makes an MP4 file.
public struct MuxMP4: Node {
  public static let type: NodeType = "mux.mp4"
  public static let summary = "Puts tracks into an MP4 file."

  @Port(in: "in", "The tracks, in the order they get in the file.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @Parameter("Whether playback can start before all of the file is there.") public var fastStart = false
  @Parameter("How long a fragment is; without it, the file is in one piece.") public var fragment: MediaTime?

  public init() {}
}

/// Makes a Matroska file.
public struct MuxMKV: Node {
  public static let type: NodeType = "mux.mkv"
  public static let summary = "Puts tracks into a Matroska file."

  @Port(in: "in", "The tracks, in the order they get in the file.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>

  public init() {}
}
