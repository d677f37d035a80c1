import OrderedCollections

extension Graph {
  /// Returns the graph with its parameters replaced by their values.
  /// - Parameters:
  ///   - values: texts as `--set` takes them; a parameter without one has its default.
  ///   - partially: true if required parameters may be missing, as in a check; arguments that need them are left out.
  /// - Throws: values that are unknown, missing or invalid.
  public func bound(to values: [String: String] = [:], partially: Bool = false) throws(Diagnostics) -> Graph {
    var problems: [Diagnostic] = []
    var known: [String: Argument] = [:]
    for name in values.keys.sorted() where parameters[name] == nil {
      let nearest = Suggestion.nearest(to: name, in: parameters.keys).map { "did you mean '\($0)'? " } ?? ""
      let list = parameters.isEmpty ? "it has no parameters" : "it has: \(parameters.keys.joined(separator: ", "))"
      problems.append(
        Diagnostic("the graph has no parameter '\(name)'", kind: .usage, help: nearest + list))
    }
    // The arguments that use these need no other error.
    var refused: Set<String> = []
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
        refused.insert(name)
        problems.append(
          Diagnostic(
            "\(name) \(error.problem)", kind: .usage, notes: ["it was given as '\(values[name] ?? "")'"],
            help: error.help))
      }
    }
    var graph = self
    let missed = graph.nodes.substitute(known, declared: parameters.filter { !refused.contains($0.key) })
    if partially { graph.nodes.removeArguments(withoutValuesFor: parameters.keys.filter { known[$0] == nil }) }
    if !partially { problems += missed }
    problems += graph.bindStop(to: known, except: refused, partially: partially)
    graph.parameters = [:]
    try Diagnostics.check(problems)
    return graph
  }

  /// Returns the graph with some of its parameters replaced by values; the others stay parameters.
  /// - Parameter values: texts as `--set` takes them.
  /// - Throws: values that are unknown or invalid.
  public func binding(_ values: [String: String]) throws(Diagnostics) -> Graph {
    // Reports all problems of the values.
    _ = try bound(to: values, partially: true)
    var graph = self
    var known: [String: Argument] = [:]
    for (name, text) in values { known[name] = try? parameters[name]?.canonical(.text(text)) }
    let given = parameters.filter { known[$0.key] != nil }
    try Diagnostics.check(graph.nodes.substitute(known, declared: given))
    if let after = stop?.after { graph.stop?.after = after.substituting { known[$0] } }
    for name in given.keys { graph.parameters[name] = nil }
    return graph
  }

  private mutating func bindStop(
    to known: [String: Argument], except refused: Set<String>, partially: Bool
  ) -> [Diagnostic] {
    guard let after = stop?.after?.substituting({ known[$0] }) else { return [] }
    stop?.after = after
    let open = after.references
    do {
      if open.isEmpty {
        stop?.after = try MediaTime(argument: after).argument
      } else {
        stop?.after = nil
        if !partially, case .interpolated = after, let missing = open.first(where: { !refused.contains($0) }) {
          return [.needsValue(missing, at: origin.stopAfter)]
        }
      }
      return []
    } catch {
      return [Diagnostic("after \(error.problem)", at: origin.stopAfter, label: error.label, help: error.help)]
    }
  }

  /// Returns the graph with every template node replaced by the template's nodes, named `TEMPLATE/NODE`; without those
  /// that only serve outputs of templates that nothing reads.
  ///
  /// The graph must have passed its check. The result has no templates and includes, and should be checked again:
  /// values passed through a template have reached their parameters only now. If the graph is not bound, its parameters
  /// stay; a template in Swift, which needs values to build its nodes, takes their defaults, and is left unexpanded if
  /// there are none.
  public func expanded(registry: Registry = .shared) throws(Diagnostics) -> Graph {
    var graph = self
    var problems: [Diagnostic] = []
    let scope = GraphScope(graph: self, registry: registry)
    var expansion = TemplateExpansion(scope: scope, defaults: parameters.compactMapValues(\.defaultValue))
    let (expanded, _) = try expansion.expand(nodes, problems: &problems)
    graph.nodes = expansion.readNodes(of: expanded, expandedFrom: nodes)
    graph.templates = [:]
    graph.includes = [:]
    try Diagnostics.check(problems)
    return graph
  }
}

extension [GraphNode] {
  /// Leaves lists and maps out that need parameters without a value, such as the items of a timeline.
  fileprivate mutating func removeArguments(withoutValuesFor missing: [String]) {
    for index in indices {
      for (name, argument) in self[index].arguments {
        switch argument {
        case .list, .map:
          if argument.references.contains(where: missing.contains) { self[index].arguments[name] = nil }
        case .text, .reference, .interpolated: continue
        }
      }
    }
  }

  /// Replaces references by values; a reference to a parameter without a value removes its argument.
  mutating func substitute(
    _ values: [String: Argument], declared: OrderedDictionary<String, ParameterDeclaration>
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for index in indices {
      for (name, argument) in self[index].arguments {
        // An argument that is one reference without a value is removed; inside a text, the reference is reported as
        // missing.
        if case .reference(let parameter) = argument, declared[parameter] != nil, values[parameter] == nil {
          self[index].arguments[name] = nil
          continue
        }
        let place = self[index].range(ofArgument: name)
        for parameter in argument.references where declared[parameter] != nil && values[parameter] == nil {
          problems.append(.needsValue(parameter, at: place))
        }
        if argument.isTooLong({ values[$0] }) {
          problems.append(.tooLong(name, at: place))
        }
        self[index].arguments[name] = argument.substituting { values[$0] }
      }
    }
    return problems
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
