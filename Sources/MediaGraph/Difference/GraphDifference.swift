/// The changes that turn a running graph into another one, computed from the two graph values.
///
/// Two nodes are the same if they have the same name, type and number of links into each port, and differ only in the
/// sources of their links, their delivery and parameters that can change while the graph runs. Mixers and compositors
/// also stay when links are added or removed. Any other change removes the node and adds a new one with its name.
///
/// Both graphs are flat and bound: templates are expanded and parameters have their values.
public struct GraphDifference: Equatable, Sendable {
  /// An input of a retained node, and its new source.
  public struct Relinking: Equatable, Sendable {
    public let node: String
    /// The link's place among the node's new links.
    public let input: Int
    public let source: Link.Source
  }

  /// The changes to the inputs of a retained node while links are added or removed.
  public struct Regrouping: Equatable, Sendable {
    /// The index of each old link among the new ones, in the old order; nil for a removed link.
    public let places: [Int?]
    /// The indices of the added links; they follow all others.
    public let added: Range<Int>
  }

  /// A changed parameter of a retained node.
  public struct Setting: Equatable, Sendable {
    public let node: String
    public let parameter: String
    /// The new value; nil for the default.
    public let value: Argument?
  }

  /// The added nodes, in the order of the new graph.
  public private(set) var added: [GraphNode] = []
  /// The removed nodes, in the order of the old graph.
  public private(set) var removed: [GraphNode] = []
  public private(set) var relinked: [Relinking] = []
  /// The retained nodes whose links are added or removed.
  public private(set) var regrouped: [String: Regrouping] = [:]
  /// The retained nodes whose delivery changes.
  public private(set) var deliveries: [String: Delivery] = [:]
  public private(set) var settings: [Setting] = []

  /// True if the graphs do not differ.
  public var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && relinked.isEmpty && regrouped.isEmpty && deliveries.isEmpty && settings.isEmpty
  }

  /// Compares two graphs.
  /// - Parameters:
  ///   - isLive: returns true if a parameter of a node can change while the graph runs.
  ///   - hasLiveInputs: returns true if links into a node can be added and removed while the graph runs.
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
        // A node of the same name may be a new one.
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

  /// The names of the parameters whose values differ between two nodes, sorted.
  private static func changes(_ old: GraphNode, _ new: GraphNode) -> [String] {
    Set(old.arguments.keys).union(new.arguments.keys).filter { old.arguments[$0] != new.arguments[$0] }.sorted()
  }
}

extension GraphDifference.Regrouping {
  /// Keeps the retained links as they are and puts added ones after them, if the order allows it; otherwise each link
  /// keeps its place, and its source changes.
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
  /// The name of the node that the link reads; nil at a template's boundary.
  public var nodeName: String? { if case .node(let name, _, _) = self { name } else { nil } }
}
