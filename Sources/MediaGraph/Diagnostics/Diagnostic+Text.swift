extension Diagnostic {
  /// The diagnostic as people read it, in the style of a compiler, without a final newline.
  public func rendered() -> String {
    var lines = ["error: \(message)"]
    if let range {
      let number = String(range.line)
      let margin = String(repeating: " ", count: number.count)
      let (source, indent) = Self.expandingTabs(range.file.line(range.line), before: range.column)
      let carets = String(repeating: "^", count: range.length)
      lines += [
        "\(margin)--> \(range.file.path):\(range.line):\(range.column)",
        "\(margin) |",
        "\(number) | \(source)",
        "\(margin) | \(indent)\(carets)\(label.isEmpty ? "" : " " + label)",
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
    notes.map { "note: \($0)" } + (cause.map { ["cause: \($0)"] } ?? []) + (help.map { ["help: \($0)"] } ?? [])
  }

  /// A line with its tabs as spaces, so that the caret below it stands where it should.
  private static func expandingTabs(_ line: String, before column: Int) -> (line: String, indent: String) {
    var expanded = ""
    var indent = 0
    for (offset, scalar) in line.unicodeScalars.enumerated() {
      let width = scalar == "\t" ? 2 : scalar.cellWidth
      if offset < column - 1 { indent += width }
      if scalar == "\t" { expanded += "  " } else if scalar.isPrintable { expanded.unicodeScalars.append(scalar) }
    }
    indent += max(0, column - 1 - line.unicodeScalars.count)
    return (expanded, String(repeating: " ", count: indent))
  }
}

extension Diagnostics: CustomStringConvertible {
  /// All diagnostics with a blank line between them; several end with a line that counts them.
  public var description: String {
    var blocks = all.map { $0.rendered() }
    if all.count > 1 {
      let files = Set(all.compactMap { $0.range?.file.path }).count
      blocks.append("\(all.count) errors" + (files > 0 ? " in \(files) \(files == 1 ? "file" : "files")" : ""))
    }
    return blocks.joined(separator: "\n\n")
  }
}

extension Unicode.Scalar {
  /// How many cells a terminal gives the character: none for combining marks, two for East Asian wide ones.
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

  /// Whether a terminal shows it as it is: control characters of a hostile file are left out.
  fileprivate var isPrintable: Bool {
    properties.generalCategory != .control && properties.generalCategory != .format
  }
}
