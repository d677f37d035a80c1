/// Shows a still image.
public struct ImageRead: Node {
  public static let type: NodeType = "image.read"
  public static let summary = "Shows a PNG or JPEG picture as video of any length."

  @Port(out: "out", "The picture, again and again.") public var output: Output<RawVideo>
  @Parameter("The file to read.") public var url: Location
  @Parameter("The duration; if left out, until the run is stopped, or as long as the video that it is composited with.")
  public var duration: MediaTime?
  @Parameter("Frames a second.") public var frameRate: FrameRate = .init(30) ?? FrameRate()
  @Parameter("True to apply the orientation that the camera noted.") public var orient = true

  public init() {}
}

/// Writes each frame to an image file of its own.
public struct ImageWrite: Node {
  public static let type: NodeType = "image.write"
  public static let summary = "Writes each picture to a numbered file of its own, such as thumbnails."

  @Port(in: "in", "The pictures.") public var input: Input<RawVideo>
  @Parameter("The files to write; %d is the picture's number, from 1, %03d that with three digits, %% a percent sign.")
  public var url: Location
  @Parameter("The image format; that of the name's extension if left out.") public var format: Format?
  @Parameter("The quality of JPEG.", in: 1...100) public var quality = 85
  @Parameter("True to replace existing files.") public var overwrite = false

  public init() {}

  /// The format of the image files.
  public enum Format: String, ChoiceValue { case png, jpeg }
}

/// Encodes one frame as a PNG file.
public struct ImageEncodePNG: Node {
  public static let type: NodeType = "image.encode.png"
  public static let summary = "Makes a PNG file of one picture: the first or the last that comes."

  @Port(in: "in", "Pictures, of which one is taken.") public var input: Input<RawVideo>
  @Port(out: "out", "The file.") public var output: Output<Bytes>
  @Parameter("Which picture is taken.") public var picture: PictureChoice = .first

  public init() {}
}

/// Encodes one frame as a JPEG file.
public struct ImageEncodeJPEG: Node {
  public static let type: NodeType = "image.encode.jpeg"
  public static let summary = "Makes a JPEG file of one picture: the first or the last that comes."

  @Port(in: "in", "Pictures, of which one is taken.") public var input: Input<RawVideo>
  @Port(out: "out", "The file.") public var output: Output<Bytes>
  @Parameter("Which picture is taken.") public var picture: PictureChoice = .first
  @Parameter("The quality.", in: 1...100) public var quality = 85

  public init() {}
}

/// The frame of a stream that is used.
public enum PictureChoice: String, ChoiceValue { case first, last }

/// Lays consecutive frames out side by side.
public struct VideoTile: Node {
  public static let type: NodeType = "video.tile"
  public static let summary =
    "Puts pictures that follow each other on sheets, row by row, as for an overview of thumbnails."

  @Port(in: "in", "The pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "The sheets, each at the time of its first picture.") public var output: Output<RawVideo>
  @Parameter("The number of columns.", in: 1...64) public var columns = 4
  @Parameter("The number of rows.", in: 1...64) public var rows = 4
  @Parameter("The space between pictures, and around them.", unit: "pixels", in: 0...256) public var gap = 0
  @Parameter("True to write the time of each frame below it.") public var times = false
  @Parameter("Lines of text above the pictures, the first one bold.") public var header: [String] = []
  @Parameter("The colour behind pictures and text.") public var background = RGBColor()
  @Parameter("The colour of text.") public var color = RGBColor.white

  public init() {}
}
