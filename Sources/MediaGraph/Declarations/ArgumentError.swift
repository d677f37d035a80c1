/// The reason why a value does not fit a parameter: the parts of a diagnostic, without the parameter's name and place.
public struct ArgumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The requirement of the parameter; follows its name: "must be exact".
  public let problem: String
  /// The problem of the value; beside the caret: "is not a rational".
  public let label: String
  /// The value to write instead.
  public let help: String?
  /// The path from the parameter's value to the value at fault inside a list or a map; empty for the whole value.
  public private(set) var path: [Step] = []

  /// A step into a value.
  public enum Step: Hashable, Sendable {
    /// An element of a list, counted from 0.
    case item(Int)
    /// A field of a record.
    case field(String)
    /// An entry of a map whose keys are not field names, such as times.
    case entry(String)
    /// The key itself; always the last step.
    case key(String)
  }

  public init(_ problem: String, label: String, help: String? = nil, at path: [Step] = []) {
    self.problem = problem
    self.label = label
    self.help = help
    self.path = path
  }

  public var description: String { path.isEmpty ? problem : "\(Self.text(of: path)) \(problem)" }

  /// Returns the error as one of the enclosing value.
  public func within(_ step: Step) -> ArgumentError {
    ArgumentError(problem, label: label, help: help, at: [step] + path)
  }

  /// The subject of `problem`: the innermost name if a caret shows the place; otherwise the whole path.
  func subject(of parameter: String, isPlaced: Bool) -> String {
    guard isPlaced else { return parameter + Self.text(of: path, isContinued: true) }
    return path.reduce(parameter) { if case .field(let name) = $1 { name } else { $0 } }
  }

  private static func text(of path: [Step], isContinued: Bool = false) -> String {
    path.reduce(into: "") { text, step in
      switch step {
      case .item(let index): text += "[\(index)]"
      case .entry(let name): text += "[\(name)]"
      case .field(let name): text += (text.isEmpty && !isContinued ? "" : ".") + name
      case .key: break
      }
    }
  }

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
