extension Diagnostic {
  /// Returns the diagnostic for people, in the style of a compiler, without a final newline.
  public func rendered() -> String {
    var lines = ["\(severity.rawValue): \(Self.printable(message))"]
    if let range {
      let number = String(range.line)
      let margin = String(repeating: " ", count: number.count)
      let (source, indent, carets) = Self.excerpt(at: range)
      lines += [
        "\(margin)--> \(Self.printable(range.file.path)):\(range.line):\(range.column)",
        "\(margin) |",
        "\(number) | \(source)",
        "\(margin) | \(indent)\(carets)\(label.isEmpty ? "" : " " + Self.printable(label))",
      ]
      let details = self.details
      if !details.isEmpty { lines.append("\(margin) |") }
      lines += details.map { "\(margin) = \($0)" }
    } else {
      lines += details.map { "   = \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private var details: [String] {
    (notes.map { "note: \($0)" } + (cause.map { ["cause: \($0)"] } ?? []) + (help.map { ["help: \($0)"] } ?? []))
      .map(Self.printable)
  }

  /// Returns a text without the characters that move a terminal's cursor or change its colours: files and their names
  /// can be hostile.
  private static func printable(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(\.isPrintable) { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isPrintable ? $0 : " " }))
  }

  /// The largest number of characters of a line to show before the place and from it on.
  private static let context = (before: 100, after: 200)

  /// Returns a line with tabs as spaces, the spaces below it up to the place, and the carets below the place.
  ///
  /// Of a long line, only the part around the place is shown.
  private static func excerpt(at range: SourceRange) -> (line: String, indent: String, carets: String) {
    let scalars = range.file.line(range.line)
    let start = max(0, range.column - 1 - context.before)
    let rest = scalars.dropFirst(start)
    let window = rest.prefix(context.before + context.after)
    var line = start > 0 ? "…" : ""
    var indent = line.count + max(0, range.column - 1 - start - window.count)
    var carets = 0
    for (offset, scalar) in window.enumerated() {
      let column = start + offset + 1
      let width = scalar == "\t" ? 2 : scalar.cellWidth
      if column < range.column { indent += width } else if column < range.column + range.length { carets += width }
      if scalar == "\t" { line += "  " } else if scalar.isPrintable { line.unicodeScalars.append(scalar) }
    }
    if window.endIndex < scalars.endIndex { line += "…" }
    return (line, String(repeating: " ", count: indent), String(repeating: "^", count: max(1, carets)))
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The message and its cause on one line, for use as the cause of another error. `rendered()` has all fields.
  public var description: String { cause.map { "\(message): \($0)" } ?? message }
}

extension Diagnostics: CustomStringConvertible {
  /// All diagnostics with a blank line between them; if there are several, the last line counts them, errors and warnings apart.
  public var description: String {
    var blocks = all.map { $0.rendered() }
    if all.count > 1 {
      let files = Set(all.compactMap { $0.range?.file.path ?? $0.file }).count
      let counts = [Diagnostic.Severity.error, .warning].compactMap { severity -> String? in
        let count = all.count { $0.severity == severity }
        return count > 0 ? "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")" : nil
      }
      blocks.append(
        counts.joined(separator: " and ") + (files > 0 ? " in \(files) \(files == 1 ? "file" : "files")" : ""))
    }
    return blocks.joined(separator: "\n\n")
  }
}

extension Unicode.Scalar {
  /// The number of cells a terminal gives the character: none for combining marks, two for East Asian wide ones.
  fileprivate var cellWidth: Int {
    if !isPrintable || properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark {
      return 0
    }
    let wide: [ClosedRange<UInt32>] = [
      0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
    return wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// True if a terminal shows the character as it is: control characters of a hostile file are left out.
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
