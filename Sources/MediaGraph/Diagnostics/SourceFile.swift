/// The text of a description file, kept so that diagnostics can show its lines.
public struct SourceFile: Sendable, Hashable {
  /// The path as the user gave it, or as an include names it from there.
  public let path: String
  let lines: [String]

  public init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.hasSuffix("\r") ? line.dropLast() : line)
    }
  }

  /// A line, counted from 1; empty when there is no such line.
  func line(_ number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1] : "" }
}

/// A run of characters on one line of a description file.
public struct SourceRange: Sendable, Hashable {
  public let file: SourceFile
  /// The line, counted from 1.
  public let line: Int
  /// The first character, counted from 1 in Unicode scalars, as editors do.
  public let column: Int
  /// How many characters, at least 1.
  public let length: Int

  public init(file: SourceFile, line: Int, column: Int, length: Int) {
    self.file = file
    self.line = max(line, 1)
    self.column = max(column, 1)
    self.length = max(length, 1)
  }

  /// Whether the range stands before another one of the same file.
  func precedes(_ other: SourceRange) -> Bool { (line, column) < (other.line, other.column) }
}
