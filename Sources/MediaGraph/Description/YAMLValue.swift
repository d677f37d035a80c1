/// A value of a YAML file with its place: scalars stay the text that was written.
struct YAMLValue {
  indirect enum Content {
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLValue])
    case mapping([(key: YAMLValue, value: YAMLValue)])
  }

  let content: Content
  let range: SourceRange
  /// Whether a list or map has no brackets, and a text stands below `|` or `>`.
  var isBlock = false

  /// The text of a scalar.
  var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// Whether a text stands in quotes.
  var isQuoted: Bool { if case .scalar(_, let isQuoted) = content { isQuoted } else { false } }

  /// Whether nothing was written, as in `with:`.
  var isEmpty: Bool {
    if case .scalar(let text, let isQuoted) = content { !isQuoted && (text.isEmpty || text == "~") } else { false }
  }

  /// What it is, for errors.
  var kindName: String {
    switch content {
    case .scalar: isEmpty ? "nothing" : "a text"
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }
}
