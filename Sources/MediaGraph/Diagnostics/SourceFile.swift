/// The text of a description file, kept so that diagnostics can show its lines.
public struct SourceFile: Sendable, Hashable {
  /// The path as the user gave it, or as an include names it relative to that.
  public let path: String
  /// Arrays of scalars, since places are found by number: a file can be one line with a hundred thousand values in it.
  let lines: [[Unicode.Scalar]]

  public init(path: String, text: String) {
    self.path = path
    lines = Self.lines(of: text)
  }

  /// Returns a line, counted from 1; empty when there is no such line.
  func line(_ number: Int) -> [Unicode.Scalar] { lines.indices.contains(number - 1) ? lines[number - 1] : [] }

  /// Splits lines where YAML 1.1 does, because the parser counts them so: also at a lone carriage return, at U+0085,
  /// U+2028 and U+2029.
  private static func lines(of text: String) -> [[Unicode.Scalar]] {
    let scalars = Array(text.unicodeScalars)
    var lines: [[Unicode.Scalar]] = []
    var start = scalars.startIndex
    var index = start
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let next = index + 1
      switch scalar {
      case "\r", "\n", "\u{85}", "\u{2028}", "\u{2029}":
        lines.append(Array(scalars[start..<index]))
        start = scalar == "\r" && next < scalars.endIndex && scalars[next] == "\n" ? next + 1 : next
        index = start
      default:
        index = next
      }
    }
    lines.append(Array(scalars[start...]))
    return lines
  }
}

/// A run of characters on one line of a description file.
public struct SourceRange: Sendable, Hashable {
  public let file: SourceFile
  /// The line, counted from 1.
  public let line: Int
  /// The first character, counted from 1 in Unicode scalars, as editors do.
  public let column: Int
  /// The number of characters, at least 1.
  public let length: Int

  public init(file: SourceFile, line: Int, column: Int, length: Int) {
    self.file = file
    self.line = max(line, 1)
    self.column = max(column, 1)
    self.length = max(length, 1)
  }

  /// True if the range is before another one of the same file.
  func precedes(_ other: SourceRange) -> Bool { (line, column) < (other.line, other.column) }
}
