extension Timeline {
  /// An element of a sequence; its first field in a file is the kind: `clip`, `gap` or `transition`.
  public enum Item: ParameterValue {
    case clip(Clip)
    case gap(Gap)
    case transition(Transition)

    public static let parameterType = ParameterType(
      "item", alternatives: [Clip.parameterType, Gap.parameterType, Transition.parameterType])

    /// Makes a gap of duration zero.
    public init() { self = .gap(Gap()) }

    public init(argument: Argument) throws(ArgumentError) {
      switch Self.kind(of: argument) {
      case .clip: self = .clip(try Clip(argument: argument))
      case .gap: self = .gap(try Gap(argument: argument))
      case .transition: self = .transition(try Transition(argument: argument))
      case nil: throw Self.unknown
      }
    }

    public static func problems(in argument: Argument) -> [ArgumentError] {
      switch kind(of: argument) {
      case .clip: Clip.problems(in: argument)
      case .gap: Gap.problems(in: argument)
      case .transition: Transition.problems(in: argument)
      case nil: [unknown]
      }
    }

    public var argument: Argument? {
      switch self {
      case .clip(let clip): clip.argument
      case .gap(let gap): gap.argument
      case .transition(let transition): transition.argument
      }
    }

    /// The fields that distinguish the kinds.
    private enum Kind: String, CaseIterable { case clip, gap, transition }

    private static func kind(of argument: Argument) -> Kind? {
      guard case .map(let entries) = argument else { return nil }
      return Kind.allCases.first { entries[$0.rawValue] != nil }
    }

    private static let unknown = ArgumentError(
      "must be a clip, a gap or a transition", label: "is none of them",
      help: "write { clip: FILE, … }, { gap: TIME } or { transition: KIND, … }")
  }

  /// A time range without video and audio.
  public struct Gap: RecordValue {
    public static let recordName = "gap"

    @Parameter("The duration.") public var gap: MediaTime

    public init() {}
  }

  /// A transition between two clips, which overlap for its duration: the second begins that much before the end of the
  /// first.
  public struct Transition: RecordValue {
    public static let recordName = "transition"

    @Parameter("The transition of the video.") public var transition: Kind
    @Parameter("The duration of the overlap of both clips.") public var duration: MediaTime
    @Parameter("The crossfade of the audio.") public var audio: AudioFade = .equalPower
    @Parameter("Where a push, wipe or slide moves; without it, a wipe moves to the right, the others to the left.")
    public var direction: Direction?
    @Parameter("The colour in the middle of a fade.") public var color = RGBColor()

    public init() {}

    /// The transition of the video.
    public enum Kind: String, ChoiceValue {
      /// The next clip appears over the one before: a dissolve.
      case crossfade
      /// The next clip moves in, and pushes the one before out.
      case push
      /// The next clip is uncovered behind a border that moves.
      case wipe
      /// The next clip moves in over the one before.
      case slide
      /// The clip before fades to a colour, from which the next one appears.
      case fade
    }

    /// The direction of a movement over the canvas.
    public enum Direction: String, ChoiceValue { case left, right, up, down }

    /// The transition of the audio.
    public enum AudioFade: String, ChoiceValue {
      /// The sum of both powers is constant: for unrelated clips.
      case equalPower
      /// The sum of both gains is 1: for clips of one recording.
      case linear
      /// The audio cuts in the middle.
      case cut
    }
  }
}
