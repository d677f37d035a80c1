import Yams

/// Reads the YAML that the format allows: no anchors, no tags, no control characters; scalars stay texts.
struct YAMLParser {
  /// The largest file that is read, in bytes; descriptions are written by hand.
  static let sizeLimit = Argument.sizeLimit

  private let file: SourceFile

  private let text: String
  private let anchors: YAMLAnchors

  init(_ text: String, file: SourceFile) {
    self.text = text
    self.file = file
    anchors = YAMLAnchors(text)
  }

  /// Reads a file of one document.
  /// - Returns: nil when the file is empty.
  /// - Throws: `Diagnostic` at the place of the first syntax error.
  func parse() throws(Diagnostic) -> YAMLValue? {
    if let control = firstControlCharacter { throw control }
    let root: Yams.Node?
    do {
      // Without resolver rules, keys are equal when their texts are: by default, `on` and `"on"` are two.
      root = try Yams.compose(yaml: anchors.masked(text), .basic)
    } catch let error as YamlError {
      throw diagnostic(error)
    } catch {
      throw Diagnostic("the file cannot be read as YAML", underlying: error)
    }
    return try root.map { node throws(Diagnostic) in try value(of: node) }
  }

  private var firstControlCharacter: Diagnostic? {
    for (number, line) in file.lines.enumerated() {
      guard let column = line.firstIndex(where: { !Self.isAllowed($0) }) else { continue }
      let code = String(line[column].value, radix: 16, uppercase: true)
      return Diagnostic(
        "the file has a control character",
        at: SourceRange(file: file, line: number + 1, column: column + 1, length: 1),
        label: "is U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)",
        help: "remove it, or write it as \"\\u…\" in quotes")
    }
    return nil
  }

  /// True for the characters that YAML allows.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  // MARK: - Values

  private func value(of node: Yams.Node) throws(Diagnostic) -> YAMLValue {
    let (line, column) = node.mark.map { ($0.line, $0.column) } ?? (1, 1)
    let start = SourceRange(file: file, line: line, column: column, length: 1)
    try checkTag(of: node, at: start)
    switch node {
    case .scalar(let scalar):
      if scalar.style == .plain, anchors.begins(scalar.string) {
        let word = scalar.string.unicodeScalars.prefix { $0 != " " }.count
        throw YAMLAnchors.unsupportedAnchor(at: SourceRange(file: file, line: line, column: column, length: word))
      }
      let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
      let text = anchors.unmasked(scalar.string)
      let length = length(of: text, isQuoted: isQuoted, line: line, column: column)
      return YAMLValue(
        content: .scalar(text, isQuoted: isQuoted),
        range: SourceRange(file: file, line: line, column: column, length: length),
        isBlock: scalar.style == .literal || scalar.style == .folded)
    case .sequence(let sequence):
      var items: [YAMLValue] = []
      for item in sequence { items.append(try value(of: item)) }
      return YAMLValue(content: .sequence(items), range: start, isBlock: isBlock(at: start))
    case .mapping(let mapping):
      var pairs: [(key: YAMLValue, value: YAMLValue)] = []
      for pair in mapping { pairs.append((try value(of: pair.key), try value(of: pair.value))) }
      return YAMLValue(content: .mapping(pairs), range: start, isBlock: isBlock(at: start))
    case .alias:
      throw YAMLAnchors.unsupportedAnchor(at: start)
    }
  }

  /// True if a list or map is written without brackets. The style in the parser's node is that of the closing event,
  /// which has none.
  private func isBlock(at start: SourceRange) -> Bool {
    let first = file.line(start.line).dropFirst(start.column - 1).first
    return first != "{" && first != "["
  }

  /// Throws for an explicit tag: the type of a value is given by its parameter's declaration.
  private func checkTag(of node: Yams.Node, at start: SourceRange) throws(Diagnostic) {
    let harmless: [Tag.Name] = [.implicit, .str, .seq, .map]
    let name = node.tag.description
    if harmless.contains(where: { $0.rawValue == name }) { return }
    throw Diagnostic(
      "tags are not part of the format", at: start, help: "remove it: a value is what its parameter is declared to be")
  }

  /// The number of characters of a scalar on its first line, with its quotes.
  private func length(of text: String, isQuoted: Bool, line: Int, column: Int) -> Int {
    let rest = file.line(line).dropFirst(column - 1)
    guard isQuoted, let quote = rest.first else {
      return min(text.unicodeScalars.prefix { $0 != "\n" }.count, rest.count)
    }
    var index = rest.startIndex + 1
    while index < rest.endIndex {
      if rest[index] == "\\", quote == "\"" {
        index += 1
      } else if rest[index] == quote {
        return index + 1 - rest.startIndex
      }
      index += 1
    }
    return rest.count
  }

