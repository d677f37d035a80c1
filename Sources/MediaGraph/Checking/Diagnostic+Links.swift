// Diagnostics that several checks share.
extension Diagnostic {
  static func unknownParameter(_ name: String, of declaration: NodeDeclaration, at place: SourceRange?) -> Diagnostic {
    let names = declaration.parameters.map(\.name).sorted()
    let advice =
      FamiliarParameters.advice(on: name, of: declaration)
      ?? Suggestion.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
    let list =
      names.isEmpty
      ? "\(declaration.type) has no parameters" : "\(declaration.type) has: \(names.joined(separator: ", "))"
    return Diagnostic(
      "unknown parameter '\(name)' of \(declaration.type)", at: place,
      help: advice.map { $0 + ($0.hasSuffix("?") ? " " : "; ") + list } ?? list)
  }

  static func unknownParameterReference(_ name: String, declared: [String], at place: SourceRange?) -> Diagnostic {
    let nearest = Suggestion.nearest(to: name, in: declared).map { "did you mean '$\($0)'? " } ?? ""
    let list = declared.isEmpty ? "there are none here" : "there are: \(declared.sorted().joined(separator: ", "))"
    return Diagnostic("there is no parameter '\(name)'", at: place, help: "\(nearest)\(list); $$\(name) is plain text")
  }

  /// A value, or a part of it, that does not fit its parameter. The diagnostic names the node if the value has no place
  /// in a file.
  static func invalidArgument(_ error: ArgumentError, argument name: String, of node: GraphNode) -> Diagnostic {
    let place = node.range(ofArgument: name, at: error.path)
    return Diagnostic(
      "\(error.subject(of: name, isPlaced: place != nil)) \(error.problem)", at: place, label: error.label,
      notes: place == nil ? ["in node '\(node.name)' (\(node.use))"] : [], help: error.help)
  }

  static func noOutput(
    _ port: String?, of node: String, declaration: NodeDeclaration, at place: SourceRange?
  ) -> Diagnostic {
    let names = declaration.outputs.map(\.name)
    if names.isEmpty {
      return Diagnostic("'\(node)' has no output", at: place, label: "\(declaration.type) is a sink")
    }
    guard let port else {
      return Diagnostic(
        "'\(node)' has several outputs", at: place, label: "which one?",
        help: "write \(names.map { "\(node).\($0)" }.joined(separator: " or "))")
    }
    let nearest = Suggestion.nearest(to: port, in: names).map { "did you mean '\(node).\($0)'? " } ?? ""
    return Diagnostic(
      "'\(node)' has no output '\(port)'", at: place,
      help: "\(nearest)\(declaration.type) has: \(names.joined(separator: ", "))")
  }

  static func mismatch(
    of source: Link.Source, type: PortType, input: PortDeclaration, node: GraphNode, at place: SourceRange?,
    alternatives: [PortDeclaration]
  ) -> Diagnostic {
    let others = alternatives.map { "\($0.name) (\($0.types[0].rawValue))" }.joined(separator: ", ")
    let help: String? =
      if case .node(let name, _, _) = source, !others.isEmpty { "'\(name)' also has: \(others)" } else { nil }
    return Diagnostic(
      "'\(node.name)' cannot read '\(source.text)'", at: place, label: type.rawValue,
      notes: ["'\(node.name).\(input.name)' takes \(input.typeNames)"], help: help)
  }
}
