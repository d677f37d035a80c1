/// A node by the name of its type, for types without a Swift type in the program: templates of files, plugins' nodes.
public struct NamedNode: Component {
  public let declaration: NodeDeclaration
  public let arguments: [String: Argument]

  /// Names a type; the graph's check verifies that it exists and has these parameters.
  public init(use type: NodeType, with arguments: [String: Argument] = [:]) {
    declaration = NodeDeclaration(type: type, summary: "", ports: [])
    self.arguments = arguments
  }
}
