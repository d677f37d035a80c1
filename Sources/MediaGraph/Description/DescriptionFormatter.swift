/// Rewrites description files in their canonical form: keys in the order of the format's rules, two spaces a level, a line for
/// each node where it fits in 120 characters, single blank lines.
///
/// Comments stay beside the values they describe, and texts as they are written. Formatting is idempotent.
public struct DescriptionFormatter: Sendable {
  public init() {}

  /// Returns the canonical form of a file.
  /// - Parameters:
  ///   - text: the text of the file; its includes are not read.
  ///   - path: the path that errors show.
  /// - Throws: `Diagnostics` when the file is no description; whether its nodes exist and fit is not checked.
  public func format(_ text: String, path: String) throws(Diagnostics) -> String {
    let file = SourceFile(path: path, text: text)
    let graph = try Self.graph(of: text, file: file)
    guard let root = try? YAMLParser(text, file: file).parse() else { return text }
    let formatted = YAMLPrinter.text(of: YAMLTree.canonical(YAMLTreeBuilder.tree(of: root, file: file)))
    try Self.check(formatted, against: graph, root: root, file: file)
    return formatted
  }

  private static func graph(of text: String, file: SourceFile) throws(Diagnostics) -> Graph {
    var reader = DescriptionReader(file: file)
    var graph = reader.graph(of: text)
    for include in reader.includes { graph.includes[include.name] = Include(path: include.path, graph: Graph()) }
    try Diagnostics.check(reader.problems)
    return graph
  }

  /// Throws unless the formatted text reads back as the same graph: formatting must not lose anything.
  private static func check(
    _ formatted: String, against graph: Graph, root: YAMLValue, file: SourceFile
  ) throws(Diagnostics) {
    let again = SourceFile(path: file.path, text: formatted)
    guard (try? self.graph(of: formatted, file: again)) == graph,
      let other = try? YAMLParser(formatted, file: again).parse(),
      comments(other, again) == comments(root, file)
    else {
      throw Diagnostics([
        Diagnostic(
          "'\(file.path)' cannot be formatted", kind: .failure, notes: ["the result would say something else"],
          help: "this is a fault of reel: please report the file")
      ])
    }
  }

  private static func comments(_ root: YAMLValue, _ file: SourceFile) -> [String] {
    YAMLComments(file: file, root: root).comments.map(\.text).sorted()
  }
}

extension YAMLTree {
  /// Returns a description with its keys in order and its parts spread over lines in the canonical way.
  static func canonical(_ root: YAMLTree) -> YAMLTree {
    var root = root
    // A comment at the top of the file stays there, whichever key comes first.
    let header = root.entries.first?.above ?? []
    if !root.entries.isEmpty { root.entries[0].above = [] }
    root.sort(DescriptionKeys.root)
    root.update("include") { $0.isSpread = true }
    root.update("parameters") { $0.spreadParameters() }
    root.update("templates") { templates in
      templates.isSpread = true
      templates.updateAll { template in
        template.isSpread = true
        template.sort(DescriptionKeys.template)
        template.update("parameters") { $0.spreadParameters() }
        template.update("nodes") { $0.spreadNodes() }
      }
    }
    root.update("nodes") { $0.spreadNodes() }
    root.update("stop") { $0.sort(DescriptionKeys.stop) }
    root.partSections()
    if !root.entries.isEmpty { root.entries[0].above = header + root.entries[0].above.drop { $0 == .blank } }
    return root
  }

  private mutating func spreadParameters() {
    isSpread = true
    updateAll { $0.sort(DescriptionKeys.parameter) }
  }

  private mutating func spreadNodes() {
    isSpread = true
    updateAll { $0.sort(DescriptionKeys.node) }
  }

  /// Puts a blank line before and after each part that spans lines of its own.
  private mutating func partSections() {
    guard !entries.isEmpty else { return }
    var wasSection = false
    for index in entries.indices {
      let value = entries[index].value
      let isSection = value.isSpread && !value.entries.isEmpty
      if isSection || wasSection, entries[index].above.first != .blank { entries[index].above.insert(.blank, at: 0) }
      wasSection = isSection
    }
  }

  private mutating func sort(_ keys: [String]) {
    guard case .mapping(let entries) = content else { return }
    func rank(_ entry: Entry) -> Int { keys.firstIndex(of: entry.key) ?? keys.count }
    content = .mapping(
      entries.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element))
  }

  private mutating func update(_ key: String, _ body: (inout YAMLTree) -> Void) {
    guard let index = entries.firstIndex(where: { $0.key == key }), case .mapping = entries[index].value.content else {
      return
    }
    body(&entries[index].value)
  }

  private mutating func updateAll(_ body: (inout YAMLTree) -> Void) {
    guard case .mapping = content else { return }
    for index in entries.indices { body(&entries[index].value) }
  }
}
