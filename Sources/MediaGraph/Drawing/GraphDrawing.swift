/// The boxes of a graph's drawing, some nested in groups, and the arrows between them.
struct GraphDrawing {
  struct Box {
    let id: String
    let name: String
    let use: String
    let isTemplate: Bool
    /// The template's node that holds the box; nil outside of any.
    let group: String?
    /// The arguments that are set, a short line each.
    let arguments: [String]
  }

  struct Arrow {
    let from: String
    let to: String
    /// The ports if a node has several; empty otherwise.
    let label: String
    let type: PortType?
    let delivery: Delivery
    /// True if the link passes no media.
    var isOff: Bool { delivery == .nothing }
  }

  /// A light grey, for every port type.
  static let colorOfLinksThatAreOff = "#b8b8b8"

  let title: String?
  let summary: String?
  let boxes: [Box]
  let arrows: [Arrow]

  /// The names of the groups, in order; the parent of a group is the part before its last slash.
  var groups: [String] {
    var names: [String] = []
    for group in boxes.compactMap(\.group) {
      let parts = group.split(separator: "/")
      for count in 1...parts.count {
        let name = parts.prefix(count).joined(separator: "/")
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  /// - Parameter graph: a graph that has passed its check, so that every link names its ports.
  init(_ graph: Graph, registry: Registry) {
    let scope = GraphScope(graph: graph, registry: registry)
    title = graph.name
    summary = graph.summary
    var ids: [String: String] = [:]
    var declarations: [String: NodeDeclaration] = [:]
    for (index, node) in graph.nodes.enumerated() {
      ids[node.name] = "n\(index)"
      declarations[node.name] = scope.declaration(of: node)
    }
    boxes = graph.nodes.map { node in
      let slash = node.name.lastIndex(of: "/")
      return Box(
        id: ids[node.name] ?? "", name: slash.map { String(node.name[node.name.index(after: $0)...]) } ?? node.name,
        use: node.use.name, isTemplate: scope.template(node.use) != nil || registry.isTemplate(node.use),
        group: slash.map { String(node.name[..<$0]) }, arguments: Self.lines(of: node))
    }
    arrows = graph.nodes.flatMap { node in
      node.inputs.compactMap { link -> Arrow? in
        guard case .node(let name, let port, let index) = link.source, let from = ids[name], let to = ids[node.name]
        else {
          return nil
        }
        let outputs = declarations[name]?.outputs ?? []
        let inputs = declarations[node.name]?.inputs ?? []
        let output = (outputs.count > 1 ? port ?? "" : "") + (index > 1 ? ".\(index)" : "")
        let input = inputs.count > 1 ? link.port ?? "" : ""
        let label = output == input || input.isEmpty ? output : output.isEmpty ? input : "\(output) → \(input)"
        return Arrow(
          from: from, to: to, label: label, type: declarations[name]?.port(port, .output)?.types.first,
          delivery: node.delivery)
      }
    }
  }
}

extension GraphDrawing {
  /// The port types of the arrows, in the order of their declaration, for a legend.
  var types: [PortType] { PortType.allCases.filter { type in arrows.contains { $0.type == type } } }

  /// The most arguments, and the most characters of one, that a box shows.
  private static let (lineLimit, lengthLimit) = (6, 36)

  private static func lines(of node: GraphNode) -> [String] {
    let lines = node.arguments.map { name, value in
      let line = "\(name): \(text(of: value))"
      return line.count > lengthLimit ? line.prefix(lengthLimit - 1) + "…" : line
    }
    return lines.count > lineLimit ? lines.prefix(lineLimit - 1) + ["… \(lines.count - lineLimit + 1) more"] : lines
  }

  private static func text(of argument: Argument) -> String {
    switch argument {
    case .list(let items): "[" + items.map { text(of: $0) }.joined(separator: ", ") + "]"
    case .map(let entries) where entries.isEmpty: "{}"
    case .map(let entries): "{ " + entries.map { "\($0): \(text(of: $1))" }.joined(separator: ", ") + " }"
    default: argument.scalar ?? ""
    }
  }
}

extension PortType {
  /// The colour of the port type, the same in every drawing.
  var color: String {
    switch self {
    case .rawVideo, .codedVideo: "#1f6fb4"
    case .rawAudio, .codedAudio: "#2e8540"
    case .text, .metadata: "#8a5a00"
    case .container, .bytes: "#6b6b6b"
    }
  }

  /// True if the type is drawn as a dashed line: coded media, beside raw ones of the same colour.
  var isBroken: Bool { self == .codedVideo || self == .codedAudio }
}
