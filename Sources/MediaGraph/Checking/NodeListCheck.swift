import OrderedCollections

/// Checks the nodes of one graph or template.
struct NodeListCheck {
  let scope: GraphScope
  let parameters: OrderedDictionary<String, ParameterDeclaration>
  /// The inputs of the template that holds the nodes; nil in a graph.
  var boundary: OrderedDictionary<String, PortType>?
  /// Inputs of the template whose types could not be read.
  private let unreadableInputs: Set<String>
  /// Types of nodes that need no reader.
  private var openEnds: Set<NodeType> = []
  /// The outputs of the template.
  var outputs: OrderedDictionary<String, Link.Source> = [:]
  private(set) var problems: [Diagnostic] = []
  /// In the order of the nodes.
  private var names: OrderedSet<String> = []
  private var suggestions = SuggestionMemory()
  private var declarations: [String: NodeDeclaration] = [:]
  /// Nodes whose ports depend on arguments that do not fit, or are not known yet.
  private var undecided: Set<String> = []

  /// Checks the nodes of a graph.
  init(scope: GraphScope, parameters: OrderedDictionary<String, ParameterDeclaration>, openEnds: Set<NodeType>) {
    self.scope = scope
    self.parameters = parameters
    self.openEnds = openEnds
    unreadableInputs = []
  }

  /// Checks the nodes of a template.
  init(scope: GraphScope, template: Template) {
    self.scope = scope
    parameters = template.parameters
    boundary = template.inputs
    unreadableInputs = Set(template.origin.inputs.keys).subtracting(template.inputs.keys)
    outputs = template.outputs
  }

  /// Checks the nodes and returns them with ports named and values in canonical form.
  mutating func check(_ nodes: [GraphNode]) -> [GraphNode] {
    var nodes = nodes
    for node in nodes where names.append(node.name).inserted {
      let declaration = scope.declaration(of: node)
      declarations[node.name] = declaration
      if let declaration, scope.registry.declaration(of: node.use)?.ports.isEmpty == true,
        node.arguments.contains(where: { !declaration.accepts($0.value, for: $0.key) })
      {
        undecided.insert(node.name)
      }
    }
    var seen: Set<String> = []
    for index in nodes.indices {
      if !seen.insert(nodes[index].name).inserted {
        problems.append(Diagnostic("two nodes are named '\(nodes[index].name)'", at: nodes[index].origin.name))
      }
      checkType(nodes[index])
      checkArguments(&nodes[index])
      checkLinks(&nodes[index])
    }
    problems += LinkCycles(nodes: nodes).problems
    checkReaders(of: nodes)
    return nodes
  }

  private mutating func checkType(_ node: GraphNode) {
    // A node without a type was reported when its file was read.
    guard declarations[node.name] == nil else { return }
    if node.use.name.isEmpty {
      // A port of another graph that Swift linked; a node without a type was reported when its file was read.
      if node.origin.name == nil {
        problems.append(Diagnostic("there is no node '\(node.name)'", notes: ["an output is linked to it"]))
      }
      return
    }
    if node.use.name.hasPrefix("swift.") {
      problems.append(
        Diagnostic(
          "'\(node.use)' is not registered", at: node.range, label: "is a closure of a Swift program",
          help: "run the file from the program that registers it"))
      return
    }
    if let plugin = scope.registry.plugin(of: node.use) {
      problems.append(
        Diagnostic(
          "unknown node type '\(node.use)'", at: node.range, label: "is a node of the plugin '\(plugin)'",
          help: "add plugins: [\(plugin)]"))
      return
    }
    let help = suggestions.of("use: " + node.use.name) { [scope] in
      NodeSearch.help(forUnknown: node.use.name, among: scope.typeNames)
    }
    problems.append(
      Diagnostic(
        "unknown node type '\(node.use)'", at: node.range, notes: scope.registry.unusableManifests, help: help))
  }

  // MARK: - Arguments

