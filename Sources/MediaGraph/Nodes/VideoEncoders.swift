/// Encodes video as HEVC (H.265).
public struct VideoEncodeHEVC: Node {
  public static let type: NodeType = "video.encode.hevc"
  public static let summary = "Encodes pictures as HEVC (H.265)."

  @Port(in: "in", "Pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "Coded pictures.") public var output: Output<Coded<Video>>
  @Parameter(.averageBitrate) public var bitrate: Bitrate = .megabits(3)
  @Parameter(.passes) public var passes = 1
  @Parameter("Constant quality instead of a bit rate, x265's CRF; less is better.", in: 0...51)
  public var quality: Int?
  @Parameter("The profile; main_10 keeps ten bits, and auto is main_10 for pictures of more than eight.") public
    var profile: Profile = .auto
  @Parameter(.keyFrameInterval) public var keyFrameInterval = 250
  @Parameter(.keyFrameTime) public var keyFrameTime: MediaTime?
  @Parameter(.bFrames) public var bFrames: Int?
  @Parameter(.droppableFrames) public var droppableFrames: Int?
  @Parameter(.buffer) public var buffer: Int?
  @Parameter("The speed preset: slower ones give a better picture at the same bit rate.") public var speed:
    VideoEncodeH264.Speed = .veryfast
  @Parameter(.encoderHardware) public var hardware: HardwareUse = .never

  public init() {}

  /// The profile.
  public enum Profile: String, ChoiceValue {
    case main, main10, auto

    public var text: String { self == .main10 ? "main_10" : rawValue }
  }
}

/// Encodes video as VP8.
public struct VideoEncodeVP8: Node {
  public static let type: NodeType = "video.encode.vp8"
  public static let summary = "Encodes pictures as VP8."

  @Port(in: "in", "Pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "Coded pictures.") public var output: Output<Coded<Video>>
  @Parameter(.averageBitrate) public var bitrate: Bitrate = .megabits(2)
  @Parameter(.quality(of: "libvpx")) public var quality: Int?
  @Parameter(.keyFrameInterval) public var keyFrameInterval = 250
  @Parameter(.keyFrameTime) public var keyFrameTime: MediaTime?
  @Parameter("The speed: higher is faster, at the cost of the picture.", in: 0...16) public var cpuUsed = 8
  @Parameter(.encoderHardware) public var hardware: HardwareUse = .never

  public init() {}
}

/// Encodes video as VP9.
public struct VideoEncodeVP9: Node {
  public static let type: NodeType = "video.encode.vp9"
  public static let summary = "Encodes pictures as VP9."

  @Port(in: "in", "Pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "Coded pictures.") public var output: Output<Coded<Video>>
  @Parameter(.averageBitrate) public var bitrate: Bitrate = .megabits(2)
  @Parameter(.quality(of: "libvpx")) public var quality: Int?
  @Parameter(.keyFrameInterval) public var keyFrameInterval = 250
  @Parameter(.keyFrameTime) public var keyFrameTime: MediaTime?
  @Parameter("The speed: higher is faster, at the cost of the picture.", in: 0...9) public var cpuUsed = 6
  @Parameter(.encoderHardware) public var hardware: HardwareUse = .never

  public init() {}
}

/// Encodes video as AV1.
public struct VideoEncodeAV1: Node {
  public static let type: NodeType = "video.encode.av1"
  public static let summary = "Encodes pictures as AV1."

  @Port(in: "in", "Pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "Coded pictures.") public var output: Output<Coded<Video>>
  @Parameter(.averageBitrate) public var bitrate: Bitrate = .megabits(2)
  @Parameter(.quality(of: "libaom")) public var quality: Int?
  @Parameter(.keyFrameInterval) public var keyFrameInterval = 250
  @Parameter("The speed: higher is faster, at the cost of the picture.", in: 0...10) public var cpuUsed = 8

  public init() {}
}

/// Encodes video as ProRes, with intra frames of 10 bits.
public struct VideoEncodeProRes: Node {
  public static let type: NodeType = "video.encode.prores"
  public static let summary = "Encodes pictures as ProRes, each for itself, with 10 bits."

  @Port(in: "in", "Pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "Coded pictures.") public var output: Output<Coded<Video>>
  @Parameter("The ProRes profile; p4444 keeps alpha too.") public var profile: Profile = .standard

  public init() {}

  /// The quality.
  public enum Profile: String, ChoiceValue {
    case proxy, lt, standard, hq
    /// Full colour resolution, and alpha.
    case p4444
  }
}

/// Encodes video as Motion JPEG, with intra frames.
public struct VideoEncodeMJPEG: Node {
  public static let type: NodeType = "video.encode.mjpeg"
  public static let summary = "Encodes pictures as JPEG, each for itself."

  @Port(in: "in", "Pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "Coded pictures.") public var output: Output<Coded<Video>>
  @Parameter("The quality.", in: 1...100) public var quality = 85
  @Parameter(.encoderHardware) public var hardware: HardwareUse = .never

  public init() {}
}
