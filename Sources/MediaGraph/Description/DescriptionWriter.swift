import OrderedCollections

extension Graph {
  /// Returns the graph as a description file in canonical form, which loads as an equal graph.
  /// - Parameter registry: resolves the nodes' declarations, so that the only port of a node needs no name.
  public func yaml(registry: Registry = .shared) throws -> String {
    YAMLPrinter.text(of: .canonical(DescriptionWriter(scope: GraphScope(graph: self, registry: registry)).root))
  }
}

/// Converts a graph into the YAML tree of its description file.
struct DescriptionWriter {
  let scope: GraphScope

  var root: YAMLTree {
    let graph = scope.graph
    var entries: [(String, YAMLTree)] = [("format", .text("1"))]
    if let name = graph.name { entries.append(("name", .text(name))) }
    if let summary = graph.summary { entries.append(("summary", .text(summary))) }
    if !graph.includes.isEmpty { entries.append(("include", .map(graph.includes.map { ($0, .text($1.path)) }))) }
    if !graph.plugins.isEmpty { entries.append(("plugins", .list(graph.plugins.map { .text($0) }))) }
    if !graph.parameters.isEmpty { entries.append(("parameters", parameters(graph.parameters))) }
    if !graph.templates.isEmpty {
      entries.append(("templates", .map(graph.templates.map { ($0, template($1)) })))
    }
    if !graph.nodes.isEmpty { entries.append(("nodes", nodes(graph.nodes))) }
    if let stop = graph.stop { entries.append(("stop", self.stop(stop))) }
    return .map(entries)
  }

  private func template(_ template: Template) -> YAMLTree {
    var entries: [(String, YAMLTree)] = []
    if !template.parameters.isEmpty { entries.append(("parameters", parameters(template.parameters))) }
    if !template.inputs.isEmpty { entries.append(("inputs", .map(template.inputs.map { ($0, .text($1.rawValue)) }))) }
    if !template.outputs.isEmpty { entries.append(("outputs", .map(template.outputs.map { ($0, .text($1.text)) }))) }
    entries.append(("nodes", nodes(template.nodes)))
    return .map(entries)
  }

  private func stop(_ stop: StopRule) -> YAMLTree {
    var entries: [(String, YAMLTree)] = []
    if let after = stop.after { entries.append(("after", value(after))) }
    if !stop.signals.isEmpty { entries.append(("signals", .list(stop.signals.map { .text($0.text) }))) }
    if stop.failure != .run { entries.append(("failure", .text(stop.failure.text))) }
    return .map(entries)
  }

  private func parameters(_ parameters: OrderedDictionary<String, ParameterDeclaration>) -> YAMLTree {
    .map(
      parameters.map { name, parameter in
        var entries = [("type", YAMLTree.text(parameter.type.name))]
        if parameter.isRequired { entries.append(("required", .text("true"))) }
        if let value = parameter.defaultValue { entries.append(("default", self.value(value))) }
        if let minimum = parameter.minimum { entries.append(("minimum", value(.text(minimum)))) }
        if let maximum = parameter.maximum { entries.append(("maximum", value(.text(maximum)))) }
        return (name, .map(entries))
      })
  }

  private func nodes(_ nodes: [GraphNode]) -> YAMLTree {
    .map(nodes.map { ($0.name, node($0, among: nodes)) })
  }

  private func node(_ node: GraphNode, among nodes: [GraphNode]) -> YAMLTree {
    var entries = [("use", YAMLTree.text(node.use.name))]
    if !node.inputs.isEmpty { entries.append(("in", inputs(of: node, among: nodes))) }
    if !node.arguments.isEmpty { entries.append(("with", .map(node.arguments.map { ($0, value($1)) }))) }
    if node.delivery != .all { entries.append(("delivery", .text(node.delivery.text))) }
    return .map(entries)
  }

  private func inputs(of node: GraphNode, among nodes: [GraphNode]) -> YAMLTree {
    var ports: OrderedDictionary<String, [YAMLTree]> = [:]
    for link in node.inputs { ports[link.port ?? "", default: []].append(source(link.source, among: nodes)) }
    let links = ports.mapValues { $0.count == 1 ? $0[0] : .list($0) }
    let onlyInput = scope.declaration(of: node)?.port(nil, .input)?.name
    if links.count == 1, let only = links.elements.first, only.key == onlyInput || only.key.isEmpty {
      return only.value
    }
    return .map(links.map { ($0, $1) })
  }

  private func source(_ source: Link.Source, among nodes: [GraphNode]) -> YAMLTree {
    guard case .node(let name, let port?, 1) = source, let node = nodes.first(where: { $0.name == name }),
      scope.declaration(of: node)?.port(nil, .output)?.name == port
    else { return .text(source.text) }
    return .text(name)
  }

  private func value(_ argument: Argument) -> YAMLTree {
    switch argument {
    case .list(let items): .list(items.map(value))
    case .map(let entries): .map(entries.map { ($0, value($1)) })
    case .text, .reference, .interpolated: .text(argument.scalar ?? "")
    }
  }
}
