/// Decodes the frames of an asset at or near given times.
public struct AssetFrames: Node {
  public static let type: NodeType = "asset.frames"
  public static let summary =
    "Gives the pictures of an asset at or near some times, and decodes no more than they need."

  @Port(out: "out", "The pictures as they are stored, in order of their times.") public var output: Output<RawVideo>
  @Parameter("The file to read.") public var url: Location
  @Parameter("The times in seconds, in any order: a picture for each.") public var times: [MediaTime] = []
  @Parameter("The tolerance before a requested time; 0s for the exact frame, unlimited if left out.")
  public var toleranceBefore: MediaTime?
  @Parameter("The tolerance after a requested time; 0s for the exact frame, unlimited if left out.")
  public var toleranceAfter: MediaTime?
  @Parameter("Which video track is read.") public var videoTracks = TrackChoice()

  public init() {}
}

/// Converts frames to images.
public struct ImageRender: Node {
  public static let type: NodeType = "image.render"
  public static let summary = "Makes pictures into images: right colours, square pixels, upright, no larger than a box."

  @Port(in: "in", "The pictures as they are stored.") public var input: Input<RawVideo>
  @Port(out: "out", "Red, green and blue.") public var output: Output<RawVideo>
  @Parameter("Which part is shown, and whether its pixels are made square.") public var aperture: Aperture = .clean
  @Parameter("The largest width of the image; it is never enlarged.", unit: "pixels", in: 1...16384)
  public var maxWidth: Int?
  @Parameter("The largest height of the image; it is never enlarged.", unit: "pixels", in: 1...16384)
  public var maxHeight: Int?
  @Parameter("True to apply the track's orientation.") public var orient = true

  public init() {}

  /// The part of a frame that is shown, and its shape.
  public enum Aperture: String, ChoiceValue {
    /// The clean aperture in square pixels.
    case clean
    /// The whole frame in square pixels.
    case production
    /// The whole frame as it is stored.
    case encoded
  }
}
