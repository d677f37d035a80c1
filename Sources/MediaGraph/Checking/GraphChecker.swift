/// Checks a graph: node types and parameters exist, values fit, links join ports of one type, and every required input
/// is linked.
///
/// Nothing is loaded or run. A problem in a file is reported at its place there; one in a graph made in Swift, with the
/// node's name.
public struct GraphChecker: Sendable {
  private let registry: Registry
  private let openEnds: Set<NodeType>

  /// - Parameter openEnds: Types of nodes that need no reader, because the program takes them out of the graph.
  public init(registry: Registry = .shared, openEnds: Set<NodeType> = []) {
    (self.registry, self.openEnds) = (registry, openEnds)
  }

  /// Checks a graph with its templates and includes.
  /// - Returns: the graph with every port named and every value in canonical form, so that equal graphs are equal values,
  ///   and all problems.
  public func check(_ graph: Graph) -> (graph: Graph, problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    var files: [String: Graph] = [:]
    let graph = check(graph, files: &files, problems: &problems)
    return (graph, problems)
  }

  /// - Parameter files: the checked graphs of included files by path; several graphs may include the same file.
  private func check(_ graph: Graph, files: inout [String: Graph], problems: inout [Diagnostic]) -> Graph {
    var graph = graph
    for (name, include) in graph.includes {
      let path = include.graph.file?.path
      let checked = path.flatMap { files[$0] } ?? check(include.graph, files: &files, problems: &problems)
      if let path { files[path] = checked }
      graph.includes[name] = Include(path: include.path, graph: checked)
    }
    let scope = GraphScope(graph: graph, registry: registry)
    problems += templateProblems(of: graph)
    for (name, template) in graph.templates {
      var check = NodeListCheck(scope: scope, template: template)
      graph.templates[name]?.nodes = check.check(template.nodes)
      problems += check.problems
      let (outputs, found) = check.resolve(outputs: template.outputs, origin: template.origin)
      graph.templates[name]?.outputs = outputs
      problems += found
    }
    var check = NodeListCheck(scope: scope, parameters: graph.parameters, openEnds: openEnds)
    graph.nodes = check.check(graph.nodes)
    problems += check.problems
    problems += stopProblems(of: graph)
    return graph
  }

  /// Returns a problem for each template that uses itself, directly or through others, or has the name of another type.
  private func templateProblems(of graph: Graph) -> [Diagnostic] {
    let uses = graph.templates.map { name, template in
      GraphNode(
        name: name, use: "",
        inputs: template.nodes.map { node in
          var link = Link(port: nil, source: .node(node.use.name, port: nil))
          link.range = node.range
          return link
        })
    }
    let taken = graph.templates.keys.filter { registry.declaration(of: NodeType($0)) != nil }
    return taken.map { name in
      Diagnostic(
        "there is a node type '\(name)' already", at: graph.templates[name]?.origin.name,
        help: "give the template another name")
    }
      + LinkCycles(nodes: uses).cycles.map { link, names in
        Diagnostic("the templates form a cycle", at: link.range, notes: [LinkCycles.text(names)])
      }
  }

  private func stopProblems(of graph: Graph) -> [Diagnostic] {
    guard let after = graph.stop?.after else { return [] }
    var problems: [Diagnostic] = []
    for name in after.references {
      guard let parameter = graph.parameters[name] else {
        problems.append(
          .unknownParameterReference(name, declared: Array(graph.parameters.keys), at: graph.origin.stopAfter))
        continue
      }
      guard case .reference = after, !parameter.type.fits(MediaTime.parameterType) else { continue }
      problems.append(
        Diagnostic(
          "after cannot be $\(name)", at: graph.origin.stopAfter, label: "is \(parameter.type.article)",
          notes: ["stop takes \(MediaTime.parameterType.expectation)"]))
    }
    return problems
  }
}
