extension Timeline {
  /// A part of a source, with effects on its video and audio.
  ///
  /// A still picture or a title is a clip of any length: it needs a `duration`, or a `to`. The times of `markers`, `opacity`, `transform`,
  /// `crop` and `volume` are relative to the clip's beginning.
  public struct Clip: RecordValue {
    public static let recordName = "clip"

    @Parameter("The file, timeline, title or source of the program.") public var clip: Source
    @Parameter("Where it begins in its source.") public var from = MediaTime()
    @Parameter("Where it ends in its source; without it, at the source's end.") public var to: MediaTime?
    @Parameter("Where it begins in the sequence; without it, where the item before ends.") public var at: MediaTime?
    @Parameter(duration: "The duration in the sequence; another one than in the source changes the speed.")
    public var duration: MediaTime?
    @Parameter("True to play it backwards, from its end in the source to its beginning.") public var reverse =
      false
    @Parameter("Which of the source's video tracks is seen; none, if only its audio is wanted.")
    public var video = TrackChoice()
    @Parameter("Which of the source's audio tracks is heard; none, if only its video is wanted.")
    public var audio = TrackChoice()
    @Parameter("Which of the source's other tracks, such as subtitles and timecode, a copy has; none are rendered.")
    public var samples = TrackChoice(.none)
    @Parameter("The fit of frames of another size on the canvas.") public var fit: Fit = .contain
    @Parameter("The opacity, from 0 to 1.") public var opacity = Ramp(Opacity())
    @Parameter("Where its picture goes on the canvas, after the fit.") public var transform = Ramp(Transform())
    @Parameter("The part of its picture that is seen; all of it without.") public var crop: Ramp<Crop>?
    @Parameter("The gain of its sound; between keys, its factor is interpolated.") public var volume = Ramp(Gain())
    @Parameter("The pitch algorithm of audio that is slower or faster.") public var pitch = Pitch.spectral
    @Parameter("Its name, for people.") public var name = ""
    @Parameter("Notes at times of the clip.") public var markers: [Marker] = []

    public init() {}

    /// The placement of a frame whose size differs from the canvas.
    public enum Fit: String, ChoiceValue {
      /// Scaled to fit inside the canvas, centred.
      case contain
      /// Scaled to cover the canvas, centred.
      case cover
      /// Stretched to the canvas's width and height.
      case stretch
      /// Unscaled, at the top left.
      case none
    }
  }

  /// The treatment of audio that is played at another speed, as Apple's `AVAudioTimePitchAlgorithm`.
  ///
  /// The default is `spectral`, as for Apple's readers and exports.
  public enum Pitch: String, ChoiceValue {
    /// The pitch stays; for music and any other sound.
    case spectral
    /// The pitch stays; for speech, with less computation.
    case timeDomain
    /// The pitch follows the speed, as that of a tape does; every sample depends on its exact time alone.
    case varispeed
  }

  /// The opacity of a clip: 0 is invisible, 1 opaque.
  public struct Opacity: TextValue, ExpressibleByFloatLiteral {
    public static let parameterType = Double.parameterType
    public let value: Double

    /// Makes an opacity of 1.
    public init() { value = 1 }
    /// Makes an opacity, clamped to 0 to 1.
    public init(_ value: Double) { self.value = min(max(value, 0), 1) }
    public init(floatLiteral value: Double) { self.init(value) }

    public init(parsing text: String) throws(ArgumentError) {
      value = try Double(parsing: text)
      guard (0...1).contains(value) else { throw .outOfRange(minimum: "0", maximum: "1") }
    }

    public var text: String { value.text }
  }

  /// An affine map of pixels to pixels, as `CGAffineTransform`: x' = a·x + c·y + `x`, y' = b·x + d·y + `y`.
  ///
  /// Between the keys of a ramp, each of its numbers is interpolated.
  public struct Transform: RecordValue {
    public static let recordName = "transform"

    @Parameter("The matrix element a: x' by x.") public var a = 1.0
    @Parameter("The matrix element b: y' by x.") public var b = 0.0
    @Parameter("The matrix element c: x' by y.") public var c = 0.0
    @Parameter("The matrix element d: y' by y.") public var d = 1.0
    @Parameter("The translation to the right.", unit: "pixels") public var x = 0.0
    @Parameter("The translation down.", unit: "pixels") public var y = 0.0

    public init() {}
  }

  /// A rectangle of a clip's frame, from its top left.
  public struct Crop: RecordValue {
    public static let recordName = "crop"

    @Parameter("Its left edge.", unit: "pixels", in: -16384...16384) public var x = 0.0
    @Parameter("Its top edge.", unit: "pixels", in: -16384...16384) public var y = 0.0
    @Parameter("Its width.", unit: "pixels") public var width: Double
    @Parameter("Its height.", unit: "pixels") public var height: Double

    public init() {}
  }
}
