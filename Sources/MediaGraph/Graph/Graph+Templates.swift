extension Graph {
  /// Returns the templates of the graph and of the files that it includes, by the names that its nodes use:
  /// `presets/web_h264`.
  public func templateDeclarations(registry: Registry = .shared) -> [NodeDeclaration] {
    let scope = GraphScope(graph: self, registry: registry)
    let names =
      templates.keys + includes.flatMap { name, include in include.graph.templates.keys.map { "\(name)/\($0)" } }
    return names.compactMap { name in
      let type = NodeType(name)
      return scope.template(type).map { template, scope in scope.declaration(of: template, named: type) }
    }
  }

  /// Returns a template as a description of its own: one without ports as a graph that runs, any other as a template that
  /// files can include and use.
  ///
  /// Templates inside it are expanded, so that the description needs no other file. Required parameters without a value are
  /// parameters of the result too.
  /// - Parameters:
  ///   - type: the name after `use:` in this graph; Reel's own templates and those of plugins too.
  ///   - values: texts as `--set` takes them. A template in Swift is built with them, and keeps of the other parameters those
  ///     that are required; one of a file keeps them all.
  /// - Returns: nil when there is no template of this name.
  /// - Throws: values that are unknown or do not fit.
  public func description(
    ofTemplate type: NodeType, values: [String: String] = [:], registry: Registry = .shared
  ) throws(Diagnostics) -> Graph? {
    let outer = GraphScope(graph: self, registry: registry)
    guard let declaration = templateDeclaration(type, in: outer) else { return nil }
    var node = GraphNode(name: "template", use: type)
    for (name, text) in values { node.arguments[name] = .text(text) }
    try Diagnostics.check(Self.problems(of: node, declaration))
    var template: Template
    let scope: GraphScope
    var placeholders = TemplatePlaceholders()
    if let found = outer.template(type) {
      (template, scope) = found
      let known = Dictionary(uniqueKeysWithValues: node.arguments.map { ($0.key, $0.value) })
      let given = template.parameters.filter { known[$0.key] != nil }
      try Diagnostics.check(template.nodes.substitute(known, declared: given))
      for name in given.keys { template.parameters[name] = nil }
    } else {
      placeholders = try TemplatePlaceholders(missingIn: node, of: declaration)
      placeholders.fill(&node)
      guard let made = try? registry.component(for: node) as? any TemplateNode else { return nil }
      (template, scope) = (made.template, outer)
    }
    var problems: [Diagnostic] = []
    var expansion = TemplateExpansion(scope: scope, defaults: [:])
    let (nodes, outputs) = try expansion.expand(template.nodes, problems: &problems)
    try Diagnostics.check(problems)
    template.outputs = template.outputs.mapValues { expansion.resolve($0, outputs) }
    template.nodes = expansion.readNodes(
      of: nodes, expandedFrom: template.nodes, outputs: Array(template.outputs.values))
    // Not before: templates inside, in Swift too, are built from values.
    placeholders.becomeParameters(of: &template)
    var graph = Graph(summary: declaration.summary.isEmpty ? nil : declaration.summary)
    if declaration.inputs.isEmpty, declaration.outputs.isEmpty {
      (graph.parameters, graph.nodes) = (template.parameters, template.nodes)
      return graph.withPlainNames()
    }
    var name = type.name.split(separator: "/").last.map { String($0).replacing(".", with: "_") } ?? "template"
    // A template of a file cannot have the name of a node type.
    if registry.declaration(of: NodeType(name)) != nil { name = "my_\(name)" }
    graph.templates[name] = template.withPlainNames()
    return graph
  }

  private func templateDeclaration(_ type: NodeType, in scope: GraphScope) -> NodeDeclaration? {
    if let (template, inner) = scope.template(type) { return inner.declaration(of: template, named: type) }
    return scope.registry.isTemplate(type) ? scope.registry.declaration(of: type) : nil
  }

  private static func problems(of node: GraphNode, _ declaration: NodeDeclaration) -> [Diagnostic] {
    node.arguments.compactMap { name, argument in
      guard let parameter = declaration.parameter(name) else {
        var problem = Diagnostic.unknownParameter(name, of: declaration, at: nil)
        problem.kind = .usage
        return problem
      }
      do throws(ArgumentError) {
        _ = try parameter.canonical(argument)
        return nil
      } catch {
        return Diagnostic("\(name) \(error.problem)", kind: .usage, help: error.help)
      }
    }
  }
}
