extension NodeContainer {
  /// Renames nodes so that files can name them: `web/h264`, the name of a template's node after expansion, becomes
  /// `web-h264`.
  fileprivate mutating func makeNamesPlain() -> [String: String] {
    var taken = Set(nodes.map(\.name).filter(Link.Source.isNodeName))
    var names: [String: String] = [:]
    for node in nodes where !Link.Source.isNodeName(node.name) {
      let plain = node.name.replacing("/", with: "-")
      var name = plain
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(plain)-\(number)"
        number += 1
      }
      names[node.name] = name
    }
    for index in nodes.indices {
      nodes[index].name = names[nodes[index].name] ?? nodes[index].name
      for link in nodes[index].inputs.indices {
        nodes[index].inputs[link].source = nodes[index].inputs[link].source.renamed(names)
      }
    }
    return names
  }
}

extension Graph {
  /// Returns the graph with node names that files can have: `web/h264`, the name of a template's node after expansion,
  /// becomes `web-h264`.
  public func withPlainNames() -> Graph {
    var graph = self
    _ = graph.makeNamesPlain()
    return graph
  }
}

extension Template {
  /// Returns the template with node names that files can have, as `Graph.withPlainNames()`.
  func withPlainNames() -> Template {
    var template = self
    let names = template.makeNamesPlain()
    template.outputs = template.outputs.mapValues { $0.renamed(names) }
    return template
  }
}

extension Link.Source {
  fileprivate func renamed(_ names: [String: String]) -> Link.Source {
    guard case .node(let name, let port, let index) = self else { return self }
    return .node(names[name] ?? name, port: port, index: index)
  }
}
