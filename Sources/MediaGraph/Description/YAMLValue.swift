import Yams

/// A value of a YAML file with its place: scalars stay the text that was written.
struct YAMLValue {
  indirect enum Content {
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLValue])
    case mapping([(key: YAMLValue, value: YAMLValue)])
  }

  let content: Content
  let range: SourceRange

  /// The text of a scalar.
  var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }

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

extension YAMLValue {
  /// The largest file that is read, in bytes; descriptions are written by hand.
  static let sizeLimit = 1 << 20

  /// Reads a file of one document.
  /// - Throws: `Diagnostic` at the place of the first syntax error.
  static func parse(_ text: String, file: SourceFile) throws(Diagnostic) -> YAMLValue? {
    if let range = YAMLAnchors.first(in: file) {
      throw Diagnostic(
        "anchors and aliases are not part of the format", at: range, help: "write a template, and use it twice")
    }
    do {
      return try Yams.compose(yaml: text).map { YAMLValue($0, file: file) }
    } catch let error as YamlError {
      throw Diagnostic(error, file: file)
    } catch {
      throw Diagnostic("the file cannot be read as YAML", cause: "\(error)")
    }
  }

  private init(_ node: Yams.Node, file: SourceFile) {
    let (lineNumber, column) = node.mark.map { ($0.line, $0.column) } ?? (1, 1)
    var length = 1
    switch node {
    case .scalar(let scalar):
      let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
      content = .scalar(scalar.string, isQuoted: isQuoted)
      length = Self.length(of: scalar.string, isQuoted: isQuoted, on: file.line(lineNumber), from: column)
    case .sequence(let sequence):
      content = .sequence(sequence.map { YAMLValue($0, file: file) })
    case .mapping(let mapping):
      content = .mapping(mapping.map { (YAMLValue($0.key, file: file), YAMLValue($0.value, file: file)) })
    case .alias:
      // Anchors were refused before.
      content = .scalar("", isQuoted: false)
    }
    range = SourceRange(file: file, line: lineNumber, column: column, length: length)
  }

  /// How many characters a scalar takes on its first line, with its quotes.
  private static func length(of text: String, isQuoted: Bool, on line: String, from column: Int) -> Int {
    let rest = Array(line.unicodeScalars.dropFirst(column - 1))
    guard isQuoted, let quote = rest.first else {
      return min(text.split(separator: "\n").first?.unicodeScalars.count ?? 1, max(rest.count, 1))
    }
    var index = 1
    while index < rest.count {
      if rest[index] == "\\", quote == "\"" { index += 1 } else if rest[index] == quote { return index + 1 }
      index += 1
    }
    return max(rest.count, 1)
  }
}

extension Diagnostic {
  fileprivate init(_ error: YamlError, file: SourceFile) {
    func range(_ mark: Mark) -> SourceRange { SourceRange(file: file, line: mark.line, column: mark.column, length: 1) }
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let note = context.map { "\($0.text) at \(file.path):\($0.mark.line):\($0.mark.column)" }
      self.init("the YAML is malformed", at: range(mark), label: problem, notes: note.map { [$0] } ?? [])
    case .duplicatedKeysInMapping(let names, let context):
      let name = names.first ?? ""
      let first = SourceRange(
        file: file, line: context.mark.line, column: context.mark.column, length: name.unicodeScalars.count)
      self.init(
        "duplicate key '\(name)'", at: Self.second(name, after: first),
        notes: ["the first one is at \(file.path):\(first.line):\(first.column)"],
        help: "rename or remove one of them")
    case .reader(let problem, _, _, _):
      self.init("the file is no text in UTF-8", cause: problem)
    default:
      self.init("the file cannot be read as YAML", cause: "\(error)")
    }
  }

  /// The next place where a key of this name is written, for the parser reports only the first one.
  private static func second(_ name: String, after first: SourceRange) -> SourceRange {
    let file = first.file
    for number in first.line...max(first.line, file.lines.count) {
      let start = number == first.line ? first.column - 1 + first.length : 0
      let line = Array(file.line(number).unicodeScalars)
      let key = Array(name.unicodeScalars)
      guard !key.isEmpty, line.count > start + key.count else { continue }
      for offset in start..<(line.count - key.count) where Array(line[offset..<offset + key.count]) == key {
        let before = offset == 0 || " {,\"'".unicodeScalars.contains(line[offset - 1])
        let after = line[(offset + key.count)...].first { !" \"'".unicodeScalars.contains($0) }
        if before, after == ":" {
          return SourceRange(file: file, line: number, column: offset + 1, length: key.count)
        }
      }
    }
    return first
  }
}
