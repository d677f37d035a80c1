/// What has to be done to a running graph so that it becomes another one: a function of two graph values.
///
/// Nodes are the same when they have the same name, type and number of links into each port, and differ in nothing but where
/// the links come from, their delivery and parameters that can change while the graph runs. Mixers and compositors also stay
/// when links come or go. Any other change takes the node out and puts a new one in under its name.
///
/// Both graphs are flat and bound: templates are expanded and parameters have their values.
public struct GraphDifference: Equatable, Sendable {
  /// An input of a node that stays, and what it reads from now on.
  public struct Relinking: Equatable, Sendable {
    public let node: String
    /// The link's place among the node's new links.
    public let input: Int
    public let source: Link.Source
  }

  /// What becomes of the inputs of a node that stays while links come or go.
  public struct Regrouping: Equatable, Sendable {
    /// The place of each of the old links among the new ones, in their order; nil for those that go.
    public let places: [Int?]
    /// The places of the links that come; they are behind all others.
    public let added: Range<Int>
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
  /// The nodes that stay and whose links come or go.
  public private(set) var regrouped: [String: Regrouping] = [:]
  /// The nodes that stay and have another delivery now.
  public private(set) var deliveries: [String: Delivery] = [:]
  public private(set) var settings: [Setting] = []

  /// Whether there is nothing to do.
  public var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && relinked.isEmpty && regrouped.isEmpty && deliveries.isEmpty && settings.isEmpty
  }

  /// Compares two graphs.
  /// - Parameters:
  ///   - isLive: whether a parameter of a node can change while the graph runs.
  ///   - hasLiveInputs: whether links into a node can come and go while the graph runs.
  public init(
    from old: Graph, to new: Graph, isLive: (GraphNode, String) -> Bool,
    hasLiveInputs: (GraphNode) -> Bool = { _ in false }
  ) {
    for node in new.nodes {
      guard let before = old[node.name], Self.isSame(before, node, isLive, hasLiveInputs) else {
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
      let grouping = Regrouping(from: before.inputs, to: node.inputs, comes: comes)
      if before.inputs.map(\.port) != node.inputs.map(\.port) { regrouped[node.name] = grouping }
      for (earlier, index) in zip(before.inputs, grouping.places) {
        guard let index else { continue }
        let source = node.inputs[index].source
        // A node of the same name may be another one.
        guard source != earlier.source || comes.contains(source.nodeName ?? "") else { continue }
        relinked.append(Relinking(node: node.name, input: index, source: source))
      }
    }
  }

  private static func isSame(
    _ old: GraphNode, _ new: GraphNode, _ isLive: (GraphNode, String) -> Bool, _ hasLiveInputs: (GraphNode) -> Bool
  ) -> Bool {
    guard old.use == new.use, changes(old, new).allSatisfy({ isLive(new, $0) }) else { return false }
    return old.inputs.map(\.port) == new.inputs.map(\.port) || hasLiveInputs(new) && !new.inputs.isEmpty
  }

  /// The parameters that two nodes have different values of, in the order of their names.
  private static func changes(_ old: GraphNode, _ new: GraphNode) -> [String] {
    Set(old.arguments.keys).union(new.arguments.keys).filter { old.arguments[$0] != new.arguments[$0] }.sorted()
  }
}

extension GraphDifference.Regrouping {
  /// Links that go leave the others as they are, and those that come are behind them, if the order allows it; otherwise each
  /// link keeps its place, and what it reads changes.
  fileprivate init(from old: [Link], to new: [Link], comes: Set<String>) {
    func isSame(_ earlier: Link, _ link: Link) -> Bool {
      earlier.port == link.port && earlier.source == link.source && !comes.contains(link.source.nodeName ?? "")
    }
    var places = [Int?](repeating: nil, count: old.count)
    var kept = 0
    if old.count != new.count {
      for index in old.indices where kept < new.count && isSame(old[index], new[kept]) {
        places[index] = kept
        kept += 1
      }
    }
    if kept == 0 {
      kept = zip(old, new).prefix { $0.port == $1.port }.count
      places = old.indices.map { $0 < kept ? $0 : nil }
    }
    self.init(places: places, added: kept..<new.count)
  }
}

extension Link.Source {
  /// The node that is read; nil at a template's boundary.
  public var nodeName: String? { if case .node(let name, _, _) = self { name } else { nil } }
}
