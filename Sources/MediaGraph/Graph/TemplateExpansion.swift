import OrderedCollections

/// Replaces nodes that use templates by the templates' nodes.
struct TemplateExpansion {
  private let scope: GraphScope
  /// The default values of the outermost graph's parameters.
  private let defaults: OrderedDictionary<String, Argument>
  private var depth = 0
  /// The number of nodes made so far.
  private var count = 0

  /// The largest number of nodes, more than any machine runs at once: a few templates that use each other twice stand
  /// for billions.
  static let limit = 10_000

  /// The greatest depth of templates in templates, and of includes in includes, which is that of the stack that reads them.
  static let depthLimit = 64

  /// The sources behind the outputs of template nodes, by node and port.
  typealias Outputs = [String: [String: Link.Source]]

  init(scope: GraphScope, defaults: OrderedDictionary<String, Argument>) {
    self.scope = scope
    self.defaults = defaults
  }

  mutating func expand(
    _ nodes: [GraphNode], problems: inout [Diagnostic]
  ) throws(Diagnostics) -> (nodes: [GraphNode], outputs: Outputs) {
    // The check finds cycles in files; a template in Swift may still use itself.
    guard depth < Self.depthLimit else {
      throw Diagnostics([
        Diagnostic(
          "the templates are nested too deeply", at: nodes.first?.range, notes: ["more than \(Self.depthLimit) deep"])
      ])
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
      problems += argumentProblems(of: node, template)
      var inner = template.nodes
      problems += inner.substitute(values(of: node, template), declared: template.parameters)
      let innerOutputs: Outputs
      var expansion = TemplateExpansion(scope: scope, defaults: defaults)
      (expansion.depth, expansion.count) = (depth + 1, count)
      (inner, innerOutputs) = try expansion.expand(inner, problems: &problems)
      count = expansion.count
      let removed = prune(&inner, unlinkedIn: node, scope)
      for index in inner.indices {
        inner[index].name = "\(node.name)/\(inner[index].name)"
        if node.delivery != .all, inner[index].readsBoundary { inner[index].delivery = node.delivery }
        inner[index].inputs = inner[index].inputs.flatMap { outer($0, of: node) }
      }
      outputs[node.name] = [:]
      for (port, source) in template.outputs {
        let source = resolve(source, innerOutputs)
        if case .node(let name, _, _) = source, removed.contains(name) { continue }
        outputs[node.name]?[port] = prefixed(source, with: node)
      }
      result += inner
    }
    for index in result.indices {
      for link in result[index].inputs.indices {
        let source = result[index].inputs[link].source
        if case .node(let name, let port?, _) = source, let known = outputs[name], known[port] == nil {
          problems.append(
            .noOutput(port, ofTemplate: name, at: result[index].inputs[link].range ?? result[index].range))
        }
        result[index].inputs[link].source = resolve(source, outputs)
      }
    }
    return (result, outputs)
  }

  /// A node that cannot be made stays: the next check reports which of its values does not fit, and where.
  private func template(of node: GraphNode) -> (Template, GraphScope)? {
    if let found = scope.template(node.use) { return found }
    // No standard node is a template; a dynamic cast would scan every conformance in the process to find that out.
    if node.component == nil, StandardNodes.all.contains(where: { $0.type == node.use }) { return nil }
    if let component = try? scope.registry.component(for: node) {
      return (component as? any TemplateNode).map { ($0.template, scope) }
    }
    // A template in Swift cannot be built from the name of a parameter without a value.
    var node = node
    for (name, argument) in node.arguments { node.arguments[name] = argument.substituting { defaults[$0] } }
    let component = try? scope.registry.component(for: node)
    return (component as? any TemplateNode).map { ($0.template, scope) }
  }

  private func values(of node: GraphNode, _ template: Template) -> [String: Argument] {
    var values: [String: Argument] = [:]
    for (name, parameter) in template.parameters { values[name] = node.arguments[name] ?? parameter.defaultValue }
    return values
  }

