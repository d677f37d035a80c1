import OrderedCollections

extension Graph {
  /// The graph with its parameters' values in their places.
  /// - Parameters:
  ///   - values: texts as `--set` takes them; a parameter without one has its default.
  ///   - partially: whether required parameters may be missing, as in a check; what refers to them is left out.
  /// - Throws: what is unknown, missing or no value of its type.
  public func bound(to values: [String: String] = [:], partially: Bool = false) throws(Diagnostics) -> Graph {
    var problems: [Diagnostic] = []
    var known: [String: Argument] = [:]
    for name in values.keys.sorted() where parameters[name] == nil {
      let nearest = Suggestion.nearest(to: name, in: parameters.keys).map { "did you mean '\($0)'? " } ?? ""
      let list = parameters.isEmpty ? "it has no parameters" : "it has: \(parameters.keys.joined(separator: ", "))"
      problems.append(
        Diagnostic("the graph has no parameter '\(name)'", kind: .usage, help: nearest + list))
    }
    for (name, parameter) in parameters {
      do throws(ArgumentError) {
        if let text = values[name] {
          known[name] = try parameter.canonical(.text(text))
        } else if let value = parameter.defaultValue {
          known[name] = value
        } else if parameter.isRequired, !partially {
          problems.append(
            Diagnostic(
              "'\(name)' needs a value", kind: .usage, at: range(ofParameter: name),
              help: "add --set \(name)=\(parameter.type.example ?? "…")"))
        }
      } catch {
        problems.append(
          Diagnostic(
            "\(name) \(error.problem)", kind: .usage, notes: ["it was given as '\(values[name] ?? "")'"], help: error.help))
      }
    }
    var graph = self
    let missed = graph.nodes.substitute(known, declared: parameters)
    if !partially { problems += missed }
    graph.stop?.after = stop?.after?.substituting { known[$0] }
    if case .reference? = graph.stop?.after { graph.stop?.after = nil }
    graph.parameters = [:]
    try Diagnostics.check(problems)
    return graph
  }

  /// The graph with every template's nodes in its place, named `TEMPLATE/NODE`.
  ///
  /// The graph has to have passed its check and to be bound.
  public func expanded(registry: Registry = .shared) throws(Diagnostics) -> Graph {
    var graph = self
    var problems: [Diagnostic] = []
    let scope = GraphScope(graph: self, registry: registry)
    graph.nodes = try TemplateExpansion(scope: scope).expand(nodes, problems: &problems)
    try Diagnostics.check(problems)
    return graph
  }
}

/// Puts the nodes of templates in the places of the nodes that use them.
private struct TemplateExpansion {
  let scope: GraphScope

  func expand(_ nodes: [GraphNode], depth: Int = 0, problems: inout [Diagnostic]) throws(Diagnostics) -> [GraphNode] {
    // Cycles in files are found by the check; a template in Swift may still use itself.
    guard depth < 64 else {
      throw Diagnostics([Diagnostic("the templates form a cycle", at: nodes.first?.range, notes: ["more than 64 deep"])])
    }
    var result: [GraphNode] = []
    var outputs: [String: [String: Link.Source]] = [:]
    for node in nodes {
      guard let (template, scope) = try template(of: node) else {
        result.append(node)
        continue
      }
      var inner = template.nodes
      problems += inner.substitute(values(of: node, template), declared: template.parameters)
      inner = try TemplateExpansion(scope: scope).expand(inner, depth: depth + 1, problems: &problems)
      for index in inner.indices {
        inner[index].name = "\(node.name)/\(inner[index].name)"
        inner[index].inputs = inner[index].inputs.flatMap { outer($0, of: node) }
      }
      outputs[node.name] = Dictionary(
        uniqueKeysWithValues: template.outputs.map { ($0.key, prefixed($0.value, with: node)) })
      result += inner
    }
    for index in result.indices {
      for link in result[index].inputs.indices {
        result[index].inputs[link].source = resolve(result[index].inputs[link].source, outputs)
      }
    }
    return result
  }

  private func template(of node: GraphNode) throws(Diagnostics) -> (Template, GraphScope)? {
    if let found = scope.template(node.use) { return found }
    do {
      guard let component = try scope.registry.component(for: node) as? any TemplateNode else { return nil }
      return (component.template, scope)
    } catch {
      throw Diagnostics([Diagnostic("'\(node.name)' cannot be made", at: node.range, cause: "\(error)")])
    }
  }

  private func values(of node: GraphNode, _ template: Template) -> [String: Argument] {
    var values: [String: Argument] = [:]
    for (name, parameter) in template.parameters { values[name] = node.arguments[name] ?? parameter.defaultValue }
    return values
  }

  /// What an inner node reads, seen from outside: other inner nodes by their new names, the boundary by what is linked to it.
  private func outer(_ link: Link, of node: GraphNode) -> [Link] {
    switch link.source {
    case .node:
      var link = link
      link.source = prefixed(link.source, with: node)
      return [link]
    case .boundary(let name):
      return node.inputs.filter { $0.port == name }.map { outside in
        var inner = link
        inner.source = outside.source
        return inner
      }
    }
  }

  private func prefixed(_ source: Link.Source, with node: GraphNode) -> Link.Source {
    guard case .node(let name, let port, let index) = source else {
      // An output that is an input of the boundary: what is linked to that.
      guard case .boundary(let name) = source else { return source }
      return node.inputs.first { $0.port == name }?.source ?? source
    }
    return .node("\(node.name)/\(name)", port: port, index: index)
  }

  /// Follows the outputs of templates to the nodes that give them.
  private func resolve(_ source: Link.Source, _ outputs: [String: [String: Link.Source]]) -> Link.Source {
    var source = source
    for _ in 0...outputs.count {
      guard case .node(let name, let port?, _) = source, let inner = outputs[name]?[port] else { break }
      source = inner
    }
    return source
  }
}

extension [GraphNode] {
  /// Puts values in the places of references; a reference to a parameter without value leaves its argument out.
  fileprivate mutating func substitute(
    _ values: [String: Argument], declared: OrderedDictionary<String, ParameterDeclaration>
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for index in indices {
      for (name, argument) in self[index].arguments {
        let value = argument.substituting { values[$0] }
        // What is still open has no value: as a whole it is left out, inside a text it is missed.
        if case .reference(let parameter) = value, declared[parameter] != nil {
          self[index].arguments[name] = nil
          continue
        }
        for parameter in value.references where declared[parameter] != nil {
          problems.append(
            Diagnostic(
              "'\(parameter)' needs a value", kind: .usage, at: self[index].range(ofArgument: name),
              label: "is used here", help: "give it a default, or a value by --set or with:"))
        }
        self[index].arguments[name] = value
      }
    }
    return problems
  }
}
