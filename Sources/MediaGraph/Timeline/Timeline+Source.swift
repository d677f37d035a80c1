extension Timeline {
  /// The source of a clip's media: a file or URL, a timeline, a title, or a source of the program that runs the graph.
  ///
  /// Files write `a.mov`, `{ items: […] }`, `{ text: … }` or `{ program: NAME }`.
  public indirect enum Source: ParameterValue, ExpressibleByStringLiteral {
    case location(Location)
    case timeline(Timeline)
    case title(Title)
    /// A `ProgramSource` of this name.
    case program(String)

    // Listing the nested timeline's fields would recurse into this type.
    public static let parameterType = ParameterType(
      "source", example: "movie.mp4",
      alternatives: [
        Location.parameterType, Title.parameterType, ProgramName.parameterType, ParameterType(Timeline.recordName),
      ])

    public init() { self = .location(Location()) }
    public init(stringLiteral value: String) { self = .location(Location(value)) }

    public init(argument: Argument) throws(ArgumentError) {
      guard case .map = argument else {
        self = .location(try Location(argument: argument))
        return
      }
      self =
        switch Self.kind(of: argument) {
        case .program: .program(try ProgramName(argument: argument).program)
        case .text: .title(try Title(argument: argument))
        case nil: .timeline(try Timeline(argument: argument))
        }
    }

    public static func problems(in argument: Argument) -> [ArgumentError] {
      switch argument {
      case .map:
        switch kind(of: argument) {
        case .program: ProgramName.problems(in: argument)
        case .text: Title.problems(in: argument)
        case nil: Timeline.problems(in: argument)
        }
      case .list: [.notA(parameterType, help: "write a file, { items: … }, { text: … } or { program: NAME }")]
      default: Location.problems(in: argument)
      }
    }

    public var argument: Argument? {
      switch self {
      case .location(let location): location.argument
      case .timeline(let timeline): timeline.argument
      case .title(let title): title.argument
      case .program(let name): ProgramName { $0.program = name }.argument
      }
    }

    /// The fields that distinguish the written forms from a timeline.
    private enum Kind: String, CaseIterable { case program, text }

    private static func kind(of argument: Argument) -> Kind? {
      guard case .map(let entries) = argument else { return nil }
      return Kind.allCases.first { entries[$0.rawValue] != nil }
    }
  }

  /// The written form of a program's source.
  struct ProgramName: RecordValue {
    static let recordName = "program source"

    @Parameter("The name of the program's source.") var program: String
  }
}
