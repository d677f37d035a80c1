/// Finds links that lead back to where they start: media would wait for themselves.
struct LinkCycles {
  let nodes: [GraphNode]

  var problems: [Diagnostic] {
    let places = Dictionary(nodes.map { ($0.name, $0.range) }, uniquingKeysWith: { first, _ in first })
    return cycles.map { link, names in
      Diagnostic(
        "the links form a cycle", at: link.range ?? places[names[0]] ?? nil, label: "leads back",
        notes: [Self.text(names.reversed())])
    }
  }

  /// The links that close a cycle, each with the names along it: the reader first, against the flow, and the reader
  /// again.
  var cycles: [(link: Link, names: [String])] {
    let byName = Dictionary(nodes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var states: [String: State] = [:]
    var cycles: [(Link, [String])] = []
    for node in nodes where states[node.name] == nil { visit(node, byName, &states, &cycles) }
    return cycles
  }

  /// The names of a cycle with arrows between them; of a long one, both ends.
  static func text(_ names: [String]) -> String {
    let shown = names.count > 20 ? names.prefix(10) + ["…"] + names.suffix(10) : names[...]
    return shown.joined(separator: " → ")
  }

  private enum State {
    case open(depth: Int)
    case done
  }

  /// Walks against the flow with an explicit stack: a graph can be deeper than the thread's stack.
  private func visit(
    _ start: GraphNode, _ byName: [String: GraphNode], _ states: inout [String: State],
    _ cycles: inout [(Link, [String])]
  ) {
    var path: [(node: GraphNode, next: Int)] = [(start, 0)]
    states[start.name] = .open(depth: 0)
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
        states[name] = .open(depth: path.count)
        path.append((source, 0))
      case .open(let depth):
        let names = path[depth...].map(\.node.name)
        cycles.append((link, names + [names[0]]))
      case .done: break
      }
    }
  }
}
