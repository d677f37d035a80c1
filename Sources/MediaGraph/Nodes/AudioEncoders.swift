/// Encodes audio as Opus.
public struct AudioEncodeOpus: Node {
  public static let type: NodeType = "audio.encode.opus"
  public static let summary = "Encodes sound as Opus."

  @Port(in: "in", "Sound.") public var input: Input<RawAudio>
  @Port(out: "out", "Coded sound.") public var output: Output<Coded<Audio>>
  @Parameter(
    "The average bit rate; without it, 96 kb/s for one channel or two, and 48 kb/s more for each further one.",
    in: .kilobits(6)...(.kilobits(510)))
  public var bitrate: Bitrate?

  public init() {}

  /// Returns the bit rate that a number of channels has if none is asked for.
  public static func usualBitrate(channels: Int) -> Bitrate { .kilobits(min(max(channels, 2), 8) * 48) }
}

/// Encodes audio as Vorbis.
public struct AudioEncodeVorbis: Node {
  public static let type: NodeType = "audio.encode.vorbis"
  public static let summary = "Encodes sound as Vorbis."

  @Port(in: "in", "Sound.") public var input: Input<RawAudio>
  @Port(out: "out", "Coded sound.") public var output: Output<Coded<Audio>>
  @Parameter("The average bit rate.", in: .kilobits(32)...(.kilobits(500))) public var bitrate: Bitrate = .kilobits(112)

  public init() {}
}

/// Encodes audio as MP3, at a constant bit rate.
public struct AudioEncodeMP3: Node {
  public static let type: NodeType = "audio.encode.mp3"
  public static let summary = "Encodes sound as MP3, at a constant bit rate."

  @Port(in: "in", "Sound.") public var input: Input<RawAudio>
  @Port(out: "out", "Coded sound.") public var output: Output<Coded<Audio>>
  @Parameter("The bit rate.") public var bitrate: Rate = .r192

  public init() {}

  /// The bit rates that MP3 has at 32 kHz and more.
  public enum Rate: String, ChoiceValue {
    case r32, r40, r48, r56, r64, r80, r96, r112, r128, r160, r192, r224, r256, r320

    public var text: String { kilobits.description + "kb/s" }
    public var kilobits: Int { Int(rawValue.dropFirst()) ?? 192 }
  }
}

/// Encodes audio as FLAC, without any loss.
public struct AudioEncodeFLAC: Node {
  public static let type: NodeType = "audio.encode.flac"
  public static let summary = "Encodes sound as FLAC, without any loss."

  @Port(in: "in", "Sound.") public var input: Input<RawAudio>
  @Port(out: "out", "Coded sound.") public var output: Output<Coded<Audio>>
  @Parameter("The compression effort: more is slower and smaller.", in: 0...9) public var effort = 5

  public init() {}
}

/// Encodes audio as Apple Lossless, without any loss.
public struct AudioEncodeALAC: Node {
  public static let type: NodeType = "audio.encode.alac"
  public static let summary = "Encodes sound as Apple Lossless, without any loss."

  @Port(in: "in", "Sound.") public var input: Input<RawAudio>
  @Port(out: "out", "Coded sound.") public var output: Output<Coded<Audio>>

  public init() {}
}

/// Stores audio as PCM.
public struct AudioEncodePCM: Node {
  public static let type: NodeType = "audio.encode.pcm"
  public static let summary = "Stores sound sample by sample."

  @Port(in: "in", "Sound.") public var input: Input<RawAudio>
  @Port(out: "out", "Sound as it is stored in files.") public var output: Output<Coded<Audio>>
  @Parameter("The sample format; values beyond full scale are clipped, except by floats.") public var format: Format =
    .s16

  public init() {}

  /// The format of a stored sample: in little-endian order, but for those whose names end in "be".
  public enum Format: String, ChoiceValue {
    case u8, s8, s16, s24, s32, f32, f64
    case s16be, s24be, s32be, f32be, f64be
  }
}

/// Encodes speech as AMR.
public struct AudioEncodeAMR: Node {
  public static let type: NodeType = "audio.encode.amr"
  public static let summary = "Encodes speech as AMR: one channel of 8 kHz, or of 16 kHz with its wide band."

  @Port(in: "in", "Sound.") public var input: Input<RawAudio>
  @Port(out: "out", "Coded sound.") public var output: Output<Coded<Audio>>
  @Parameter("True for wide band up to 7 kHz (AMR-WB); false for the band of telephones (AMR-NB).") public var wide =
    false
  @Parameter("The bit rate; the nearest that AMR has is taken.", in: .kilobits(4)...(.kilobits(24))) public var bitrate:
    Bitrate = .kilobits(12)

  public init() {}
}
