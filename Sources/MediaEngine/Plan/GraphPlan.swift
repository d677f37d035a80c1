internal import GStreamer
import MediaGraph

/// A graph as it is going to run: templates in place, the elements of each node, and which of several were chosen.
///
/// Made without running anything: elements are made and linked, and files that are read are looked into, to find out which
/// decoders they need.
public struct GraphPlan: Sendable {
  /// An element that a node is made of.
  public struct Element: Sendable, Equatable {
    /// GStreamer's name of the element.
    public let factory: String
    /// The properties that differ from the element's own defaults, as text.
    public let properties: [Property]
  }

  /// A property of an element.
  public struct Property: Sendable, Equatable {
    /// The name, as the element declares it.
    public let name: String
    /// The value as text.
    public let value: String
  }

  /// A place that one of several elements can fill.
  public struct Choice: Sendable, Equatable {
    /// The element's work: "H.264 encoder".
    public let role: String
    /// The elements that were tried, the best first.
    public let candidates: [Candidate]
    /// The parameter of the node that decides between them.
    public let parameter: String?

    /// The first one that is there and that nothing is said against.
    public var chosen: String? { candidates.first { $0.isInstalled && $0.objection == nil }?.factory }
  }

  /// An element that can fill a place.
  public struct Candidate: Sendable, Equatable {
    /// GStreamer's name of the element.
    public let factory: String
    /// True if GStreamer has the element.
    public let isInstalled: Bool
    /// The Debian package that brings it along, where that is known.
    public let package: String?
    /// True if it is missing because its plugin has found no hardware for it.
    public var lacksHardware = false
    /// The reason why it is not taken although it could do the work; nil if it may be taken.
    public var objection: String?
  }

  /// A link of a node's input.
  public struct Link: Sendable, Equatable {
    /// The port that reads.
    public let port: String
    /// The output that is read: `source.video`.
    public let source: String
    /// The medium; nil where it is not known.
    public let type: PortType?
    /// True if other inputs read the same output: a tee parts it then, and a queue stands before each reader.
    public let isShared: Bool
    /// The policy of the link's queue when the reader is slower.
    public let delivery: Delivery
  }

  /// A node of the graph.
  public struct Node: Sendable {
    /// The node; its name is `TEMPLATE/NODE` when a template brought it along.
    public let node: GraphNode
    /// The links of the node's inputs.
    public let inputs: [Link]
    /// The elements in the order in which media come to them; empty where they depend on a file that is read.
    public let elements: [Element]
    /// The choices between elements that could do the same work.
    public let choices: [Choice]
    /// Notes on deviations from the description.
    public let notes: [String]
    /// True if the elements depend on the file that the node reads.
    public let dependsOnFile: Bool
  }

  /// The nodes in the order of the graph.
  public let nodes: [Node]
  /// The graph that was planned, flat.
  public let graph: Graph
  /// The executor of the graph, as far as its nodes tell.
  public let executor: GraphExecutor

  /// Plans a graph that has passed its check; required parameters may be missing.
  /// - Throws: `Diagnostics` when the graph needs something that this machine does not have, or its links do not fit.
  public init(_ graph: Graph, registry: Registry = .shared) throws {
    try Diagnostics.check(EngineCheck(registry: registry).problems(of: graph))
    let flat = try graph.bound(partially: true).expanded(registry: registry)
    self.graph = flat
    executor = try GraphExecutor(of: flat, registry: registry)
    do {
      let assembly = try Assembly(flat, registry: registry)
      defer { assembly.release() }
      try assembly.assembleUnopened()
      nodes = try flat.nodes.map { try Self.plan($0, in: flat, assembly, registry) }
    } catch let problem as Diagnostic {
      throw Diagnostics([problem])
    }
  }

  private static func plan(
    _ node: GraphNode, in graph: Graph, _ assembly: Assembly, _ registry: Registry
  ) throws -> Node {
    let component = try registry.component(for: node)
    let runnable = try Runnable.node(for: component)
    let choices = try runnable?.elements.filter { $0.candidates.count > 1 }.map { choice in
      Choice(
        role: choice.role,
        candidates: try choice.candidates.map {
          Candidate(
            factory: $0.factory, isInstalled: try ElementFactory.find($0.factory) != nil,
            package: Availability.package(of: $0.factory), lacksHardware: Availability.lacksHardware($0.factory))
        }, parameter: choice.parameter)
    }
    let bin = assembly[node.name]?.bin
    return Node(
      node: node, inputs: links(of: node, in: graph, registry),
      elements: try bin.map { try elements(of: $0) } ?? [],
      choices: (choices ?? []) + DecoderPlan(graph, registry).choices(of: node),
      notes: (bin?.notes ?? []) + ((component as? any PulledComponent)?.explanation(of: node) ?? []),
      dependsOnFile: runnable?.hasElementsOfFile ?? false)
  }

  private static func links(of node: GraphNode, in graph: Graph, _ registry: Registry) -> [Link] {
    let sources = graph.nodes.flatMap(\.inputs).map(\.source)
    return node.inputs.map { link in
      var type: PortType?
      if case .node(let name, let port, _) = link.source, let source = graph[name] {
        let component = try? registry.component(for: source)
        type = component?.declaration.port(port, .output)?.types.first
      }
      return Link(
        port: link.port ?? "in", source: link.source.text, type: type,
        isShared: sources.filter { $0 == link.source }.count > 1, delivery: node.delivery)
    }
  }

  /// The elements of a node, without those that elements are made of.
  private static func elements(of bin: NodeBin) throws -> [Element] {
    // Bins list the latest one first.
    let own = bin.bin.elements.filter { $0.parentBin == bin.bin }
    return try inFlowOrder(own.reversed()).map { element in
      // Elements without a factory are made in Swift.
      guard let factory = element.factoryName else { return Element(factory: "swift", properties: []) }
      return Element(factory: factory, properties: try changedProperties(of: element, factory))
    }
  }

  /// Each element behind those that feed it.
  private static func inFlowOrder(_ elements: [GStreamer.Element]) -> [GStreamer.Element] {
    var ordered: [GStreamer.Element] = []
    var rest = elements
    while !rest.isEmpty {
      let ready = rest.firstIndex { element in
        !element.pads.contains { pad in
          guard pad.direction == .sink, let source = pad.peer?.parent else { return false }
          return rest.contains(source)
        }
      }
      // Nothing links elements in circles; if something did, they would stay as they are.
      ordered.append(rest.remove(at: ready ?? 0))
    }
    return ordered
  }

  /// Returns the properties that were set: those in which the element differs from one that was just made.
  private static func changedProperties(of element: GStreamer.Element, _ factory: String) throws -> [Property] {
    let fresh = try GStreamer.Element.make(factory)
    let other = try GStreamer.Element.make(factory)
    return try element.properties.compactMap { property in
      guard property.isWritable, !["name", "parent"].contains(property.name),
        let value = try element.get(property.name)
      else { return nil }
      let initial = try fresh.get(property.name)
      // Some are new in each element, such as the name of a temporary file.
      let isStable = try other.get(property.name) == initial
      return isStable && value != initial ? Property(name: property.name, value: value) : nil
    }
  }
}