  /// Returns the problems of values that a parameter outside of the template has brought: only now can they be compared
  /// with the bounds of the template's own parameters.
  private func argumentProblems(of node: GraphNode, _ template: Template) -> [Diagnostic] {
    template.parameters.flatMap { name, parameter in
      let errors = node.arguments[name].map { parameter.problems(in: $0) } ?? []
      return errors.map { Diagnostic.invalidArgument($0, argument: name, of: node) }
    }
  }

  /// Returns the expanded nodes without those of templates that nothing reads, and without the nodes that only feed
  /// these: an output of a template may be left unread.
  ///
  /// - Parameters:
  ///   - nodes: The expanded nodes.
  ///   - given: The nodes before the expansion. One of these stays even if nothing has ever read it, as an error of the
  ///     graph.
  ///   - outputs: The sources that are read from outside of the nodes.
  func readNodes(of nodes: [GraphNode], expandedFrom given: [GraphNode], outputs: [Link.Source] = []) -> [GraphNode] {
    let written = Set(given.map(\.name))
    var readers: [String: Int] = [:]
    for case .node(let name, _, _) in nodes.flatMap(\.inputs).map(\.source) + outputs { readers[name, default: 0] += 1 }
    var unread = nodes.filter { node in
      !written.contains(node.name) && readers[node.name] == nil
        && scope.declaration(of: node)?.outputs.isEmpty == false
    }
    let all = Dictionary(nodes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var removed: Set<String> = []
    while let node = unread.popLast() {
      removed.insert(node.name)
      for case .node(let name, _, _) in node.inputs.map(\.source) {
        readers[name, default: 0] -= 1
        if readers[name] == 0, let source = all[name] { unread.append(source) }
      }
    }
    return nodes.filter { !removed.contains($0.name) }
  }

  /// Removes the inner nodes that lose a required source because an optional input of the boundary is not linked.
  /// - Returns: the names of the removed nodes.
  private func prune(_ inner: inout [GraphNode], unlinkedIn node: GraphNode, _ scope: GraphScope) -> Set<String> {
    let linked = Set(node.inputs.map(\.port))
    var removed: Set<String> = []
    func isLost(_ link: Link) -> Bool {
      switch link.source {
      case .boundary(let name): !linked.contains(name)
      case .node(let name, _, _): removed.contains(name)
      }
    }
    var isStable = false
    while !isStable {
      isStable = true
      for index in inner.indices where !removed.contains(inner[index].name) {
        let lost = inner[index].inputs.filter(isLost)
        guard !lost.isEmpty else { continue }
        inner[index].inputs.removeAll(where: isLost)
        let left = Set(inner[index].inputs.map(\.port))
        let declaration = scope.declaration(of: inner[index])
        let isNeeded = lost.contains { link in
          !left.contains(link.port) && declaration?.port(link.port, .input)?.isRequired ?? true
        }
        if isNeeded {
          removed.insert(inner[index].name)
          isStable = false
        }
      }
    }
    inner.removeAll { removed.contains($0.name) }
    return removed
  }

  /// The outer links of an inner node: other inner nodes by their new names, boundary inputs by the links into them.
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
      // The output passes an input of the boundary through: its source is the link into that input.
      guard case .boundary(let name) = source else { return source }
      return node.inputs.first { $0.port == name }?.source ?? source
    }
    return .node("\(node.name)/\(name)", port: port, index: index)
  }

  /// Follows the outputs of templates to the nodes that produce them.
  func resolve(_ source: Link.Source, _ outputs: Outputs) -> Link.Source {
    var source = source
    for _ in 0...outputs.count {
      guard case .node(let name, let port?, _) = source, let inner = outputs[name]?[port] else { break }
      source = inner
    }
    return source
  }
}

extension GraphNode {
  fileprivate var readsBoundary: Bool {
    inputs.contains { if case .boundary = $0.source { true } else { false } }
  }
}

extension Diagnostic {
  fileprivate static func noOutput(_ port: String, ofTemplate node: String, at place: SourceRange?) -> Diagnostic {
    Diagnostic(
      "'\(node)' gives no '\(port)'", at: place, notes: ["nothing is linked to the inputs that it is made of"])
  }
}
