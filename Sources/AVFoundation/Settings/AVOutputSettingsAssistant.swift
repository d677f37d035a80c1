import Synchronization

/// A preset of settings for writing a movie.
public struct AVOutputSettingsPreset: StringConstant {
  /// The name.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// H.264 in at most 640 by 480 pixels.
  public static let preset640x480 = AVOutputSettingsPreset("AVOutputSettingsPreset640x480")
  /// H.264 in at most 960 by 540 pixels.
  public static let preset960x540 = AVOutputSettingsPreset("AVOutputSettingsPreset960x540")
  /// H.264 in at most 1280 by 720 pixels.
  public static let preset1280x720 = AVOutputSettingsPreset("AVOutputSettingsPreset1280x720")
  /// H.264 in at most 1920 by 1080 pixels.
  public static let preset1920x1080 = AVOutputSettingsPreset("AVOutputSettingsPreset1920x1080")
  /// H.264 in at most 3840 by 2160 pixels.
  public static let preset3840x2160 = AVOutputSettingsPreset("AVOutputSettingsPreset3840x2160")
  /// HEVC in at most 1920 by 1080 pixels.
  public static let hevc1920x1080 = AVOutputSettingsPreset("AVOutputSettingsPresetHEVC1920x1080")
  /// HEVC in at most 3840 by 2160 pixels.
  public static let hevc3840x2160 = AVOutputSettingsPreset("AVOutputSettingsPresetHEVC3840x2160")
  /// HEVC in at most 7680 by 4320 pixels.
  public static let hevc7680x4320 = AVOutputSettingsPreset("AVOutputSettingsPresetHEVC7680x4320")
}

