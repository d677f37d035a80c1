/// The nodes that fail with a failing node: a function of the graph's links.
///
/// They are the nodes fed by failed ones only, muxers that lose any of their inputs, nodes that lose a required input,
/// and all nodes that feed only these.
struct FailureDomain: Sendable {
  struct Node: Equatable, Sendable {
    let name: String
    /// The nodes of its inputs, one for each link.
    let sources: [String]
    let isMuxer: Bool
    /// The nodes of its required inputs with a single link.
    let required: Set<String>
    let isSink: Bool
  }

  let nodes: [Node]

  /// Returns the names of the nodes that fail with a node; nil if no sink would remain.
  func names(failing failed: String) -> Set<String>? {
    var gone: Set<String> = [failed]
    while true {
      let more = nodes.filter { !gone.contains($0.name) && (isStarved($0, gone) || isUseless($0, gone)) }
      if more.isEmpty { break }
      gone.formUnion(more.map(\.name))
    }
    return nodes.contains { $0.isSink && !gone.contains($0.name) } ? gone : nil
  }

  private func isStarved(_ node: Node, _ gone: Set<String>) -> Bool {
    let lost = node.sources.filter(gone.contains)
    guard !lost.isEmpty else { return false }
    return lost.count == node.sources.count || node.isMuxer || !node.required.isDisjoint(with: gone)
  }

  private func isUseless(_ node: Node, _ gone: Set<String>) -> Bool {
    let readers = nodes.filter { $0.sources.contains(node.name) }
    return !readers.isEmpty && readers.allSatisfy { gone.contains($0.name) }
  }
}

extension FailureDomain {
  init(_ views: [NodeView]) {
    nodes = views.map { view in
      let required = view.node.inputs.filter { link in
        guard let port = view.declaration?.port(link.port ?? "in", .input) else { return true }
        return port.isRequired && view.node.inputs.filter { $0.port == link.port }.count == 1
      }
      return Node(
        name: view.name, sources: view.node.inputs.compactMap(\.source.nodeName),
        isMuxer: view.outputTypes.contains(.container), required: Set(required.compactMap(\.source.nodeName)),
        isSink: view.isSink)
    }
  }
}
