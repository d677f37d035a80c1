import OrderedCollections
import Yams

extension Graph {
  /// The graph as a description file, which loads as an equal graph.
  /// - Parameter registry: where the nodes' declarations are looked up, so that the only port of a node needs no name.
  public func yaml(registry: Registry = .shared) throws -> String {
    let root = DescriptionWriter(scope: GraphScope(graph: self, registry: registry)).root
    return try Yams.serialize(node: root, width: -1, allowUnicode: true)
  }
}

/// Turns a graph into YAML: keys in the order of the format's rules, nodes one a line.
struct DescriptionWriter {
  let scope: GraphScope

  var root: Yams.Node {
    let graph = scope.graph
    var entries: [(String, Yams.Node)] = [("format", "1")]
    if let name = graph.name { entries.append(("name", scalar(name))) }
    if let summary = graph.summary { entries.append(("summary", scalar(summary))) }
    if !graph.includes.isEmpty { entries.append(("include", map(graph.includes.map { ($0, scalar($1.path)) }))) }
    if !graph.plugins.isEmpty { entries.append(("plugins", list(graph.plugins.map(scalar)))) }
    if !graph.parameters.isEmpty { entries.append(("parameters", parameters(graph.parameters))) }
    if !graph.templates.isEmpty {
      entries.append(("templates", map(graph.templates.map { ($0, template($1)) })))
    }
    if !graph.nodes.isEmpty { entries.append(("nodes", nodes(graph.nodes))) }
    if let stop = graph.stop { entries.append(("stop", self.stop(stop))) }
    return map(entries)
  }

  private func template(_ template: Template) -> Yams.Node {
    var entries: [(String, Yams.Node)] = []
    if !template.parameters.isEmpty { entries.append(("parameters", parameters(template.parameters))) }
    if !template.inputs.isEmpty {
      entries.append(("inputs", map(template.inputs.map { ($0, scalar($1.rawValue)) }, .flow)))
    }
    if !template.outputs.isEmpty {
      let outputs = template.outputs.map { ($0, scalar($1.text)) }
      entries.append(("outputs", map(outputs, .flow)))
    }
    entries.append(("nodes", nodes(template.nodes)))
    return map(entries)
  }

  private func stop(_ stop: StopRule) -> Yams.Node {
    var entries: [(String, Yams.Node)] = []
    if let after = stop.after { entries.append(("after", value(after))) }
    if !stop.signals.isEmpty { entries.append(("signals", list(stop.signals.map { scalar($0.text) }))) }
    return map(entries, .flow)
  }

  private func parameters(_ parameters: OrderedDictionary<String, ParameterDeclaration>) -> Yams.Node {
    map(
      parameters.map { name, parameter in
        var entries = [("type", scalar(parameter.type.name))]
        if parameter.isRequired { entries.append(("required", scalar("true"))) }
        if let value = parameter.defaultValue { entries.append(("default", self.value(value))) }
        if let minimum = parameter.minimum { entries.append(("minimum", value(.text(minimum)))) }
        if let maximum = parameter.maximum { entries.append(("maximum", value(.text(maximum)))) }
        return (name, map(entries, .flow))
      })
  }

  private func nodes(_ nodes: [GraphNode]) -> Yams.Node {
    map(nodes.map { ($0.name, node($0, among: nodes)) })
  }

  private func node(_ node: GraphNode, among nodes: [GraphNode]) -> Yams.Node {
    var entries = [("use", scalar(node.use.name))]
    if !node.inputs.isEmpty { entries.append(("in", inputs(of: node, among: nodes))) }
    if !node.arguments.isEmpty { entries.append(("with", map(node.arguments.map { ($0, value($1)) }, .flow))) }
    if node.delivery != .all { entries.append(("delivery", scalar(node.delivery.text))) }
    return map(entries, .flow)
  }

  private func inputs(of node: GraphNode, among nodes: [GraphNode]) -> Yams.Node {
    var ports: OrderedDictionary<String, [Yams.Node]> = [:]
    for link in node.inputs { ports[link.port ?? "", default: []].append(source(link.source, among: nodes)) }
    let links = ports.mapValues { $0.count == 1 ? $0[0] : list($0) }
    let onlyInput = scope.declaration(of: node)?.port(nil, .input)?.name
    if links.count == 1, let only = links.elements.first, only.key == onlyInput || only.key.isEmpty {
      return only.value
    }
    return map(links.map { ($0, $1) }, .flow)
  }

  private func source(_ source: Link.Source, among nodes: [GraphNode]) -> Yams.Node {
    guard case .node(let name, let port?, 1) = source, let node = nodes.first(where: { $0.name == name }),
      scope.declaration(of: node)?.port(nil, .output)?.name == port
    else { return scalar(source.text) }
    return scalar(name)
  }

  private func value(_ argument: Argument) -> Yams.Node {
    switch argument {
    case .list(let items): list(items.map(value))
    case .map(let entries): map(entries.map { ($0, value($1)) }, .flow)
    case .text, .reference, .interpolated: scalar(argument.scalar ?? "")
    }
  }

  /// A scalar that reads back as text: what YAML takes for nothing is quoted.
  private func scalar(_ text: String) -> Yams.Node {
    let isBare = !text.isEmpty && text != "~"
    return .scalar(.init(text, Tag(.implicit), isBare ? .any : .doubleQuoted))
  }

  private func list(_ items: [Yams.Node]) -> Yams.Node { .sequence(.init(items, Tag(.implicit), .flow)) }

  private func map(_ entries: [(String, Yams.Node)], _ style: Yams.Node.Mapping.Style = .block) -> Yams.Node {
    .mapping(.init(entries.map { (scalar($0.0), $0.1) }, Tag(.implicit), style))
  }
}
