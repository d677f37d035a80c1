extension Timeline {
  /// Text as the source of a clip: a still picture of the canvas's size, transparent around the letters.
  ///
  ///     layers:
  ///       - items:
  ///           - { clip: { text: Chapter One, position: center }, at: 2s, duration: 3s, opacity: { 0s: 0, 500ms: 1 } }
  ///
  /// It is drawn as `video.text` draws. Like any picture it needs a `duration`, and a clip's opacity, transform and crop change it.
  public struct Title: RecordValue {
    public static let recordName = "title"

    @Parameter("What is written; a line break begins another line.") public var text: String
    @Parameter("The family and style of the font.") public var font = "Sans"
    @Parameter("How high letters are; without it, a twentieth of the canvas.", unit: "pixels", in: 4...1000)
    public var size: Int?
    @Parameter("The colour of the letters, as red, green and blue.") public var color: RGBColor = .white
    @Parameter("Where the text stands.") public var position: TextPosition = .bottom
    @Parameter("On which side lines begin or end.") public var align: TextAlignment = .center
    @Parameter("How far the text is from the edges.", unit: "pixels", in: 0...4096) public var margin = 24
    @Parameter("Whether letters have a dark rim, so that they stand out.") public var outline = true

    public init() {}
  }
}
