import OrderedCollections

/// A value over time: constant, or keys with linear interpolation between them.
///
/// Files write `0.5`, `{ 0s: 0, 1s: 1 }`, and for jumps `[{ at: 0s, value: 0 }, { at: 1s, value: 1, jump: true }]`.
/// Before the first key and after the last one, the value is that of the key.
public enum Ramp<Value: ParameterValue>: ParameterValue {
  case constant(Value)
  /// At least one key, in the order of their times.
  case keys([Key])

  /// The value at a time.
  public struct Key: RecordValue {
    public static var recordName: String { "key" }

    @Parameter("When it is reached.") public var at: MediaTime
    @Parameter("The value at this time.") public var value: Value
    @Parameter("True to hold the value before until then, instead of a ramp.") public var jump = false

    public init() {}

    /// Makes a key, reached by interpolation or by a jump.
    public init(at time: MediaTime, _ value: Value, jump: Bool = false) {
      // In an initializer, the compiler takes an assignment to a wrapped property for its default.
      self.init { key in
        (key.at, key.value) = (time, value)
        if jump { key.jump = true }
      }
    }
  }

  public init() { self = .constant(Value()) }
  public init(_ value: Value) { self = .constant(value) }

  /// The type of the ramp's values, with its alternatives for forms and schemas.
  public static var parameterType: ParameterType {
    let value = Value.parameterType
    return ParameterType(
      value.name, example: value.example,
      alternatives: [value, ParameterType("map", entries: value), Array<Key>.parameterType])
  }

  public init(argument: Argument) throws(ArgumentError) {
    if let problem = Self.problems(in: argument).first { throw problem }
    switch argument {
    case .list: self = .keys(try Array<Key>(argument: argument))
    case .map(let entries) where Self.hasTimes(entries):
      var keys: [Key] = []
      for (time, value) in entries { keys.append(Key(at: try MediaTime(parsing: time), try Value(argument: value))) }
      self = .keys(keys)
    default: self = .constant(try Value(argument: argument))
    }
  }

  public static func problems(in argument: Argument) -> [ArgumentError] {
    switch argument {
    case .list(let items):
      return items.isEmpty ? [ArgumentError("needs a key", label: "is empty")] : Array<Key>.problems(in: argument)
    case .map(let entries) where hasTimes(entries):
      return entries.flatMap { time, value in
        MediaTime.problems(in: .text(time)).map { Self.isNoTime($0).within(.key(time)) }
          + Value.problems(in: value).map { $0.within(.entry(time)) }
      }
    default: return Value.problems(in: argument)
    }
  }

  private static func isNoTime(_ error: ArgumentError) -> ArgumentError {
    ArgumentError("must have times, such as 2s, in front of its values", label: error.label, help: error.help)
  }

  public var argument: Argument? {
    switch self {
    case .constant(let value): return value.argument
    case .keys(let keys):
      var entries: OrderedDictionary<String, Argument> = [:]
      for key in keys { entries[key.at.text] = key.value.argument }
      // A map cannot hold two keys of one time, nor jumps.
      guard entries.count == keys.count, !keys.contains(where: \.jump) else { return keys.argument }
      return .map(entries)
    }
  }

  /// True if a map's keys are times: they begin with a digit, which fields of a record never do.
  private static func hasTimes(_ entries: OrderedDictionary<String, Argument>) -> Bool {
    entries.keys.contains { $0.first?.isNumber == true || $0.first == "-" || $0.first == "." }
  }
}
