import OrderedCollections

/// Values that stand in for the required parameters of a template in Swift while it is built, and become references to
/// parameters in what it was built to.
struct TemplatePlaceholders {
  private var values: OrderedDictionary<ParameterDeclaration, Argument> = [:]

  init() {}

  /// Makes a value for each required parameter of a node that has none.
  ///
  /// - Throws: a problem for each parameter of a type that has no value to be told from all others.
  init(missingIn node: GraphNode, of declaration: NodeDeclaration) throws(Diagnostics) {
    var problems: [Diagnostic] = []
    for parameter in declaration.parameters where parameter.isRequired && node.arguments[parameter.name] == nil {
      if let value = Self.value(of: parameter, number: values.count), let canonical = try? parameter.canonical(value) {
        values[parameter] = canonical
      } else {
        problems.append(
          Diagnostic(
            "'\(parameter.name)' of \(declaration.type) has no value", kind: .usage, help: "--set \(parameter.name)=…"))
      }
    }
    try Diagnostics.check(problems)
  }

  /// Returns a value that no template uses for anything else; nil for a type that has none.
  private static func value(of parameter: ParameterDeclaration, number: Int) -> Argument? {
    switch parameter.type.name {
    // A character of the private use area.
    case "url", "string", "device": .text("\u{f8ff}\(parameter.name)")
    case "time": .text("\(876_543_210_987 + number)/1000003s")
    case "bitrate": .text("\(76_543_217 + number)b/s")
    default: nil
    }
  }

  /// Gives the node the values.
  func fill(_ node: inout GraphNode) {
    for (parameter, value) in values { node.arguments[parameter.name] = value }
  }

  /// Puts references in the places of the values, and declares the parameters.
  func becomeParameters(of template: inout Template) {
    for (parameter, _) in values { template.parameters[parameter.name] = parameter }
    guard !values.isEmpty else { return }
    for index in template.nodes.indices {
      template.nodes[index].arguments = template.nodes[index].arguments.mapValues(reference)
    }
  }

  private func reference(_ argument: Argument) -> Argument {
    if let parameter = values.elements.first(where: { $0.value == argument })?.key { return .reference(parameter.name) }
    switch argument {
    case .list(let items): return .list(items.map(reference))
    case .map(let entries): return .map(entries.mapValues(reference))
    case .text, .reference, .interpolated: return argument
    }
  }
}