  private mutating func checkArguments(_ node: inout GraphNode) {
    guard let declaration = declarations[node.name] else { return }
    for (name, argument) in node.arguments {
      guard let parameter = declaration.parameter(name) else {
        problems.append(.unknownParameter(name, of: declaration, at: node.origin.argumentNames[name] ?? node.range))
        continue
      }
      checkReferences(argument, of: node, to: parameter, at: node.range(ofArgument: name))
      let found = parameter.problems(in: argument)
      problems += found.map { .invalidArgument($0, argument: name, of: node) }
      if found.isEmpty, let canonical = try? parameter.canonical(argument) { node.arguments[name] = canonical }
    }
    for parameter in declaration.parameters where parameter.isRequired && node.arguments[parameter.name] == nil {
      problems.append(
        Diagnostic(
          "'\(node.name)' needs '\(parameter.name)'", at: node.range, label: "has no \(parameter.name)",
          notes: parameter.doc.isEmpty ? [] : ["\(parameter.name): \(parameter.doc)"],
          help: "write with: { \(parameter.name): … }, \(parameter.type.expectation)"))
    }
    checkTogether(node)
  }

  /// Reports values that fit their parameters but not each other.
  ///
  /// A reference to a parameter of the graph is checked with the parameter's default; without one, with a text that can
  /// be a location or a name. A value that cannot be read so is checked when the graph is bound.
  private mutating func checkTogether(_ node: GraphNode) {
    guard scope.registry.isSelfChecking(node) else { return }
    var node = node
    node.arguments = node.arguments.mapValues { argument in
      argument.substituting { parameters[$0]?.defaultValue ?? .text("$" + $0) }
    }
    for error in scope.registry.problems(of: node) {
      guard case .field(let name)? = error.path.first else { continue }
      let inner = ArgumentError(error.problem, label: error.label, help: error.help, at: Array(error.path.dropFirst()))
      problems.append(.invalidArgument(inner, argument: name, of: node))
    }
  }

  private mutating func checkReferences(
    _ argument: Argument, of node: GraphNode, to parameter: ParameterDeclaration, at place: SourceRange?
  ) {
    for name in argument.references {
      guard let source = parameters[name] else {
        problems.append(.unknownParameterReference(name, declared: Array(parameters.keys), at: place))
        continue
      }
      guard case .reference = argument, !source.type.fits(parameter.type) else { continue }
      problems.append(
        Diagnostic(
          "\(parameter.name) cannot be $\(name)", at: place, label: "is \(source.type.article)",
          notes: ["\(node.use) takes \(parameter.type.expectation)"]))
    }
  }

  // MARK: - Links

  private mutating func checkLinks(_ node: inout GraphNode) {
    guard let declaration = declarations[node.name] else { return }
    var taken: [String: Int] = [:]
    var isComplete = !node.origin.hasUnreadableLinks && !undecided.contains(node.name)
    for index in node.inputs.indices {
      guard let input = input(of: node.inputs[index], node: node, declaration: declaration) else {
        isComplete = false
        continue
      }
      node.inputs[index].port = input.name
      taken[input.name, default: 0] += 1
      if taken[input.name, default: 0] == 2, !input.repeats {
        problems.append(
          Diagnostic(
            "'\(node.name).\(input.name)' takes one link", at: node.inputs[index].range ?? node.range,
            label: "is the second", help: "a mixer or compositor node joins several"))
      }
      checkLink(&node.inputs[index], to: input, of: node)
    }
    // An unreadable link may have been meant for this input: one mistake, one error.
    guard isComplete else { return }
    for input in declaration.inputs where input.isRequired && taken[input.name] == nil {
      problems.append(
        Diagnostic(
          "nothing is linked to '\(node.name).\(input.name)'", at: node.range, label: "takes \(input.typeNames)",
          help: "write in: NODE"))
    }
  }

  private mutating func input(
    of link: Link, node: GraphNode, declaration: NodeDeclaration
  ) -> PortDeclaration? {
    // Of several links without names, the default input takes only those that may be several.
    let isOneOfMany =
      link.port == nil && declaration.inputs.count > 1 && node.inputs.filter { $0.port == nil }.count > 1
    if let input = declaration.port(link.port, .input), !isOneOfMany || input.repeats { return input }
    if undecided.contains(node.name) { return nil }
    let names = declaration.inputs.map(\.name)
    let list = names.joined(separator: ", ")
    let place = link.range ?? node.range
    if names.isEmpty {
      problems.append(Diagnostic("'\(node.name)' has no input", at: place, label: "\(node.use) is a source"))
    } else if let port = link.port {
      let nearest = Suggestion.nearest(to: port, in: names).map { "did you mean '\($0)'? " } ?? ""
      problems.append(
        Diagnostic("'\(node.name)' has no input '\(port)'", at: place, help: "\(nearest)\(node.use) has: \(list)"))
    } else {
      problems.append(
        Diagnostic(
          "'\(node.name)' has several inputs", at: place, label: "goes to which one?",
          help: "write in: { \(names.map { "\($0): …" }.joined(separator: ", ")) }"))
    }
    return nil
  }