/// Suggests settings of audio and video inputs, by a preset and what is known of the source.
///
///     let assistant = AVOutputSettingsAssistant(preset: .preset1280x720)
///     assistant?.sourceVideoFormat = format
///     let input = AVAssetWriterInput(mediaType: .video, outputSettings: assistant?.videoSettings)
///
/// Frames keep the shape of the source's, and are never larger. All members may be used from any thread.
///
/// Source: `AVOutputSettingsAssistant`.
open class AVOutputSettingsAssistant: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.

  private struct Preset {
    let name: AVOutputSettingsPreset
    let codec: AVVideoCodecType
    let width: Int
    let height: Int
    /// Bits a second at 30 frames a second.
    let bitRate: Int
    let profile: String
  }

  private struct Source: Sendable {
    var audio: CMAudioFormatDescription?
    var video: CMVideoFormatDescription?
    var averageFrameDuration = CMTime(value: 1, timescale: 30)
    var minimumFrameDuration = CMTime.invalid
  }

  private static let presets = [
    Preset(
      name: .preset640x480, codec: .h264, width: 640, height: 480, bitRate: 2_100_000,
      profile: AVVideoProfileLevelH264HighAutoLevel),
    Preset(
      name: .preset960x540, codec: .h264, width: 960, height: 540, bitRate: 3_500_000,
      profile: AVVideoProfileLevelH264HighAutoLevel),
    Preset(
      name: .preset1280x720, codec: .h264, width: 1280, height: 720, bitRate: 5_250_000,
      profile: AVVideoProfileLevelH264HighAutoLevel),
    Preset(
      name: .preset1920x1080, codec: .h264, width: 1920, height: 1080, bitRate: 10_500_000,
      profile: AVVideoProfileLevelH264HighAutoLevel),
    Preset(
      name: .preset3840x2160, codec: .h264, width: 3840, height: 2160, bitRate: 42_000_000,
      profile: AVVideoProfileLevelH264HighAutoLevel),
    Preset(
      name: .hevc1920x1080, codec: .hevc, width: 1920, height: 1080, bitRate: 6_000_000,
      profile: "HEVC_Main_AutoLevel"),
    Preset(
      name: .hevc3840x2160, codec: .hevc, width: 3840, height: 2160, bitRate: 24_000_000,
      profile: "HEVC_Main_AutoLevel"),
    Preset(
      name: .hevc7680x4320, codec: .hevc, width: 7680, height: 4320, bitRate: 96_000_000,
      profile: "HEVC_Main_AutoLevel"),
  ]

  private let preset: Preset
  private let source = Mutex(Source())

  /// Creates an assistant; nil for an unknown preset.
  public init?(preset presetIdentifier: AVOutputSettingsPreset) {
    guard let preset = Self.presets.first(where: { $0.name == presetIdentifier }) else { return nil }
    self.preset = preset
    super.init()
  }

  /// The presets that there are.
  open class func availableOutputSettingsPresets() -> [AVOutputSettingsPreset] { presets.map(\.name) }

  // MARK: - The source

  /// The format of the audio; nil if it is not known.
  open var sourceAudioFormat: CMAudioFormatDescription? {
    get { source.withLock { $0.audio } }
    set { source.withLock { $0.audio = newValue } }
  }

  /// The format of the video; nil if it is not known.
  open var sourceVideoFormat: CMVideoFormatDescription? {
    get { source.withLock { $0.video } }
    set { source.withLock { $0.video = newValue } }
  }

  /// The average duration of frames; 1/30 s at first.
  open var sourceVideoAverageFrameDuration: CMTime {
    get { source.withLock { $0.averageFrameDuration } }
    set { source.withLock { $0.averageFrameDuration = newValue } }
  }

  /// The shortest duration of frames; invalid, as it is at first, if it is not known.
  open var sourceVideoMinFrameDuration: CMTime {
    get { source.withLock { $0.minimumFrameDuration } }
    set { source.withLock { $0.minimumFrameDuration = newValue } }
  }

  // MARK: - Settings

  /// The type of file that holds both.
  open var outputFileType: AVFileType { .mov }

  /// The settings of audio: AAC with the rate of the source, in one or two channels.
  open var audioSettings: [String: Any]? {
    let stream = sourceAudioFormat?.audioStreamBasicDescription
    let channels = min(max(Int(stream?.mChannelsPerFrame ?? 2), 1), 2)
    let rates = [22_050.0, 24_000, 32_000, 44_100, 48_000]
    let rate = stream.map { stream in
      rates.min { abs($0 - stream.mSampleRate) < abs($1 - stream.mSampleRate) } ?? 44_100
    }
    return [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate ?? 44_100, AVNumberOfChannelsKey: channels,
      AVEncoderBitRateKey: 64_000 * channels,
    ]
  }

  /// The settings of video: the preset's, for frames of the shape and the rate of the source's.
  open var videoSettings: [String: Any]? {
    let source = source.withLock { $0 }
    let size = size(of: source.video?.dimensions)
    let average = Self.rate(source.averageFrameDuration) ?? 30
    let highest = Self.rate(source.minimumFrameDuration) ?? average
    // Twice as many frames are more alike: they take half as much again.
    let pixels = Double(size.width * size.height) / Double(preset.width * preset.height)
    let factor = max(0.5, 1 + (average - 30) / 60)
    let bitRate = Int(Double(preset.bitRate) * min(1, pixels) * factor)
    return [
      AVVideoCodecKey: preset.codec.rawValue, AVVideoWidthKey: size.width, AVVideoHeightKey: size.height,
      AVVideoScalingModeKey: AVVideoScalingModeResizeAspectFill,
      AVVideoCompressionPropertiesKey: [
        AVVideoAverageBitRateKey: bitRate, AVVideoProfileLevelKey: preset.profile,
        AVVideoExpectedSourceFrameRateKey: average, AVVideoMaxKeyFrameIntervalKey: max(1, Int(highest.rounded())),
        AVVideoAllowFrameReorderingKey: true,
      ] as [String: Any],
    ]
  }

  /// The frames a second of a duration; nil if it is not positive.
  private static func rate(_ duration: CMTime) -> Double? {
    guard duration.isNumeric, duration > .zero else { return nil }
    return min(1000, Double(duration.timescale) / Double(duration.value))
  }

  /// The size of frames of some shape within that of the preset, in even numbers.
  private func size(of source: CMVideoDimensions?) -> (width: Int, height: Int) {
    guard let source, source.width > 0, source.height > 0 else { return (preset.width, preset.height) }
    var (width, height) = (Int(source.width), Int(source.height))
    // Frames that are higher than wide have the preset's sides the other way round.
    let (across, down) = width >= height ? (preset.width, preset.height) : (preset.height, preset.width)
    if width > across { (width, height) = (across, height * across / width) }
    if height > down { (width, height) = (width * down / height, down) }
    return (max(2, width / 2 * 2), max(2, height / 2 * 2))
  }
}
