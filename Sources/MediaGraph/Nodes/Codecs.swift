/// Decodes video of any codec.
public struct VideoDecode: Node {
  public static let type: NodeType = "video.decode"
  public static let summary = "Decodes pictures of any codec."

  @Port(in: "in", "Coded pictures.") public var input: Input<Coded<Video>>
  @Port(out: "out", "Pictures.") public var output: Output<RawVideo>

  public init() {}
}

/// Decodes audio of any codec.
public struct AudioDecode: Node {
  public static let type: NodeType = "audio.decode"
  public static let summary = "Decodes sound of any codec."

  @Port(in: "in", "Coded sound.") public var input: Input<Coded<Audio>>
  @Port(out: "out", "Sound.") public var output: Output<RawAudio>

  public init() {}
}

/// The use of hardware encoders and decoders.
public enum HardwareUse: String, ChoiceValue {
  /// Hardware where it works, else software.
  case prefer
  /// Hardware, or an error.
  case require
  /// Software.
  case never
}

/// Encodes video as H.264.
public struct VideoEncodeH264: Node {
  public static let type: NodeType = "video.encode.h264"
  public static let summary = "Encodes pictures as H.264."

  @Port(in: "in", "Pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "Coded pictures.") public var output: Output<Coded<Video>>
  @Parameter(.averageBitrate) public var bitrate: Bitrate = .megabits(5)
  @Parameter(.passes) public var passes = 1
  @Parameter(
    "Constant quality instead of a bit rate, x264's CRF; less is better, and 0 loses nothing, which few players show.",
    in: 0...51)
  public var quality: Int?
  @Parameter("The profile; high is understood everywhere.") public var profile: Profile = .high
  @Parameter("The level, which limits size and rate; without it, the lowest that fits.") public var level: Level?
  @Parameter(.keyFrameInterval) public var keyFrameInterval = 250
  @Parameter(.keyFrameTime) public var keyFrameTime: MediaTime?
  @Parameter(.bFrames) public var bFrames: Int?
  @Parameter(.droppableFrames) public var droppableFrames: Int?
  @Parameter(.buffer) public var buffer: Int?
  @Parameter("True for arithmetic entropy coding (CABAC), which is smaller; the baseline profile has none.") public
    var cabac = true
  @Parameter("The speed preset: slower ones give a better picture at the same bit rate.") public var speed: Speed =
    .veryfast
  @Parameter("Low latency gives each picture as soon as it is coded, without B-frames.") public var latency: Latency =
    .normal
  @Parameter(.encoderHardware) public var hardware: HardwareUse = .never

  public init() {}

  /// The profile.
  public enum Profile: String, ChoiceValue { case baseline, main, high }

  /// The level (ITU-T H.264, table A-1).
  public enum Level: String, ChoiceValue {
    case l13, l20, l21, l22, l30, l31, l32, l40, l41, l42, l50, l51, l52

    public var text: String { "level_\(rawValue.dropFirst().prefix(1))_\(rawValue.suffix(1))" }
  }

  /// The time spent for better quality, with x264's names.
  public enum Speed: String, ChoiceValue {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
  }

  /// The delay of frames in the encoder.
  public enum Latency: String, ChoiceValue { case normal, low }
}

/// Encodes audio as AAC.
public struct AudioEncodeAAC: Node {
  public static let type: NodeType = "audio.encode.aac"
  public static let summary = "Encodes sound as AAC (low complexity)."

  @Port(in: "in", "Sound.") public var input: Input<RawAudio>
  @Port(out: "out", "Coded sound.") public var output: Output<Coded<Audio>>
  @Parameter(
    "The average bit rate; without it, 128 kb/s for one channel or two, and 64 kb/s more for each further one.",
    in: .kilobits(8)...(.kilobits(512)))
  public var bitrate: Bitrate?

  public init() {}

  /// Returns the bit rate that a number of channels has if none is asked for.
  public static func usualBitrate(channels: Int) -> Bitrate { .kilobits(min(max(channels, 2), 8) * 64) }
}
