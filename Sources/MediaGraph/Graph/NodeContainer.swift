import OrderedCollections

/// A graph or a template: a container of nodes.
public protocol NodeContainer {
  var nodes: [GraphNode] { get set }
}

extension NodeContainer {
  /// The node of this name.
  public subscript(name: String) -> GraphNode? {
    get { nodes.first { $0.name == name } }
    set {
      if let index = nodes.firstIndex(where: { $0.name == name }) {
        if let newValue { nodes[index] = newValue } else { nodes.remove(at: index) }
      } else if let newValue {
        nodes.append(newValue)
      }
    }
  }

  /// Adds a node and returns its typed ports.
  ///
  /// A name that is already in use is reported by the graph's check.
  @discardableResult
  public mutating func add<C: Component>(_ name: String, _ component: C, delivery: Delivery = .all) -> NodeHandle<C> {
    let declaration = component.declaration
    let given = component.arguments
    var arguments: OrderedDictionary<String, Argument> = [:]
    for parameter in declaration.parameters { arguments[parameter.name] = given[parameter.name] }
    for name in given.keys.sorted() where arguments[name] == nil { arguments[name] = given[name] }
    var node = GraphNode(name: name, use: declaration.type, arguments: arguments, delivery: delivery)
    if !(component is NamedNode) { node.component = component }
    nodes.append(node)
    return NodeHandle(name: name, component: component)
  }

  // The other overloads are disfavoured so that the compiler reports a wrong link by this one: "cannot convert value of
  // type 'Input<RawVideo>' to expected argument type 'Input<RawAudio>'" rather than "no exact matches".

  /// Links an output to an input of the same medium.
  public mutating func connect<M: Medium>(_ output: Output<M>, to input: Input<M>) { link(output, to: input) }

  /// Links a track to a muxer.
  @_disfavoredOverload
  public mutating func connect<M: TrackMedium>(_ output: Output<M>, to input: Input<AnyTrack>) {
    link(output, to: input)
  }

  /// Links bytes to an input that stores them.
  @_disfavoredOverload
  public mutating func connect<M: ByteMedium>(_ output: Output<M>, to input: Input<AnyBytes>) {
    link(output, to: input)
  }

  /// Links an output to an input that accepts any medium.
  @_disfavoredOverload
  public mutating func connect<M: Medium>(_ output: Output<M>, to input: Input<AnyMedium>) { link(output, to: input) }

  private mutating func link<M, A>(_ output: Output<M>, to input: Input<A>) {
    let source: Link.Source =
      output.node.map { .node($0, port: output.port, index: output.index) } ?? .boundary(output.port)
    add(Link(port: input.port, source: source), to: input.node)
  }

  mutating func add(_ link: Link, to node: String?) {
    guard let node, let index = nodes.firstIndex(where: { $0.name == node }) else {
      // A port of another graph: kept under its name, so that the check can report the missing node.
      nodes.append(GraphNode(name: node ?? "", use: "", inputs: [link]))
      return
    }
    nodes[index].inputs.append(link)
  }

  /// True if two lists hold the same nodes in any order.
  static func areEqual(_ left: [GraphNode], _ right: [GraphNode]) -> Bool {
    left.count == right.count && left.sorted { $0.name < $1.name } == right.sorted { $0.name < $1.name }
  }
}