  private mutating func checkLink(
    _ link: inout Link, to input: PortDeclaration, of node: GraphNode
  ) {
    let place = link.range ?? node.range
    guard let (output, resolved) = output(of: link.source, at: place) else { return }
    link.source = resolved
    guard let type = output.types.first, !input.types.contains(type) else { return }
    problems.append(
      .mismatch(
        of: link.source, type: type, input: input, node: node, at: place,
        alternatives: alternatives(to: link.source, for: input)))
  }

  /// The output that a link reads, and the link's source with the port's name.
  private mutating func output(
    of source: Link.Source, at place: SourceRange?
  ) -> (PortDeclaration, Link.Source)? {
    switch source {
    case .boundary(let name):
      if let type = boundary?[name] {
        return (PortDeclaration(name: name, direction: .output, types: [type], repeats: true), source)
      }
      if unreadableInputs.contains(name) { return nil }
      let inputs = boundary.map { Array($0.keys) } ?? []
      let list = inputs.isEmpty ? "the template has no inputs" : "the template has: \(inputs.joined(separator: ", "))"
      let help = boundary == nil ? "only the nodes of a template read $INPUT" : list
      problems.append(Diagnostic("there is no input '$\(name)'", at: place, help: help))
      return nil
    case .node(let name, let port, let index):
      guard names.contains(name) else {
        let help = suggestions.of(name) { [names] in
          Suggestion.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        }
        problems.append(Diagnostic("there is no node '\(name)'", at: place, help: help))
        return nil
      }
      guard let declaration = declarations[name] else { return nil }
      guard let output = declaration.port(port, .output) else {
        if undecided.contains(name) { return nil }
        problems.append(.noOutput(port, of: name, declaration: declaration, at: place))
        return nil
      }
      if index > 1, !output.repeats {
        problems.append(
          Diagnostic("'\(name).\(output.name)' gives one stream", at: place, label: "there is no \(index)"))
      }
      return (output, .node(name, port: output.name, index: index))
    }
  }

  private func alternatives(to source: Link.Source, for input: PortDeclaration) -> [PortDeclaration] {
    guard case .node(let name, _, _) = source else { return [] }
    return declarations[name]?.outputs.filter { output in output.types.contains { input.types.contains($0) } } ?? []
  }

  /// Reports nodes whose outputs no link reads: their media have nowhere to go.
  private mutating func checkReaders(of nodes: [GraphNode]) {
    var read: Set<String> = []
    for case .node(let name, _, _) in nodes.flatMap(\.inputs).map(\.source) + Array(outputs.values) {
      read.insert(name)
    }
    for node in nodes where !read.contains(node.name) && !openEnds.contains(node.use) {
      guard let declaration = declarations[node.name], !declaration.outputs.isEmpty else { continue }
      problems.append(
        Diagnostic(
          "nothing reads '\(node.name)'", at: node.origin.name ?? node.range,
          help: "link it to another node, or end it with a node of type null"))
    }
  }

  /// The outputs of the template's boundary, with their ports named.
  mutating func resolve(
    outputs: OrderedDictionary<String, Link.Source>, origin: Template.Origin
  ) -> (OrderedDictionary<String, Link.Source>, [Diagnostic]) {
    let before = problems
    problems = []
    defer { problems = before }
    var resolved = outputs
    for (name, source) in outputs {
      if let (_, source) = output(of: source, at: origin.outputs[name]) { resolved[name] = source }
    }
    return (resolved, problems)
  }
}

extension NodeDeclaration {
  /// True if an argument is already a value of its parameter.
  fileprivate func accepts(_ argument: Argument, for name: String) -> Bool {
    guard let parameter = parameter(name) else { return true }
    return argument.references.isEmpty && (try? parameter.canonical(argument)) != nil
  }
}

extension ParameterType {
  /// True if a value of the other type may fit this type; texts are checked once they are known.
  func fits(_ other: ParameterType) -> Bool {
    name == other.name || name == "string" || other.name == "string" || other.choices != nil
      || (name == "int" && ["number", "gain"].contains(other.name)) || (name == "number" && other.name == "gain")
  }
}
