extension Timeline {
  /// The source of a clip's media: a file or URL, a timeline, or a source of the program that runs the graph.
  ///
  /// Files write `a.mov`, `{ items: […] }` or `{ program: NAME }`.
  public indirect enum Source: ParameterValue, ExpressibleByStringLiteral {
    case location(Location)
    case timeline(Timeline)
    /// A `ProgramSource` of this name.
    case program(String)

    // Listing the nested timeline's fields would recurse into this type.
    public static let parameterType = ParameterType(
      "source", example: "movie.mp4",
      alternatives: [Location.parameterType, ProgramName.parameterType, ParameterType(Timeline.recordName)])

    public init() { self = .location(Location()) }
    public init(stringLiteral value: String) { self = .location(Location(value)) }

    public init(argument: Argument) throws(ArgumentError) {
      guard case .map = argument else {
        self = .location(try Location(argument: argument))
        return
      }
      self =
        Self.namesProgram(argument)
        ? .program(try ProgramName(argument: argument).program)
        : .timeline(
          try Timeline(argument: argument))
    }

    public static func problems(in argument: Argument) -> [ArgumentError] {
      switch argument {
      case .map: namesProgram(argument) ? ProgramName.problems(in: argument) : Timeline.problems(in: argument)
      case .list: [.notA(parameterType, help: "write a file, { items: … } or { program: NAME }")]
      default: Location.problems(in: argument)
      }
    }

    public var argument: Argument? {
      switch self {
      case .location(let location): location.argument
      case .timeline(let timeline): timeline.argument
      case .program(let name): ProgramName { $0.program = name }.argument
      }
    }

    private static func namesProgram(_ argument: Argument) -> Bool {
      if case .map(let entries) = argument { entries["program"] != nil } else { false }
    }
  }

  /// The written form of a program's source.
  struct ProgramName: RecordValue {
    static let recordName = "program source"

    @Parameter("The name of the program's source.") var program: String
  }
}
