/// A property wrapper of a node.
protocol NodeProperty {
  var kind: NodePropertyKind { get }
}

enum NodePropertyKind {
  case port(PortDeclaration)
  case parameter(any AnyParameter)
  case group(any AnyParameterGroup)

  /// The parameters that a property of this name declares, by their names in Swift.
  func parameters(named name: String) -> [(name: String, value: any AnyParameter)] {
    switch self {
    case .port: []
    case .parameter(let parameter): [(name, parameter)]
    case .group(let group): group.parameters
    }
  }

  var parameter: (any AnyParameter)? { if case .parameter(let parameter) = self { parameter } else { nil } }
}
