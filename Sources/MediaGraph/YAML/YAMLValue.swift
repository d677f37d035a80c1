/// A value of a YAML file with its place; scalars stay the text as written.
struct YAMLValue: Sendable {
  indirect enum Content: Sendable {
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLValue])
    case mapping([(key: YAMLValue, value: YAMLValue)])
  }

  let content: Content
  let range: SourceRange
  /// True if a list or map is written without brackets, or a text as a block (`|` or `>`).
  var isBlock = false

  /// The text of a scalar.
  var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// True if a text is in quotes.
  var isQuoted: Bool { if case .scalar(_, let isQuoted) = content { isQuoted } else { false } }

  /// True if the value is empty, as in `with:`.
  var isEmpty: Bool {
    if case .scalar(let text, let isQuoted) = content { !isQuoted && (text.isEmpty || text == "~") } else { false }
  }

  /// The place of the value at a path, or of the innermost value on the way to it that is written.
  func range(at path: some Collection<ArgumentError.Step>) -> SourceRange {
    guard let step = path.first else { return range }
    switch (step, content) {
    case (.item(let index), .sequence(let items)) where items.indices.contains(index):
      return items[index].range(at: path.dropFirst())
    // A single element stands for a list of one.
    case (.item, .mapping), (.item, .scalar): return range(at: path.dropFirst())
    case (.field(let name), .mapping(let pairs)), (.entry(let name), .mapping(let pairs)):
      return pairs.last { $0.key.scalar == name }?.value.range(at: path.dropFirst()) ?? range
    case (.key(let name), .mapping(let pairs)): return pairs.last { $0.key.scalar == name }?.key.range ?? range
    default: return range
    }
  }

  /// The kind of the value, for errors.
  var kindName: String {
    switch content {
    case .scalar: isEmpty ? "nothing" : "a text"
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }
}
