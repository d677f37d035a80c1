/// Resolves the types of a graph's nodes: its own templates, those of its includes, and the registry's types.
struct GraphScope {
  let graph: Graph
  let registry: Registry

  /// Returns a template by the name after `use:`, with the graph that its own names refer to.
  func template(_ type: NodeType) -> (template: Template, scope: GraphScope)? {
    if let template = graph.templates[type.name] { return (template, self) }
    guard let slash = type.name.firstIndex(of: "/"), let include = graph.includes[String(type.name[..<slash])] else {
      return nil
    }
    let name = String(type.name[type.name.index(after: slash)...])
    return include.graph.templates[name].map { ($0, GraphScope(graph: include.graph, registry: registry)) }
  }

  /// The names that `use:` accepts in this graph.
  var typeNames: [String] {
    graph.templates.keys
      + graph.includes.flatMap { name, include in include.graph.templates.keys.map { "\(name)/\($0)" } }
      + registry.typeNames
  }

  /// Returns the declaration of a node's type; nil when the type is not known.
  func declaration(of node: GraphNode) -> NodeDeclaration? {
    if let (template, scope) = template(node.use) { return scope.declaration(of: template, named: node.use) }
    let arguments = Dictionary(uniqueKeysWithValues: node.arguments.map { ($0.key, $0.value) })
    return registry.declaration(of: node.use, arguments: arguments) ?? node.component?.declaration
  }

  /// Returns the declaration of a template as a node type: its boundary gives the ports.
  func declaration(of template: Template, named type: NodeType) -> NodeDeclaration {
    let inputs = template.inputs.map { PortDeclaration(name: $0.key, direction: .input, types: [$0.value]) }
    let outputs = template.outputs.map { name, source in
      PortDeclaration(name: name, direction: .output, types: self.type(of: source, in: template).map { [$0] } ?? [])
    }
    return NodeDeclaration(
      type: type, summary: "", ports: inputs + outputs, parameters: Array(template.parameters.values))
  }

  /// Returns the port type of a link's source; nil when it cannot be determined.
  private func type(of source: Link.Source, in template: Template, depth: Int = 0) -> PortType? {
    switch source {
    case .boundary(let name): return template.inputs[name]
    case .node(let name, let port, _):
      guard let node = template[name] else { return nil }
      // Templates that use themselves are reported as a cycle; here the recursion just has to end.
      if let (inner, scope) = self.template(node.use) {
        guard depth < 64, let source = port.flatMap({ inner.outputs[$0] }) ?? inner.outputs.values.first else {
          return nil
        }
        return scope.type(of: source, in: inner, depth: depth + 1)
      }
      return declaration(of: node)?.port(port, .output)?.types.first
    }
  }
}
