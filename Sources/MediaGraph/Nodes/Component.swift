/// Anything that can stand in a graph: a node of a declared type, a closure, a template, an element by its name.
///
/// Conform to `Node` instead, which derives all of this from one declaration.
public protocol Component: Sendable {
  /// The declaration of the component's type.
  var declaration: NodeDeclaration { get }
  /// The arguments that are set, by the parameters' names in files.
  var arguments: [String: Argument] { get }
}

/// The declaration of a node type: the builder, the file format, help, schemas and checks derive from it.
public struct NodeDeclaration: Sendable, Hashable {
  public let type: NodeType
  /// One sentence.
  public let summary: String
  /// Inputs and outputs in the order of their declaration.
  public let ports: [PortDeclaration]
  /// Parameters in the order of their declaration.
  public let parameters: [ParameterDeclaration]

  public init(type: NodeType, summary: String, ports: [PortDeclaration], parameters: [ParameterDeclaration] = []) {
    self.type = type
    self.summary = summary
    self.ports = ports
    self.parameters = parameters
  }

  public var inputs: [PortDeclaration] { ports.filter { $0.direction == .input } }
  public var outputs: [PortDeclaration] { ports.filter { $0.direction == .output } }

  /// Returns the port of this name; without a name, the default one.
  ///
  /// That is the only one, else the only required input, or the output `out`; nil if there is neither.
  public func port(_ name: String?, _ direction: PortDeclaration.Direction) -> PortDeclaration? {
    let candidates = direction == .input ? inputs : outputs
    if let name { return candidates.first { $0.name == name } }
    if candidates.count == 1 { return candidates[0] }
    let preferred = candidates.filter { direction == .input ? $0.isRequired : $0.name == "out" }
    return preferred.count == 1 ? preferred[0] : nil
  }

  public func parameter(_ name: String) -> ParameterDeclaration? { parameters.first { $0.name == name } }
}
