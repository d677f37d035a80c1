/// What has to be done to a running graph so that it becomes another one: a function of two graph values.
///
/// Nodes are the same when they have the same name, type and number of links into each port, and differ in nothing but where
/// the links come from, their delivery and parameters that can change while the graph runs. Any other change takes the node
/// out and puts a new one in under its name.
///
/// Both graphs are flat and bound: templates are expanded and parameters have their values.
public struct GraphDifference: Equatable, Sendable {
  /// An input of a node that stays, and what it reads from now on.
  public struct Relinking: Equatable, Sendable {
    public let node: String
    /// The link's place among the node's links.
    public let input: Int
    public let source: Link.Source
  }

  /// A parameter of a node that stays.
  public struct Setting: Equatable, Sendable {
    public let node: String
    public let parameter: String
    /// The new value; nil for the default.
    public let value: Argument?
  }

  /// The nodes that come, in the order of the new graph.
  public private(set) var added: [GraphNode] = []
  /// The nodes that go, in the order of the old graph.
  public private(set) var removed: [GraphNode] = []
  public private(set) var relinked: [Relinking] = []
  /// The nodes that stay and have another delivery now.
  public private(set) var deliveries: [String: Delivery] = [:]
  public private(set) var settings: [Setting] = []

  /// Whether there is nothing to do.
  public var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && relinked.isEmpty && deliveries.isEmpty && settings.isEmpty
  }

  /// Compares two graphs.
  /// - Parameter isLive: whether a parameter of a node can change while the graph runs.
  public init(from old: Graph, to new: Graph, isLive: (GraphNode, String) -> Bool) {
    for node in new.nodes {
      guard let before = old[node.name], Self.isSame(before, node, isLive) else {
        added.append(node)
        continue
      }
      if before.delivery != node.delivery { deliveries[node.name] = node.delivery }
      for parameter in Self.changes(before, node) {
        settings.append(Setting(node: node.name, parameter: parameter, value: node.arguments[parameter]))
      }
    }
    let comes = Set(added.map(\.name))
    removed = old.nodes.filter { new[$0.name] == nil || comes.contains($0.name) }
    for node in new.nodes where !comes.contains(node.name) {
      guard let before = old[node.name] else { continue }
      for (index, (link, earlier)) in zip(node.inputs, before.inputs).enumerated() {
        // A node of the same name may be another one.
        guard link.source != earlier.source || comes.contains(link.source.nodeName ?? "") else { continue }
        relinked.append(Relinking(node: node.name, input: index, source: link.source))
      }
    }
  }

  private static func isSame(_ old: GraphNode, _ new: GraphNode, _ isLive: (GraphNode, String) -> Bool) -> Bool {
    old.use == new.use && old.inputs.map(\.port) == new.inputs.map(\.port)
      && changes(old, new).allSatisfy { isLive(new, $0) }
  }

  /// The parameters that two nodes have different values of, in the order of their names.
  private static func changes(_ old: GraphNode, _ new: GraphNode) -> [String] {
    Set(old.arguments.keys).union(new.arguments.keys).filter { old.arguments[$0] != new.arguments[$0] }.sorted()
  }
}

extension Link.Source {
  /// The node that is read; nil at a template's boundary.
  public var nodeName: String? { if case .node(let name, _, _) = self { name } else { nil } }
}
