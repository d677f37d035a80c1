/// Why a value cannot be a parameter's: the pieces of a diagnostic, without the parameter's name and place.
public struct ArgumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What the parameter demands; follows its name: "must be exact".
  public let problem: String
  /// What is wrong with the value; stands beside the caret: "is not a rational".
  public let label: String
  /// What to write instead.
  public let help: String?

  public init(_ problem: String, label: String, help: String? = nil) {
    self.problem = problem
    self.label = label
    self.help = help
  }

  public var description: String { problem }

  static func notAChoice(_ text: String, of choices: [String]) -> ArgumentError {
    let list = choices.joined(separator: ", ")
    let help = Suggestion.nearest(to: text, in: choices).map { "did you mean '\($0)'?" }
    return ArgumentError("must be one of: \(list)", label: "is none of them", help: help)
  }

  static func notA(_ type: ParameterType, help: String? = nil) -> ArgumentError {
    ArgumentError("must be \(type.expectation)", label: "is not \(type.article)", help: help)
  }
}

extension ArgumentError {
  static func outOfRange(minimum: String?, maximum: String?) -> ArgumentError {
    let problem =
      switch (minimum, maximum) {
      case (let minimum?, let maximum?): "must be from \(minimum) to \(maximum)"
      case (let minimum?, nil): "must be at least \(minimum)"
      case (nil, let maximum?): "must be at most \(maximum)"
      case (nil, nil): "is out of range"
      }
    return ArgumentError(problem, label: "is out of range")
  }
}
