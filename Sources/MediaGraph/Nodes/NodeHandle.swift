/// A node in a graph, as the Swift builder returns it: its ports are typed values.
///
///     let source = graph.add("source", AssetRead { $0.url = "in.mp4" })
///     let scale = graph.add("scale", VideoScale { $0.height = 720 })
///     graph.connect(source.video, to: scale.input)
@dynamicMemberLookup
public struct NodeHandle<C: Component>: Sendable {
  /// The node's name in the graph.
  public let name: String
  let component: C

  public subscript<Accepted>(dynamicMember port: KeyPath<C, Input<Accepted>>) -> Input<Accepted> {
    Input(node: name, port: component[keyPath: port].port)
  }

  public subscript<M>(dynamicMember port: KeyPath<C, Output<M>>) -> Output<M> {
    Output(node: name, port: component[keyPath: port].port)
  }

  /// Returns an input by its name, for nodes whose ports are known at run time only; the graph's check verifies the
  /// type.
  public func port<Accepted: MediumSet>(in port: String, as medium: Accepted.Type) -> Input<Accepted> {
    Input(node: name, port: port)
  }

  /// Returns an output by its name, for nodes whose ports are known at run time only; the graph's check verifies the
  /// type.
  public func port<M: Medium>(out port: String, as medium: M.Type) -> Output<M> {
    Output(node: name, port: port)
  }
}
