/// Finds links that lead back to where they start: media would wait for themselves.
struct LinkCycles {
  let nodes: [GraphNode]

  var problems: [Diagnostic] {
    var states: [String: State] = [:]
    var problems: [Diagnostic] = []
    for node in nodes where states[node.name] == nil { visit(node, states: &states, problems: &problems) }
    return problems
  }

  private enum State { case open, done }

  /// Walks against the flow, with a stack of its own: a graph can be deeper than the thread's.
  private func visit(_ start: GraphNode, states: inout [String: State], problems: inout [Diagnostic]) {
    let byName = Dictionary(nodes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var path: [(node: GraphNode, next: Int)] = [(start, 0)]
    states[start.name] = .open
    while let (node, next) = path.last {
      guard next < node.inputs.count else {
        states[node.name] = .done
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let link = node.inputs[next]
      guard case .node(let name, _, _) = link.source, let source = byName[name] else { continue }
      switch states[name] {
      case nil:
        states[name] = .open
        path.append((source, 0))
      case .open:
        let names = path.map(\.node.name)
        let cycle = names[(names.firstIndex(of: name) ?? 0)...].reversed() + [names.last ?? ""]
        problems.append(
          Diagnostic(
            "the links form a cycle", at: link.range ?? node.range, label: "leads back",
            notes: [cycle.joined(separator: " → ")]))
      case .done: break
      }
    }
  }
}