  // MARK: - Errors

  private func diagnostic(_ error: YamlError) -> Diagnostic {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      if let suspect = YAMLAnchors.suspect(in: file, near: mark.line) {
        return YAMLAnchors.unsupportedAnchor(at: suspect)
      }
      let place = SourceRange(file: file, line: mark.line, column: mark.column, length: 1)
      // The parser's own message names a function to call.
      if problem.hasPrefix("Maximum nesting level") { return Diagnostic("the YAML is nested too deeply", at: place) }
      let note = context.map { "\($0.text) at \(file.path):\($0.mark.line):\($0.mark.column)" }
      let isTab = file.line(mark.line).dropFirst(mark.column - 1).first == "\t"
      return Diagnostic(
        "the YAML is malformed", at: place, label: problem, notes: note.map { [$0] } ?? [],
        help: isTab ? "indent with spaces: YAML has no tabs there" : nil)
    case .duplicatedKeysInMapping(let names, let context):
      let name = anchors.unmasked(names.first ?? "")
      let first = SourceRange(
        file: file, line: context.mark.line, column: context.mark.column, length: name.unicodeScalars.count)
      return Diagnostic(
        "duplicate key '\(name)'", at: YAMLDuplicate(key: name, first: first, lines: file.lines).second ?? first,
        notes: ["the first one is at \(file.path):\(first.line):\(first.column)"],
        help: "rename or remove one of them")
    default:
      return Diagnostic("the file cannot be read as YAML", underlying: error)
    }
  }
}

/// Finds the second of two equal keys: the parser reports only the place of the first.
private struct YAMLDuplicate {
  let key: [Unicode.Scalar]
  let first: SourceRange
  let lines: [[Unicode.Scalar]]

  init(key: String, first: SourceRange, lines: [[Unicode.Scalar]]) {
    self.key = Array(key.unicodeScalars)
    self.first = first
    self.lines = lines
  }

  var second: SourceRange? {
    guard lines.indices.contains(first.line - 1) else { return nil }
    let isBlock = lines[first.line - 1].prefix(first.column - 1).allSatisfy { $0 == " " || $0 == "-" || $0 == "?" }
    return isBlock ? below : within
  }

  /// In a block, the second key is in the same column.
  private var below: SourceRange? {
    for index in lines.indices.dropFirst(first.line) {
      let line = lines[index]
      guard let start = line.firstIndex(where: { $0 != " " }), line[start] != "#" else { continue }
      if start < first.column - 1 { return nil }
      if start == first.column - 1, let range = range(line: index, column: start) { return range }
    }
    return nil
  }

  /// In a flow map, the second key is inside the same braces.
  private var within: SourceRange? {
    var depth = 0
    var column = first.column
    for index in lines.indices.dropFirst(first.line - 1) {
      var quote: Unicode.Scalar?
      while column < lines[index].count {
        let scalar = lines[index][column]
        if depth == 0, quote == nil, let range = range(line: index, column: column) { return range }
        if let open = quote {
          if scalar == "\\", open == "\"" { column += 1 } else if scalar == open { quote = nil }
        } else if scalar == "\"" || scalar == "'" {
          quote = scalar
        } else if scalar == "{" || scalar == "[" {
          depth += 1
        } else if scalar == "}" || scalar == "]" {
          depth -= 1
          if depth < 0 { return nil }
        }
        column += 1
      }
      column = 0
    }
    return nil
  }

  /// The place of the key, with or without quotes and followed by a colon, if it is at this position.
  private func range(line: Int, column: Int) -> SourceRange? {
    let scalars = lines[line]
    if column > 0, !" {,".unicodeScalars.contains(scalars[column - 1]) { return nil }
    let isQuoted = column < scalars.count && (scalars[column] == "\"" || scalars[column] == "'")
    let length = key.count + (isQuoted ? 2 : 0)
    guard !key.isEmpty, column + length < scalars.count else { return nil }
    let start = column + (isQuoted ? 1 : 0)
    guard Array(scalars[start..<start + key.count]) == key else { return nil }
    guard scalars[(column + length)...].first(where: { $0 != " " }) == ":" else { return nil }
    return SourceRange(file: first.file, line: line + 1, column: column + 1, length: length)
  }
}
