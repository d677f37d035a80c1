extension ExportPreset {
  /// The encoding of a file, after the presets of AVAssetExportSession.
  public enum Preset: String, ChoiceValue {
    case low, medium, highest, vga640x480, qhd960x540, hd1280x720, hd1920x1080, uhd3840x2160
    case hevcHighest, hevc1920x1080, hevc3840x2160
    /// With 16-bit PCM audio, as usual for media that will be edited further.
    case prores422, prores4444
    case m4a

    public var text: String {
      switch self {
      case .hevcHighest: "hevc_highest"
      case .vga640x480, .qhd960x540, .hd1280x720, .hd1920x1080, .uhd3840x2160: String(rawValue.drop(while: \.isLetter))
      default: rawValue
      }
    }

    /// The codec of the video.
    public enum VideoCoding: Hashable, Sendable {
      case h264(Bitrate)
      case hevc(Bitrate)
      case proRes(VideoEncodeProRes.Profile)
    }

    /// The codec of the audio.
    public enum AudioCoding: Hashable, Sendable {
      case aac(Bitrate?)
      case pcm(AudioEncodePCM.Format)
    }

    /// The box that frames are scaled to fit; nil for their own size.
    public var size: PixelSize? {
      switch self {
      case .low: PixelSize(width: 224, height: 168)
      case .medium: PixelSize(width: 568, height: 426)
      case .vga640x480: PixelSize(width: 640, height: 480)
      case .qhd960x540: PixelSize(width: 960, height: 540)
      case .hd1280x720: PixelSize(width: 1280, height: 720)
      case .hd1920x1080, .hevc1920x1080: PixelSize(width: 1920, height: 1080)
      case .uhd3840x2160, .hevc3840x2160: PixelSize(width: 3840, height: 2160)
      case .highest, .hevcHighest, .prores422, .prores4444, .m4a: nil
      }
    }

    /// The codec of the video; nil for audio alone.
    public var videoCoding: VideoCoding? {
      switch self {
      case .low: .h264(.kilobits(128))
      case .medium: .h264(.kilobits(700))
      case .highest: .h264(.megabits(20))
      case .vga640x480: .h264(.megabits(2))
      case .qhd960x540: .h264(.megabits(3))
      case .hd1280x720: .h264(.megabits(5))
      case .hd1920x1080: .h264(.megabits(10))
      case .uhd3840x2160: .h264(.megabits(32))
      case .hevcHighest: .hevc(.megabits(12))
      case .hevc1920x1080: .hevc(.megabits(6))
      case .hevc3840x2160: .hevc(.megabits(20))
      case .prores422: .proRes(.standard)
      case .prores4444: .proRes(.p4444)
      case .m4a: nil
      }
    }

    /// The codec of the audio.
    public var audioCoding: AudioCoding {
      switch self {
      case .low: .aac(.kilobits(64))
      case .medium, .vga640x480: .aac(.kilobits(96))
      case .m4a: .aac(.kilobits(192))
      case .prores422, .prores4444: .pcm(.s16)
      default: .aac(nil)
      }
    }

    /// The file type that holds all tracks of the preset.
    public var fileType: FileType {
      if case .proRes? = videoCoding { .mov } else { .mp4 }
    }

    /// Returns the type of an output file: QuickTime for ProRes, else the type of its name's extension.
    func fileType(of output: Location) -> FileType {
      fileType == .mov ? .mov : FileType(nameOf: output) ?? fileType
    }
  }
}
