/// Checks a graph: node types and parameters exist, values fit, links join ports of one type, and nothing is left open.
///
/// Nothing is loaded or run. What the check finds in files has its place there; in graphs made in Swift, the node's name.
public struct GraphChecker: Sendable {
  private let registry: Registry

  public init(registry: Registry = .shared) { self.registry = registry }

  /// Checks a graph with its templates and includes.
  /// - Returns: the graph with every port named and every value in canonical form, so that equal graphs are equal values,
  ///   and everything that is wrong.
  public func check(_ graph: Graph) -> (graph: Graph, problems: [Diagnostic]) {
    var graph = graph
    var problems: [Diagnostic] = []
    for (name, include) in graph.includes {
      let (checked, found) = check(include.graph)
      problems += found
      graph.includes[name] = Include(path: include.path, graph: checked)
    }
    let scope = GraphScope(graph: graph, registry: registry)
    problems += TemplateCycles(scope: scope).problems
    for (name, template) in graph.templates {
      var check = NodeListCheck(
        scope: scope, parameters: template.parameters, boundary: template.inputs, outputs: template.outputs)
      graph.templates[name]?.nodes = check.check(template.nodes)
      problems += check.problems
      let (outputs, found) = check.resolve(outputs: template.outputs, origin: template.origin)
      graph.templates[name]?.outputs = outputs
      problems += found
    }
    var check = NodeListCheck(scope: scope, parameters: graph.parameters)
    graph.nodes = check.check(graph.nodes)
    problems += check.problems
    problems += stopProblems(of: graph)
    return (graph, problems)
  }

  private func stopProblems(of graph: Graph) -> [Diagnostic] {
    (graph.stop?.after?.references ?? []).filter { graph.parameters[$0] == nil }.map { name in
      .unknownParameterReference(name, declared: Array(graph.parameters.keys), at: graph.origin.stopAfter)
    }
  }
}

/// Finds templates that use themselves, over however many steps.
private struct TemplateCycles {
  let scope: GraphScope

  var problems: [Diagnostic] {
    var done: Set<String> = []
    var problems: [Diagnostic] = []
    for name in scope.graph.templates.keys { visit(name, path: [], done: &done, problems: &problems) }
    return problems
  }

  private func visit(_ name: String, path: [String], done: inout Set<String>, problems: inout [Diagnostic]) {
    guard !done.contains(name), let template = scope.graph.templates[name] else { return }
    for node in template.nodes where scope.graph.templates[node.use.name] != nil {
      let path = path + [name]
      if let start = path.firstIndex(of: node.use.name) {
        let cycle = (path[start...] + [node.use.name]).joined(separator: " → ")
        problems.append(Diagnostic("the templates form a cycle", at: node.range, notes: [cycle]))
      } else {
        visit(node.use.name, path: path, done: &done, problems: &problems)
      }
    }
    done.insert(name)
  }
}
