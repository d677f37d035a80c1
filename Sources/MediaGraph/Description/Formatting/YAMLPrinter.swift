/// Writes YAML in the one form that descriptions have: two spaces a level, maps and lists on one line where they fit, the
/// braces of neighbours below each other.
struct YAMLPrinter {
  /// The most characters of a line that holds a map or list.
  static let width = 120

  private var lines: [String] = []

  static func text(of root: YAMLTree) -> String {
    var printer = YAMLPrinter()
    printer.printMap(root.entries, below: root.below, indent: 0)
    return printer.lines.joined(separator: "\n") + "\n"
  }

  private mutating func printMap(_ entries: [YAMLTree.Entry], below: [YAMLTree.Line], indent: Int) {
    let columns = Self.valueColumns(of: entries, indent: indent)
    for (index, entry) in entries.enumerated() {
      printLines(entry.above, indent: indent, isFirst: index == 0 && indent > 0)
      var key = Self.spaces(indent) + Self.key(entry, inFlow: false) + ":"
      if Self.isLong(entry.key) {
        lines.append(String(key.dropLast(2)))
        key = Self.spaces(indent) + ":"
      }
      let gap = max(1, (columns[index] ?? 0) - key.unicodeScalars.count)
      printValue(entry.value, key: key, gap: gap, behind: entry.behind, indent: indent)
    }
    printLines(below, indent: indent, isFirst: false)
  }

  private mutating func printItem(_ item: YAMLTree.Item, indent: Int, isFirst: Bool) {
    printLines(item.above, indent: indent, isFirst: isFirst)
    let count = lines.count
    printValue(item.value, key: Self.spaces(indent) + "-", gap: 1, behind: item.behind, indent: indent)
    // The first of several lines follows the dash on its line, unless a comment does or must.
    guard item.behind == nil, lines.count > count + 1, lines[count] == Self.spaces(indent) + "-",
      let next = lines[count + 1].first(where: { $0 != " " }), next != "#"
    else { return }
    lines[count] += " " + lines[count + 1].dropFirst(indent + 2)
    lines.remove(at: count + 1)
  }

  /// - Parameters:
  ///   - key: the text before the value: a key with its colon, or a dash.
  ///   - gap: the number of spaces before a value on the same line.
  private mutating func printValue(_ value: YAMLTree, key: String, gap: Int, behind: String?, indent: Int) {
    let comment = behind.map { "  " + $0 } ?? ""
    if let inline = Self.inline(value, after: key.unicodeScalars.count + gap) {
      lines.append(key + (inline.isEmpty ? "" : Self.spaces(gap) + inline) + comment)
      return
    }
    switch value.content {
    case .mapping(let entries):
      lines.append(key + comment)
      printMap(entries, below: value.below, indent: indent + 2)
    case .sequence(let items):
      lines.append(key + comment)
      for (index, item) in items.enumerated() { printItem(item, indent: indent + 2, isFirst: index == 0) }
      printLines(value.below, indent: indent + 2, isFirst: false)
    case .scalar(let text, _):
      guard let (header, body) = YAMLScalarText.literalLines(text) else { return }
      lines.append(key + " " + header + comment)
      lines += body.map { $0.isEmpty ? "" : Self.spaces(indent + 2) + $0 }
    }
  }

  /// Prints the lines above a value; blank lines are single, and none opens a block.
  private mutating func printLines(_ above: [YAMLTree.Line], indent: Int, isFirst: Bool) {
    for (index, line) in above.enumerated() {
      switch line {
      case .comment(let text): lines.append(Self.spaces(indent) + text)
      case .blank:
        guard !(isFirst && index == 0), let last = lines.last, !last.isEmpty else { continue }
        lines.append("")
      }
    }
  }

  // MARK: - On one line

  /// Returns the value on one line; nil when it must be spread over several.
  private static func inline(_ value: YAMLTree, after column: Int) -> String? {
    if value.needsLines { return nil }
    // An empty value is written as nothing; a text stays on its line, however long.
    if case .scalar(let text, let isQuoted) = value.content {
      return text.isEmpty && !isQuoted ? "" : YAMLScalarText.inline(text, isQuoted: isQuoted, inFlow: false)
    }
    let text = flow(value)
    return isEmpty(value) || (!value.isSpread && column + text.unicodeScalars.count <= width) ? text : nil
  }

  private static func isEmpty(_ value: YAMLTree) -> Bool {
    switch value.content {
    case .scalar: false
    case .sequence(let items): items.isEmpty
    case .mapping(let entries): entries.isEmpty
    }
  }

  /// Returns the value in braces and brackets.
  private static func flow(_ value: YAMLTree) -> String {
    switch value.content {
    case .scalar(let text, let isQuoted):
      return text.isEmpty && !isQuoted ? "~" : YAMLScalarText.inline(text, isQuoted: isQuoted, inFlow: true)
    case .sequence(let items):
      return "[" + items.map { flow($0.value) }.joined(separator: ", ") + "]"
    case .mapping(let entries):
      guard !entries.isEmpty else { return "{}" }
      return "{ " + entries.map { "\(key($0, inFlow: true)): \(flow($0.value))" }.joined(separator: ", ") + " }"
    }
  }

  private static func key(_ entry: YAMLTree.Entry, inFlow: Bool) -> String {
    let text = YAMLScalarText.inline(entry.key, isQuoted: entry.isKeyQuoted, inFlow: inFlow)
    return isLong(entry.key) ? "? \(text) " : text
  }

  /// True for a key of more than 100 characters. Parsers look for the colon of a key no further than 1,024 characters,
  /// and escapes make a key up to ten times as long.
  private static func isLong(_ key: String) -> Bool { key.unicodeScalars.count > 100 }

  // MARK: - Columns

  /// Returns the columns at which neighbours that are maps on one line begin, so that they are aligned; nil for all
  /// others.
  private static func valueColumns(of entries: [YAMLTree.Entry], indent: Int) -> [Int?] {
    var columns = [Int?](repeating: nil, count: entries.count)
    var start = 0
    while start < entries.count {
      var end = start
      while end < entries.count, isOneLineMap(entries[end], indent: indent), end == start || entries[end].above.isEmpty
      {
        end += 1
      }
      let widest = entries[start..<end].map { indent + key($0, inFlow: false).unicodeScalars.count + 2 }.max() ?? 0
      // One long name neither pushes the others far to the right nor past the line's end.
      for index in start..<end where widest <= 48 && inline(entries[index].value, after: widest) != nil {
        columns[index] = widest
      }
      start = max(end, start + 1)
    }
    return columns
  }

  private static func isOneLineMap(_ entry: YAMLTree.Entry, indent: Int) -> Bool {
    guard case .mapping(let entries) = entry.value.content, !entries.isEmpty else { return false }
    return inline(entry.value, after: indent + key(entry, inFlow: false).unicodeScalars.count + 2) != nil
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
