/// A value of a YAML file as it will be written: with the comments and blank lines around its parts.
struct YAMLTree {
  indirect enum Content {
    /// A text, and whether it is quoted without need.
    case scalar(String, isQuoted: Bool)
    case sequence([Item])
    case mapping([Entry])
  }

  /// A line above an entry.
  enum Line: Equatable {
    case blank
    /// With its `#`.
    case comment(String)
  }

  /// An element of a list.
  struct Item {
    var above: [Line] = []
    var value: YAMLTree
    /// The comment at the end of its line, with its `#`.
    var behind: String?
  }

  /// A key of a map with its value.
  struct Entry {
    var above: [Line] = []
    var key: String
    var isKeyQuoted = false
    var value: YAMLTree
    /// The comment at the end of its line, with its `#`; at the end of the key's line if the value spans lines of its
    /// own.
    var behind: String?
  }

  var content: Content
  /// The lines below the last part of a list or map.
  var below: [Line] = []
  /// True if a map's parts have a line each, however short they are.
  var isSpread = false
}

extension YAMLTree {
  /// A text that is quoted where it has to be.
  static func text(_ text: String) -> YAMLTree { YAMLTree(content: .scalar(text, isQuoted: text.isEmpty)) }

  static func list(_ items: [YAMLTree]) -> YAMLTree { YAMLTree(content: .sequence(items.map { Item(value: $0) })) }

  /// A map on one line, if it fits.
  static func map(_ entries: [(String, YAMLTree)]) -> YAMLTree {
    YAMLTree(content: .mapping(entries.map { Entry(key: $0.0, value: $0.1) }))
  }

  /// A map with a line for each entry.
  static func block(_ entries: [(String, YAMLTree)]) -> YAMLTree {
    var tree = map(entries)
    tree.isSpread = true
    return tree
  }

  var entries: [Entry] {
    get { if case .mapping(let entries) = content { entries } else { [] } }
    set { content = .mapping(newValue) }
  }

  /// True if any part needs a line of its own: a comment, or a text of several lines.
  var needsLines: Bool {
    if below.contains(where: { $0 != .blank }) { return true }
    switch content {
    case .scalar(let text, let isQuoted): return !isQuoted && YAMLScalarText.literalLines(text) != nil
    case .sequence(let items): return items.contains { Self.needsLines($0.above, $0.behind, $0.value) }
    case .mapping(let entries): return entries.contains { Self.needsLines($0.above, $0.behind, $0.value) }
    }
  }

  private static func needsLines(_ above: [Line], _ behind: String?, _ value: YAMLTree) -> Bool {
    behind != nil || above.contains { $0 != .blank } || value.needsLines
  }
}
