/// Resizes frames.
public struct VideoScale: Node {
  public static let type: NodeType = "video.scale"
  public static let summary = "Resizes pictures; one side given, the other follows the aspect ratio."

  @Port(in: "in", "The pictures to resize.") public var input: Input<RawVideo>
  @Port(out: "out", "The resized pictures; a side that follows the other is even.") public var output: Output<RawVideo>
  @Parameter("The new width.", unit: "pixels", in: 2...16384) public var width: Int?
  @Parameter("The new height.", unit: "pixels", in: 2...16384) public var height: Int?
  @Parameter(
    "The fit when both sides are given: stretched, contained, with black bars, or cropped."
  )
  public var fit: Fit = .stretch
  @Parameter(
    "The shape of the new pixels, such as 16x15, by which the shape of a picture is kept; without it, bars and cuts are for square ones."
  )
  public var pixelShape: PixelSize?
  @Parameter("True to enlarge smaller frames.") public var upscale: Upscaling = .never
  @Parameter("The interpolation.") public var method: Method = .bilinear

  public init() {}

  /// The handling of a frame of another aspect ratio when both sides are given.
  public enum Fit: String, ChoiceValue {
    case stretch, contain
    /// Contained, with black bars up to the given size.
    case letterbox
    /// Cut to the shape of the given size.
    case fill
  }

  /// The handling of frames that are smaller than the given size.
  public enum Upscaling: String, ChoiceValue { case never, always }

  /// The interpolation of pixels.
  public enum Method: String, ChoiceValue { case nearest, bilinear, lanczos }
}

/// Sets the shape of pixels.
public struct VideoPixelAspect: Node {
  public static let type: NodeType = "video.pixel_aspect"
  public static let summary = "Says which shape pixels have, without changing any."

  @Port(in: "in", "Pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "The same pictures.") public var output: Output<RawVideo>
  @Parameter("The width of a pixel.", in: 1...10000) public var horizontal = 1
  @Parameter("The height of a pixel, in the same units.", in: 1...10000) public var vertical = 1

  public init() {}
}

/// Converts frames to other colours.
public struct VideoColorConvert: Node {
  public static let type: NodeType = "video.color"
  public static let summary = "Converts pictures to the primaries, transfer function and matrix that players expect."

  @Port(in: "in", "Pictures in any colours.") public var input: Input<RawVideo>
  @Port(out: "out", "Pictures of luma and chroma in these colours.") public var output: Output<RawVideo>
  @Parameter("The primaries.") public var primaries: ColorPrimaries = .bt709
  @Parameter("The transfer function.") public var transfer: TransferFunction = .bt709
  @Parameter("The matrix between colours and luma.") public var matrix: ColorMatrix = .bt709

  public init() {}
}

/// Crops the edges of frames.
public struct VideoCrop: Node {
  public static let type: NodeType = "video.crop"
  public static let summary = "Cuts pixels off the edges of pictures."

  @Port(in: "in", "The pictures to cut.") public var input: Input<RawVideo>
  @Port(out: "out", "The cropped frames.") public var output: Output<RawVideo>
  @Parameter("Cut off at the top.", unit: "pixels", in: 0...16384) public var top = 0
  @Parameter("Cut off at the bottom.", unit: "pixels", in: 0...16384) public var bottom = 0
  @Parameter("Cut off on the left.", unit: "pixels", in: 0...16384) public var left = 0
  @Parameter("Cut off on the right.", unit: "pixels", in: 0...16384) public var right = 0

  public init() {}
}

/// Rotates and mirrors frames.
public struct VideoOrient: Node {
  public static let type: NodeType = "video.orient"
  public static let summary = "Turns or mirrors pictures; automatic does what the file's orientation asks for."

  @Port(in: "in", "The pictures to turn.") public var input: Input<RawVideo>
  @Port(out: "out", "The turned pictures.") public var output: Output<RawVideo>
  @Parameter("The rotation or mirroring; angles are clockwise.") public var method: Method = .automatic

  public init() {}

  /// The operation; angles are clockwise.
  public enum Method: String, ChoiceValue {
    case automatic, identity, rotate90, rotate180, rotate270, flipHorizontal, flipVertical
    public var text: String {
      switch self {
      case .rotate90: "rotate_90"
      case .rotate180: "rotate_180"
      case .rotate270: "rotate_270"
      default: snakeCase(rawValue)
      }
    }
  }
}

/// Changes the frame rate.
public struct VideoRate: Node {
  public static let type: NodeType = "video.rate"
  public static let summary = "Drops or repeats pictures so that they come at a constant rate."

  @Port(in: "in", "Pictures at any rate.") public var input: Input<RawVideo>
  @Port(out: "out", "Pictures at the new rate.") public var output: Output<RawVideo>
  @Parameter("Frames a second.") public var frameRate: FrameRate

  public init() {}
}

/// Changes the pixel format.
public struct VideoConvert: Node {
  public static let type: NodeType = "video.convert"
  public static let summary = "Changes the pixel format of pictures."

  @Port(in: "in", "Pictures in any format.") public var input: Input<RawVideo>
  @Port(out: "out", "Pictures in the new format.") public var output: Output<RawVideo>
  @Parameter("The pixel format.") public var format: PixelLayout

  public init() {}

  /// The pixel format.
  public enum PixelLayout: String, ChoiceValue {
    case i420, nv12, i42010le, i422, yuy2, uyvy, bgra, rgba, argb, rgb, gray8
    public var text: String { self == .i42010le ? "i420_10le" : rawValue }
  }
}

/// Changes brightness, contrast and saturation.
public struct VideoGrade: Node {
  public static let type: NodeType = "video.grade"
  public static let summary = "Changes brightness, contrast and saturation, by code written in Swift."

  @Port(in: "in", "The pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "The changed pictures.") public var output: Output<RawVideo>
  @Parameter("Added to each pixel; 1 makes black white.", in: -1...1) public var brightness = 0.0
  @Parameter("The contrast; 1 changes nothing.", in: 0...4) public var contrast = 1.0
  @Parameter("The saturation; 0 is grey, 1 changes nothing.", in: 0...4) public var saturation = 1.0

  public init() {}
}
