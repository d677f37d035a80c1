import MediaGraph

/// Finds the sources for which what a graph writes never ends, as far as the parameters of its nodes tell.
struct EndlessSources {
  typealias Running = (node: GraphNode, implementation: any ElementNode)

  private let nodes: [GraphNode]
  private let implementations: [String: any ElementNode]

  /// - Parameters:
  ///   - nodes: The nodes of a flat graph without cycles.
  ///   - implementations: The nodes that can be run, by name; of the others, nothing is known.
  init(_ nodes: [GraphNode], _ implementations: [String: any ElementNode]) {
    (self.nodes, self.implementations) = (nodes, implementations)
  }

  /// Returns true for a link that brings one picture until the run is stopped, perhaps through nodes that change it.
  static func isStill(_ link: Link, in find: (String) -> Running?) -> Bool {
    guard let name = link.source.nodeName, let found = find(name) else { return false }
    if found.implementation.givesStill { return true }
    return !found.node.inputs.isEmpty && found.node.inputs.allSatisfy { isStill($0, in: find) }
  }

  /// Returns a warning for each source that never ends, of which files are made.
  func warnings(writing isFile: (GraphNode) -> Bool) -> [Diagnostic] {
    var files: [String: [String]] = [:]
    for node in nodes where isFile(node) {
      for source in sources(endlessFor: node) where files[source]?.contains(node.name) != true {
        files[source, default: []].append(node.name)
      }
    }
    return nodes.compactMap { node in
      files[node.name].map { warning(of: node, writing: $0.map { "'\($0)'" }.joined(separator: ", ")) }
    }
  }

  private func warning(of node: GraphNode, writing files: String) -> Diagnostic {
    let hasDuration = implementations[node.name]?.declaration.parameter("duration") != nil
    var warning = Diagnostic(
      "'\(node.name)' (\(node.use)) never ends: \(files) is written until the run is stopped", at: node.range,
      label: hasDuration ? "has no duration" : "has no end of its own",
      help: (hasDuration ? "give it a duration, or end the graph with " : "end the graph with ") + "stop: { after: 1m }"
    )
    warning.severity = .warning
    return warning
  }

  /// Returns the names of the sources for which a node never ends; none if it ends.
  private func sources(endlessFor node: GraphNode) -> [String] {
    let implementation = implementations[node.name]
    if implementation?.isEndless == true { return [node.name] }
    guard let ending = implementation?.ending else { return node.inputs.flatMap(sources) }
    let moving = node.inputs.filter { link in
      !Self.isStill(link) { name in
        self[name].flatMap { node in implementations[name].map { (node, $0) } }
      }
    }
    let counted = (moving.isEmpty ? node.inputs : moving).map(sources)
    switch ending {
    case .longest: return counted.flatMap(\.self)
    case .shortest: return counted.contains([]) ? [] : counted.flatMap(\.self)
    case .first: return counted.first ?? []
    }
  }

  private func sources(_ link: Link) -> [String] {
    link.source.nodeName.flatMap { self[$0] }.map { sources(endlessFor: $0) } ?? []
  }

  private subscript(name: String) -> GraphNode? { nodes.first { $0.name == name } }
}
