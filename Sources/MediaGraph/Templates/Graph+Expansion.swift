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
            "\(name) \(error.problem)", kind: .usage, notes: ["it was given as '\(values[name] ?? "")'"],
            help: error.help))
      }
    }
    var graph = self
    let missed = graph.nodes.substitute(known, declared: parameters)
    if !partially { problems += missed }
    problems += graph.bindStop(to: known, partially: partially)
    graph.parameters = [:]
    try Diagnostics.check(problems)
    return graph
  }

  private mutating func bindStop(to known: [String: Argument], partially: Bool) -> [Diagnostic] {
    guard let after = stop?.after?.substituting({ known[$0] }) else { return [] }
    stop?.after = after
    let open = after.references
    do {
      if open.isEmpty {
        stop?.after = try MediaTime(argument: after).argument
      } else {
        stop?.after = nil
        if !partially, case .interpolated = after {
          return [.needsValue(open[0], at: origin.stopAfter)]
        }
      }
      return []
    } catch {
      return [Diagnostic("after \(error.problem)", at: origin.stopAfter, label: error.label, help: error.help)]
    }
  }

  /// The graph with every template's nodes in its place, named `TEMPLATE/NODE`.
  ///
  /// The graph has to have passed its check and to be bound. The result has no templates and includes any more; it is worth
  /// a check of its own, for values that came through a template are where they belong only now.
  public func expanded(registry: Registry = .shared) throws(Diagnostics) -> Graph {
    var graph = self
    var problems: [Diagnostic] = []
    let scope = GraphScope(graph: self, registry: registry)
    var count = 0
    graph.nodes = try TemplateExpansion(scope: scope).expand(nodes, count: &count, problems: &problems).nodes
    graph.templates = [:]
    graph.includes = [:]
    try Diagnostics.check(problems)
    return graph
  }
}

/// Puts the nodes of templates in the places of the nodes that use them.
private struct TemplateExpansion {
  let scope: GraphScope

  /// More nodes than any machine runs at once: a few templates that use each other twice stand for billions.
  static let limit = 10_000

  /// What the outputs of the templates among some nodes are, by node and port.
  typealias Outputs = [String: [String: Link.Source]]

  /// - Parameter count: how many nodes have been made so far.
  func expand(
    _ nodes: [GraphNode], depth: Int = 0, count: inout Int, problems: inout [Diagnostic]
  ) throws(Diagnostics) -> (nodes: [GraphNode], outputs: Outputs) {
    // Cycles in files are found by the check; a template in Swift may still use itself.
    guard depth < 64 else {
      throw Diagnostics([Diagnostic("the templates form a cycle", at: nodes.first?.range, notes: ["more than 64 deep"])]
      )
    }
    var result: [GraphNode] = []
    var outputs: Outputs = [:]
    for node in nodes {
      count += 1
      guard count <= Self.limit else {
        throw Diagnostics([Diagnostic("the templates stand for more than \(Self.limit) nodes", at: node.range)])
      }
      guard let (template, scope) = template(of: node) else {
        result.append(node)
        continue
      }
      var inner = template.nodes
      problems += inner.substitute(values(of: node, template), declared: template.parameters)
      let innerOutputs: Outputs
      (inner, innerOutputs) = try TemplateExpansion(scope: scope)
        .expand(inner, depth: depth + 1, count: &count, problems: &problems)
      for index in inner.indices {
        inner[index].name = "\(node.name)/\(inner[index].name)"
        if node.delivery == .latest, inner[index].readsBoundary { inner[index].delivery = .latest }
        inner[index].inputs = inner[index].inputs.flatMap { outer($0, of: node) }
      }
      outputs[node.name] = Dictionary(
        uniqueKeysWithValues: template.outputs.map { ($0.key, prefixed(resolve($0.value, innerOutputs), with: node)) })
      result += inner
    }
    for index in result.indices {
      for link in result[index].inputs.indices {
        result[index].inputs[link].source = resolve(result[index].inputs[link].source, outputs)
      }
    }
    return (result, outputs)
  }

  /// A node that cannot be made stays as it is: the next check says which of its values does not fit, and where.
  private func template(of node: GraphNode) -> (Template, GraphScope)? {
    if let found = scope.template(node.use) { return found }
    // None of Reel's own types is a template; a cast would go through every conformance in the process to find that out.
    if node.component == nil, StandardNodes.all.contains(where: { $0.type == node.use }) { return nil }
    let component = try? scope.registry.component(for: node)
    return (component as? any TemplateNode).map { ($0.template, scope) }
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
  private func resolve(_ source: Link.Source, _ outputs: Outputs) -> Link.Source {
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
          let place = self[index].range(ofArgument: name)
          problems.append(values[parameter] == nil ? .needsValue(parameter, at: place) : .tooLong(name, at: place))
        }
        self[index].arguments[name] = value
      }
    }
    return problems
  }
}

extension GraphNode {
  fileprivate var readsBoundary: Bool {
    inputs.contains { if case .boundary = $0.source { true } else { false } }
  }
}

extension Diagnostic {
  fileprivate static func needsValue(_ parameter: String, at place: SourceRange?) -> Diagnostic {
    Diagnostic(
      "'\(parameter)' needs a value", kind: .usage, at: place, label: "is used here",
      help: "give it a default, or a value by --set or with:")
  }

  fileprivate static func tooLong(_ argument: String, at place: SourceRange?) -> Diagnostic {
    Diagnostic("\(argument) is longer than 1 MiB", at: place, label: "with its parameters' values")
  }
}
