import OrderedCollections

/// A node of a graph: its type, its parameters and where its inputs come from.
public struct GraphNode: Sendable {
  /// The name, unique in its graph or template.
  public var name: String
  /// The kind of node.
  public var use: NodeType
  /// The links that end here, in order.
  public var inputs: [Link]
  /// The parameters that are given, in the order in which they were written.
  public var arguments: OrderedDictionary<String, Argument>
  /// What happens when the node is slower than what feeds it.
  public var delivery: Delivery
  /// The component that Swift put into the graph, which a registry may not know; nil when a file names it.
  public internal(set) var component: (any Component)?
  /// Where a file says all this.
  var origin: Origin

  public init(
    name: String, use: NodeType, inputs: [Link] = [], arguments: OrderedDictionary<String, Argument> = [:],
    delivery: Delivery = .all
  ) {
    self.name = name
    self.use = use
    self.inputs = inputs
    self.arguments = arguments
    self.delivery = delivery
    origin = Origin()
  }

  /// The places of a node's parts in a description file.
  struct Origin: Sendable {
    var name: SourceRange?
    var use: SourceRange?
    var argumentNames: [String: SourceRange] = [:]
    var argumentValues: [String: SourceRange] = [:]
    /// The values that are lists or maps, with the places of all that is in them.
    var nestedValues: [String: YAMLValue] = [:]
    /// Whether the file says more inputs than could be read.
    var hasUnreadableLinks = false
  }

  /// Where the node's type is written; nil when it was made in Swift.
  public var range: SourceRange? { origin.use ?? origin.name }

  /// Where an argument's value is written; nil when it was made in Swift.
  public func range(ofArgument name: String) -> SourceRange? { origin.argumentValues[name] ?? origin.use }

  /// Where a value inside of an argument is written; nil when it was made in Swift.
  public func range(ofArgument name: String, at path: [ArgumentError.Step]) -> SourceRange? {
    origin.nestedValues[name]?.range(at: path) ?? range(ofArgument: name)
  }
}

extension GraphNode: Equatable {
  /// Nodes are equal when files would say the same of them; closures compare by name.
  public static func == (left: GraphNode, right: GraphNode) -> Bool {
    left.name == right.name && left.use == right.use && left.delivery == right.delivery
      && left.sources == right.sources
      && left.arguments.count == right.arguments.count
      && left.arguments.allSatisfy { right.arguments[$0.key] == $0.value }
  }

  /// What each port reads: links have an order among those of one port only.
  private var sources: [String?: [Link.Source]] {
    Dictionary(grouping: inputs, by: \.port).mapValues { $0.map(\.source) }
  }
}

/// What a node's inputs do when the node is slower than what feeds it.
public enum Delivery: String, ChoiceValue {
  /// Everything arrives; what feeds the node waits.
  case all
  /// Only the newest waits; older ones are dropped here, and nothing else ever waits for this node.
  case latest
  /// Nothing arrives but the end: the links into the node are off, and what feeds it goes on without it.
  case nothing
}

/// An edge of a graph, as its consumer writes it.
public struct Link: Sendable {
  /// The consumer's port; nil while the only one is meant and the node's type has not been looked up.
  public var port: String?
  /// What the port reads.
  public var source: Source
  package var range: SourceRange?

  public init(port: String?, source: Source) {
    self.port = port
    self.source = source
  }

  /// What a link reads.
  public enum Source: Sendable, Hashable {
    /// An output of a node; a port of nil is its only one. The index counts the streams of a port from 1.
    case node(String, port: String?, index: Int = 1)
    /// An input of the template in which the link stands.
    case boundary(String)
  }
}

extension Link: Hashable {
  public static func == (left: Link, right: Link) -> Bool { left.port == right.port && left.source == right.source }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(port)
    hasher.combine(source)
  }
}

extension Link.Source {
  /// Reads `scale`, `source.video`, `source.audio.2` or `$video`; nil when it is none of these.
  init?(parsing text: String) {
    if text.hasPrefix("$") {
      guard Argument.isName(text.dropFirst()) else { return nil }
      self = .boundary(String(text.dropFirst()))
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard (1...3).contains(parts.count), parts.prefix(2).allSatisfy({ Self.isNodeName($0) }) else { return nil }
    if parts.count == 3 {
      guard parts[2].allSatisfy(\.isASCIIDigit), let index = Int(parts[2]), index > 0 else { return nil }
      self = .node(parts[0], port: parts[1], index: index)
    } else {
      self = .node(parts[0], port: parts.count == 2 ? parts[1] : nil)
    }
  }

  /// The text of the link's end, with the port when it is known.
  public var text: String {
    switch self {
    case .boundary(let name): "$" + name
    case .node(let node, let port, let index):
      node + (port.map { "." + $0 } ?? "") + (index == 1 ? "" : ".\(index)")
    }
  }

  static func isNodeName(_ name: String) -> Bool {
    !name.hasPrefix("-") && Argument.isName(name.replacing("-", with: "_"))
  }
}
