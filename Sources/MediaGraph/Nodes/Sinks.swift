/// Writes a file.
public struct FileWrite: Node {
  public static let type: NodeType = "file.write"
  public static let summary = "Writes a file, which appears complete or not at all."

  @Port(in: "in", "The input stream.") public var input: Input<AnyBytes>
  @Parameter("The file to write.") public var url: Location
  @Parameter("True to replace an existing file.") public var overwrite = false

  public init() {}
}

/// Discards all input.
public struct Null: Node {
  public static let type: NodeType = "null"
  public static let summary = "Takes whatever comes and forgets it."

  @Port(in: "in", "Anything.") public var input: Input<AnyMedium>

  public init() {}
}

/// Shows video in a window.
public struct DisplayVideo: Node {
  public static let type: NodeType = "display.video"
  public static let summary = "Shows pictures in a window, each when it is due."

  @Port(in: "in", "The pictures.") public var input: Input<RawVideo>

  public init() {}
}

/// Plays audio.
public struct Speaker: Node {
  public static let type: NodeType = "speaker"
  public static let summary = "Plays sound on the machine's speakers, in real time."

  @Port(in: "in", "The sound.") public var input: Input<RawAudio>
  @Parameter("The device by the sound server's name; without it, the default.") public var device: String?

  public init() {}
}
