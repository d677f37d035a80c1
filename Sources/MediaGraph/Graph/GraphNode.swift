import OrderedCollections

/// A node of a graph: its type, its parameters and the sources of its inputs.
public struct GraphNode: Sendable {
  /// The name, unique in its graph or template.
  public var name: String
  /// The kind of node.
  public var use: NodeType
  /// The links into the node, in order.
  public var inputs: [Link]
  /// The arguments that are set, in the order in which they were written.
  public var arguments: OrderedDictionary<String, Argument>
  /// The behaviour of the node's inputs when the node is slower than its sources.
  public var delivery: Delivery
  /// The component that Swift added to the graph, which a registry may not know; nil when a file names it.
  public internal(set) var component: (any Component)?
  /// The places of the node's parts in a description file.
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
    /// The values that are lists or maps, with the places of all their parts.
    var nestedValues: [String: YAMLValue] = [:]
    /// True if some of the inputs in the file could not be read.
    var hasUnreadableLinks = false
  }

  /// The place of the node's type; nil for a node made in Swift.
  public var range: SourceRange? { origin.use ?? origin.name }

  /// The place of an argument's value; nil for a node made in Swift.
  public func range(ofArgument name: String) -> SourceRange? { origin.argumentValues[name] ?? origin.use }

  /// The place of a value inside an argument; nil for a node made in Swift.
  public func range(ofArgument name: String, at path: [ArgumentError.Step]) -> SourceRange? {
    origin.nestedValues[name]?.range(at: path) ?? range(ofArgument: name)
  }
}

extension GraphNode: Equatable {
  /// Nodes are equal when their descriptions would be; closures compare by name.
  public static func == (left: GraphNode, right: GraphNode) -> Bool {
    left.name == right.name && left.use == right.use && left.delivery == right.delivery
      && left.sources == right.sources
      && left.arguments.count == right.arguments.count
      && left.arguments.allSatisfy { right.arguments[$0.key] == $0.value }
  }

  /// The sources of each port; links are ordered among those of one port only.
  private var sources: [String?: [Link.Source]] {
    Dictionary(grouping: inputs, by: \.port).mapValues { $0.map(\.source) }
  }
}

/// The behaviour of a node's inputs when the node is slower than its sources.
public enum Delivery: String, ChoiceValue {
  /// All media arrive; the source waits.
  case all
  /// Only the newest buffer is queued; older ones are dropped, and no other branch waits for this node.
  case latest
  /// Only the end of stream arrives: the links into the node are off, and the source runs on without it.
  case nothing
}

/// An edge of a graph, as its consumer writes it.
public struct Link: Sendable {
  /// The consumer's port; nil for the only port, as long as the node's type has not been resolved.
  public var port: String?
  /// The source that the port reads.
  public var source: Source
  package var range: SourceRange?

  public init(port: String?, source: Source) {
    self.port = port
    self.source = source
  }

  /// The source of a link.
  public enum Source: Sendable, Hashable {
    /// An output of a node; a nil port is its only one. The index counts the streams of a port from 1.
    case node(String, port: String?, index: Int = 1)
    /// An input of the template that holds the link.
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
  /// Parses `scale`, `source.video`, `source.audio.2` or `$video`; nil when the text is none of these.
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

  /// The text of the source, with the port if it is known.
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
