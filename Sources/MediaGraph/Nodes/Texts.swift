/// Reads subtitles from a file.
public struct TextRead: Node {
  public static let type: NodeType = "text.read"
  public static let summary = "Reads subtitles from a SubRip (SRT) or WebVTT file."

  @Port(out: "out", "The subtitles with their times.") public var output: Output<Text>
  @Parameter("The file to read.") public var url: Location

  public init() {}
}

/// Draws text over video.
///
/// The parameters of its ``style`` are its own, too: `VideoText { $0.size = 40 }`.
@dynamicMemberLookup
public struct VideoText: Node {
  public static let type: NodeType = "video.text"
  public static let summary = "Draws text over pictures: always the same, or subtitles as they come."

  @Port(in: "in", "The pictures.") public var input: Input<RawVideo>
  @Port(in: "subtitles", "Text that is shown at its times.", required: false) public var subtitles: Input<Text>
  @Port(out: "out", "The pictures with the text.") public var output: Output<RawVideo>
  @Parameter("The text that is always shown.") public var text: String?
  @ParameterGroup public var style = TextStyle()

  public init() {}

  public subscript<Value>(dynamicMember member: WritableKeyPath<TextStyle, Value>) -> Value {
    get { style[keyPath: member] }
    set { style[keyPath: member] = newValue }
  }
}
