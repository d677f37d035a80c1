/// Changes rate, channels or sample format.
public struct AudioConvert: Node {
  public static let type: NodeType = "audio.convert"
  public static let summary = "Changes the sample rate, the channels or the sample format of sound."

  @Port(in: "in", "Sound in any format.") public var input: Input<RawAudio>
  @Port(out: "out", "Sound in the new format.") public var output: Output<RawAudio>
  @Parameter("Samples a second; without it, as they come.", unit: "Hz", in: 4000...768000) public var rate: Int?
  @Parameter("The number of channels; that of the input if left out.", in: 1...63) public var channels: Int?
  @Parameter(
    "The speakers that the channels are for, in any order; without them, those as they come or the usual ones.")
  public var speakers: [Speaker] = []
  @Parameter("The sample format; that of the input if left out.") public var format: SampleLayout?
  @Parameter("The resampling quality: 10 is best and slowest.", in: 0...10) public var quality = 4

  public init() {}

  /// The format of samples, in the machine's byte order.
  public enum SampleLayout: String, ChoiceValue { case u8, s16, s24, s32, f32, f64 }

  /// A speaker, in the order of the channels of audio that is no file's yet.
  public enum Speaker: String, ChoiceValue {
    case frontLeft, frontRight, frontCenter, lowFrequency, rearLeft, rearRight, frontLeftOfCenter, frontRightOfCenter
    case rearCenter, secondLowFrequency, sideLeft, sideRight, topFrontLeft, topFrontRight, topFrontCenter, topCenter
    case topRearLeft, topRearRight
  }
}

/// Changes the volume.
public struct AudioVolume: Node {
  public static let type: NodeType = "audio.volume"
  public static let summary = "Makes sound louder or softer."

  @Port(in: "in", "The sound.") public var input: Input<RawAudio>
  @Port(out: "out", "The louder or softer sound.") public var output: Output<RawAudio>
  @Parameter("The factor, or decibels; samples beyond full scale are clipped.", live: true) public var gain = Gain()
  @Parameter("True for silence.", live: true) public var mute = false

  public init() {}
}

/// Changes the speed.
public struct AudioTempo: Node {
  public static let type: NodeType = "audio.tempo"
  public static let summary = "Makes sound faster or slower; its length is divided by the speed, to the sample."

  @Port(in: "in", "The sound.") public var input: Input<RawAudio>
  @Port(out: "out", "The faster or slower sound.") public var output: Output<RawAudio>
  @Parameter("The speed; 2 halves the duration.", in: 0.25...4) public var speed = 1.0
  @Parameter("The pitch algorithm.") public var pitch: Pitch = .spectral

  public init() {}

  /// The effect of the speed on the pitch.
  public enum Pitch: String, ChoiceValue {
    /// The pitch stays; best for music.
    case spectral
    /// The pitch stays; fast, good for speech.
    case timeDomain
    /// The pitch rises with the speed, as on a tape.
    case varispeed
  }
}
