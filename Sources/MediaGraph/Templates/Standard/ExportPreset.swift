/// Encodes pictures and sound as a preset says, and puts them into a file: what an export session does after reading.
///
///     video ─▷ scale ─▷ h264 ─┐
///                             ├▷ mp4 ─▷ movie
///     audio ─▷ aac ───────────┘
///
/// An input that nothing is linked to leaves its branch out; so do presets for one kind of media.
public struct ExportPreset: TemplateNode {
  public static let type: NodeType = "export.preset"
  public static let summary = "Encodes pictures and sound as a preset says, and puts them into a file."

  @Port(in: "video", "The pictures.", required: false) public var video: Input<RawVideo>
  @Port(in: "audio", "The sound.", required: false) public var audio: Input<RawAudio>
  @Port(out: "movie", "The file.") public var movie: Output<Container>
  @Parameter("What the file is like; sizes are the largest that pictures get.") public var preset: Preset = .hd1280x720
  @Parameter("The kind of file.") public var fileType: FileType = .mp4
  @Parameter("Whether playback can start before all of the file is there.") public var fastStart = true

  public init() {}

  /// The kind of file.
  public enum FileType: String, ChoiceValue { case mp4, mkv }

  /// What a file is like, after the presets of AVAssetExportSession.
  public enum Preset: String, ChoiceValue {
    case low, medium, highest, vga640x480, qhd960x540, hd1280x720, hd1920x1080, uhd3840x2160, m4a

    public var text: String {
      switch self {
      case .low, .medium, .highest, .m4a: rawValue
      case .vga640x480, .qhd960x540, .hd1280x720, .hd1920x1080, .uhd3840x2160: String(rawValue.drop(while: \.isLetter))
      }
    }

    /// The box that pictures are made to fit; nil for their own size.
    public var size: PixelSize? {
      switch self {
      case .low: PixelSize(width: 224, height: 168)
      case .medium: PixelSize(width: 568, height: 426)
      case .highest, .m4a: nil
      case .vga640x480: PixelSize(width: 640, height: 480)
      case .qhd960x540: PixelSize(width: 960, height: 540)
      case .hd1280x720: PixelSize(width: 1280, height: 720)
      case .hd1920x1080: PixelSize(width: 1920, height: 1080)
      case .uhd3840x2160: PixelSize(width: 3840, height: 2160)
      }
    }

    /// The bit rate of the pictures; nil for sound alone.
    public var videoBitrate: Bitrate? {
      switch self {
      case .low: .kilobits(128)
      case .medium: .kilobits(700)
      case .highest: .megabits(20)
      case .vga640x480: .megabits(2)
      case .qhd960x540: .megabits(3)
      case .hd1280x720: .megabits(5)
      case .hd1920x1080: .megabits(10)
      case .uhd3840x2160: .megabits(32)
      case .m4a: nil
      }
    }

    /// The bit rate of the sound.
    public var audioBitrate: Bitrate {
      switch self {
      case .low: .kilobits(64)
      case .medium, .vga640x480: .kilobits(96)
      case .m4a: .kilobits(192)
      default: .kilobits(128)
      }
    }
  }

  public func build(_ template: inout Template) {
    let pictures = preset.videoBitrate.map { encodeVideo(at: $0, in: &template) }
    let aac = template.add("aac", AudioEncodeAAC { $0.bitrate = preset.audioBitrate })
    template.connect(audio, to: aac.input)
    let muxer = addMuxer(to: &template)
    if let pictures { template.connect(pictures, to: muxer) }
    template.connect(aac.output, to: muxer)
  }

  private func encodeVideo(at bitrate: Bitrate, in template: inout Template) -> Output<Coded<Video>> {
    let upright = template.add("upright", VideoOrient())
    template.connect(video, to: upright.input)
    var pictures = upright.output
    if let size = preset.size {
      let scale = template.add(
        "scale",
        VideoScale {
          $0.width = size.width
          $0.height = size.height
          $0.fit = .contain
        })
      template.connect(pictures, to: scale.input)
      pictures = scale.output
    }
    let h264 = template.add("h264", VideoEncodeH264 { $0.bitrate = bitrate })
    template.connect(pictures, to: h264.input)
    return h264.output
  }

  /// - Returns: where the tracks go.
  private func addMuxer(to template: inout Template) -> Input<AnyTrack> {
    switch fileType {
    case .mp4:
      let mp4 = template.add("mp4", MuxMP4 { $0.fastStart = fastStart })
      template.connect(mp4.output, to: movie)
      return mp4.input
    case .mkv:
      let mkv = template.add("mkv", MuxMKV())
      template.connect(mkv.output, to: movie)
      return mkv.input
    }
  }
}
