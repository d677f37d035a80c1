/// A place in a file, counted from 1.
struct YAMLPosition: Hashable, Comparable {
  let line: Int
  let column: Int

  static func < (left: YAMLPosition, right: YAMLPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// The parts of a file that the parser drops: its comments, its blank lines, and the ends of its values.
///
/// The parser reports where each scalar begins and its text, so a `#` inside a text is not taken for a comment.
struct YAMLComments {
  struct Comment {
    let position: YAMLPosition
    /// With the `#`, without spaces at the end.
    let text: String
    /// True if the comment is alone on its line.
    let isAlone: Bool
  }

  private(set) var comments: [Comment] = []
  private(set) var blankLines: Set<Int> = []
  /// The ends of scalars, lists in brackets and maps in braces, by their beginnings.
  private(set) var ends: [YAMLPosition: YAMLPosition] = [:]

  private let lines: [[Unicode.Scalar]]
  private var line = 0
  private var column = 0

  /// - Parameter root: the parsed value of the file.
  init(file: SourceFile, root: YAMLValue) {
    lines = file.lines
    var scalars: [YAMLValue] = []
    Self.collect(root, into: &scalars)
    scan(scalars)
  }

  private static func collect(_ value: YAMLValue, into scalars: inout [YAMLValue]) {
    switch value.content {
    case .scalar(let text, let isQuoted): if isQuoted || value.isBlock || !text.isEmpty { scalars.append(value) }
    case .sequence(let items): for item in items { collect(item, into: &scalars) }
    case .mapping(let pairs):
      for pair in pairs {
        collect(pair.key, into: &scalars)
        collect(pair.value, into: &scalars)
      }
    }
  }

  private mutating func scan(_ scalars: [YAMLValue]) {
    var rest = scalars[...]
    var open: [YAMLPosition] = []
    while line < lines.count {
      if column == 0, lines[line].allSatisfy({ $0 == " " || $0 == "\t" }) { blankLines.insert(line + 1) }
      guard column < lines[line].count else {
        (line, column) = (line + 1, 0)
        continue
      }
      let here = YAMLPosition(line: line + 1, column: column + 1)
      if let next = rest.first, (next.range.line, next.range.column) == (here.line, here.column) {
        rest.removeFirst()
        skip(next)
        ends[here] = YAMLPosition(line: line + 1, column: column + 1)
        continue
      }
      let character = lines[line][column]
      if character == "#", column == 0 || lines[line][column - 1] == " " || lines[line][column - 1] == "\t" {
        addComment(at: here)
        continue
      }
      if character == "{" || character == "[" { open.append(here) }
      column += 1
      if character == "}" || character == "]", let start = open.popLast() {
        ends[start] = YAMLPosition(line: line + 1, column: column + 1)
      }
    }
  }

  private mutating func addComment(at position: YAMLPosition) {
    let rest = lines[line][column...]
    let kept = rest.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
    let isAlone = lines[line][..<column].allSatisfy { $0 == " " || $0 == "\t" }
    comments.append(
      Comment(position: position, text: String(String.UnicodeScalarView(kept)), isAlone: isAlone))
    column = lines[line].count
  }

  /// Moves to the end of a scalar.
  private mutating func skip(_ scalar: YAMLValue) {
    guard case .scalar(let text, let isQuoted) = scalar.content else { return }
    if isQuoted { return skipQuoted() }
    if scalar.isBlock { return skipBlock() }
    // The parser replaces line ends in a text over several lines with spaces.
    for character in text.unicodeScalars where character != " " && character != "\n" {
      while column >= lines[line].count || lines[line][column] != character {
        if column < lines[line].count {
          column += 1
        } else if line + 1 < lines.count {
          (line, column) = (line + 1, 0)
        } else {
          return
        }
      }
      column += 1
    }
  }

  private mutating func skipQuoted() {
    let quote = lines[line][column]
    column += 1
    while line < lines.count {
      guard column < lines[line].count else {
        (line, column) = (line + 1, 0)
        continue
      }
      let character = lines[line][column]
      column += 1
      if character == "\\", quote == "\"" {
        column += 1
      } else if character == quote {
        // Two single quotes are an escaped one.
        guard quote == "'", column < lines[line].count, lines[line][column] == "'" else { return }
        column += 1
      }
    }
  }

  /// Moves past the last line of a block scalar (`|` or `>`) and records a comment beside its header.
  private mutating func skipBlock() {
    let header = line
    if let start = lines[line][column...].firstIndex(of: "#"), lines[line][start - 1] == " " {
      column = start
      addComment(at: YAMLPosition(line: line + 1, column: column + 1))
    }
    func indent(_ line: Int) -> Int { lines[line].prefix { $0 == " " }.count }
    var next = header + 1
    while next < lines.count, lines[next].allSatisfy({ $0 == " " }) { next += 1 }
    guard next < lines.count else { return }
    let margin = indent(next)
    var last = header
    while next < lines.count {
      let isBlank = lines[next].allSatisfy { $0 == " " }
      if !isBlank, indent(next) < margin || margin == 0 { break }
      if !isBlank { last = next }
      next += 1
    }
    (line, column) = (last, lines[last].count)
  }
}
