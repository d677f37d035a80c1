/// Reads subtitles from a file.
public struct TextRead: Node {
  public static let type: NodeType = "text.read"
  public static let summary = "Reads subtitles from a SubRip (SRT) or WebVTT file."

  @Port(out: "out", "The subtitles with their times.") public var output: Output<Text>
  @Parameter("The file to read.") public var url: Location

  public init() {}
}

/// Draws text over video.
public struct VideoText: Node {
  public static let type: NodeType = "video.text"
  public static let summary = "Draws text over pictures: always the same, or subtitles as they come."

  @Port(in: "in", "The pictures.") public var input: Input<RawVideo>
  @Port(in: "subtitles", "Text that is shown at its times.", required: false) public var subtitles: Input<Text>
  @Port(out: "out", "The pictures with the text.") public var output: Output<RawVideo>
  @Parameter("The text that is always shown.") public var text: String?
  @Parameter("The family and style of the font.") public var font = "Sans"
  @Parameter("How high letters are; without it, a twentieth of the picture.", unit: "pixels", in: 4...1000)
  public var size: Int?
  @Parameter("The colour of the letters, as red, green and blue.") public var color: RGBColor = .white
  @Parameter("Where the text stands.") public var position: TextPosition = .bottom
  @Parameter("On which side lines begin or end.") public var align: TextAlignment = .center
  @Parameter("How far the text is from the edges.", unit: "pixels", in: 0...4096) public var margin = 24
  @Parameter("Whether letters have a dark rim, so that they stand out.") public var outline = true

  public init() {}
}
