/// The look of text in a picture, and its place there: parameters of `video.text`, and fields of a timeline's titles.
public struct TextStyle: RecordValue {
  public static let recordName = "style"

  @Parameter("The family and style of the font.") public var font = "Sans"
  @Parameter("The font size; a twentieth of the frame's height if left out.", unit: "pixels", in: 4...1000)
  public var size: Int?
  @Parameter("The colour of the letters, as red, green and blue.") public var color: RGBColor = .white
  @Parameter("Where the text stands.") public var position: TextPosition = .bottom
  @Parameter("On which side lines begin or end.") public var align: TextAlignment = .center
  @Parameter("The distance of the text from the edges.", unit: "pixels", in: 0...4096) public var margin = 24
  @Parameter("True to outline letters, so that they stand out.") public var outline = true

  public init() {}
}
