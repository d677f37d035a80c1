/// The type of a parameter as files, help and schemas name it.
public struct ParameterType: Sendable, Hashable {
  /// The name after `type:` in a file: `bitrate`.
  public let name: String
  /// An example of a value in text, for help and errors: `5Mb/s`; nil if the name is enough.
  public let example: String?
  /// All values, if they are few.
  public let choices: [String]?
  /// The fields of a record type; empty for any other.
  public let fields: [ParameterDeclaration]
  /// A regular expression (ECMA 262) that every value in text matches, for schemas; nil if any text may fit.
  public let pattern: String?
  /// The type of the values of a map with free keys; empty for any other.
  public let entries: [ParameterType]
  /// The types of which a value has one; empty if there is only one way to write a value.
  public let alternatives: [ParameterType]
  /// The ways to write a value where some are words and others are not: `first`, `id:NUMBER`; empty for any other.
  public let forms: [String]
  /// True if a value is a list of elements of the described type, or a single one.
  public let isList: Bool

  public init(
    _ name: String, example: String? = nil, choices: [String]? = nil, fields: [ParameterDeclaration] = [],
    pattern: String? = nil, entries: ParameterType? = nil, alternatives: [ParameterType] = [], forms: [String] = [],
    isList: Bool = false
  ) {
    self.name = name
    self.example = example
    self.choices = choices
    self.fields = fields
    self.pattern = pattern
    self.entries = entries.map { [$0] } ?? []
    self.alternatives = alternatives
    self.forms = forms
    self.isList = isList
  }

  /// The name with its article: "a bitrate".
  public var article: String {
    // By pronunciation: a url.
    name != "url" && name.first.map { "aeiou".contains($0) } == true ? "an \(name)" : "a \(name)"
  }

  /// A description of valid values, with an example: "a bitrate such as 5Mb/s".
  public var expectation: String {
    if let choices { return "one of: \(choices.joined(separator: ", "))" }
    return example.map { "\(article) such as \($0)" } ?? article
  }
}
