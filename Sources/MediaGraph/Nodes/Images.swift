/// Shows a still image.
public struct ImageRead: Node {
  public static let type: NodeType = "image.read"
  public static let summary = "Shows a PNG or JPEG picture as video of any length."

  @Port(out: "out", "The picture, again and again.") public var output: Output<RawVideo>
  @Parameter("The file to read.") public var url: Location
  @Parameter("How long it is shown; without it, until the run is stopped, or as long as what it is composited with.")
  public var duration: MediaTime?
  @Parameter("Frames a second.") public var frameRate: FrameRate = .init(30) ?? FrameRate()
  @Parameter("Whether the picture is turned as its camera noted.") public var orient = true

  public init() {}
}

/// Writes each frame to an image file of its own.
public struct ImageWrite: Node {
  public static let type: NodeType = "image.write"
  public static let summary = "Writes each picture to a numbered file of its own, such as thumbnails."

  @Port(in: "in", "The pictures.") public var input: Input<RawVideo>
  @Parameter("The files to write; %d is the picture's number, from 1, %03d that with three digits, %% a percent sign.")
  public var url: Location
  @Parameter("How pictures are stored; without it, what the name's extension says.") public var format: Format?
  @Parameter("How much of a JPEG picture is kept.", in: 1...100) public var quality = 85
  @Parameter("Whether files of these names are replaced.") public var overwrite = false

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
  @Parameter("How much of the picture is kept.", in: 1...100) public var quality = 85

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
  @Parameter("How many pictures stand in a row.", in: 1...64) public var columns = 4
  @Parameter("How many rows a sheet has.", in: 1...64) public var rows = 4
  @Parameter("The space between pictures, and around them.", unit: "pixels", in: 0...256) public var gap = 0
  @Parameter("Whether each picture's time is written below it.") public var times = false
  @Parameter("Lines of text above the pictures, the first one bold.") public var header: [String] = []
  @Parameter("The colour behind pictures and text.") public var background = RGBColor()
  @Parameter("The colour of text.") public var color = RGBColor.white

  public init() {}
}
