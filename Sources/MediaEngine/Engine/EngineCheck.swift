internal import GStreamer
internal import MediaSource
import MediaGraph

/// Checks a graph's requirements of the system, after `GraphChecker` has found no errors in the graph itself.
///
/// Starts GStreamer. Required parameters may be missing: nodes that depend on them are not checked.
public struct EngineCheck: Sendable {
  private let registry: Registry

  public init(registry: Registry = .shared) { self.registry = registry }

  /// Finds the elements of every node, and intersects their templates' caps along every link.
  ///
  /// No plugin is loaded, except those of `gst` nodes with properties, which the elements themselves check.
  ///
  /// - Throws: `Diagnostics` if the graph itself is invalid.
  public func problems(of graph: Graph) throws -> [Diagnostic] {
    try reported(of: graph) { try elementProblems(of: $0) }
  }

  /// Returns a warning for each source without an end of its own, for which files are written until the run is stopped.
  ///
  /// - Throws: `Diagnostics` if the graph itself is invalid.
  public func warnings(of graph: Graph) throws -> [Diagnostic] {
    try reported(of: graph) { flat in
      guard flat.stop?.after == nil else { return [] }
      var implementations: [String: any ElementNode] = [:]
      for node in flat.nodes { implementations[node.name] = try component(of: node).flatMap(node.runnable) }
      // A file whose name is still to be given is known by what it is made of.
      func isFile(_ node: GraphNode) -> Bool {
        if implementations[node.name]?.outputFiles.isEmpty == false { return true }
        let isEnd = registry.declaration(of: node.use)?.outputs.isEmpty == true
        return isEnd
          && node.inputs.contains { link in
            guard case .node(let name, let port, _) = link.source,
              let source = flat.nodes.first(where: { $0.name == name })
            else { return false }
            let types = registry.declaration(of: source.use)?.port(port, .output)?.types ?? []
            return !Set(types).isDisjoint(with: [.container, .bytes])
          }
      }
      return EndlessSources(flat.nodes, implementations).warnings(writing: isFile)
    }
  }

  /// Returns the errors of input files that are missing or cannot be read, as a run reports them.
  ///
  /// - Throws: `Diagnostics` if the graph itself is invalid.
  public func inputProblems(of graph: Graph) throws -> [Diagnostic] {
    try reported(of: graph) { flat in
      try flat.nodes.flatMap { node -> [Diagnostic] in
        // Standard input is there once the graph runs, and parameters may have no values yet.
        guard let runnable = try component(of: node).flatMap(node.runnable),
          runnable.inputFiles.contains(where: { !["", "-"].contains($0.text) && InputFile.problem($0, at: nil) != nil })
        else { return [] }
        return runnable.preflight(node, RunOptions()).filter { $0.kind == .input }
      }
    }
  }

  private func elementProblems(of flat: Graph) throws -> [Diagnostic] {
    var problems = try stopProblems(of: flat)
    var written: [(node: GraphNode, file: WrittenFile)] = []
    var caps: [String: (inputs: Caps?, outputs: Caps?)] = [:]
    for node in flat.nodes {
      guard let component = component(of: node) else { continue }
      guard let runnable = try node.runnable(component) else {
        problems.append(Diagnostic("'\(node.use)' cannot be run", kind: .unavailable, at: node.range))
        continue
      }
      // A file may still be without a name.
      written += runnable.outputFiles.filter { !$0.location.text.isEmpty }.map { (node, $0) }
      let missing = try Availability.problems(of: node, runnable)
      problems += missing
      if missing.isEmpty {
        problems += try runnable.problems(node, inputs: sources(of: node, in: flat))
      }
      guard missing.isEmpty, let element = component as? GstElement else { continue }
      let entry = try element.inputConverter ?? element.element
      caps[node.name] = try (Self.templateCaps(of: entry, .sink), Self.templateCaps(of: element.element, .source))
      problems += try element.typeProblems(of: node)
    }
    problems += RepeatedOutputs.problems(written)
    for node in flat.nodes {
      for link in node.inputs {
        guard case .node(let name, _, _) = link.source, let source = caps[name]?.outputs ?? nil,
          let sink = caps[node.name]?.inputs ?? nil, let conflict = source.firstConflictingField(with: sink)
        else { continue }
        problems.append(Diagnostic(conflict, from: name, to: node))
      }
    }
    return problems
  }

  /// Returns the error of a time in frames after which the graph stops, if a source does not say how long a frame is.
  private func stopProblems(of flat: Graph) throws -> [Diagnostic] {
    guard let end = try flat.stop?.after.map({ try MediaTime(argument: $0) }) else { return [] }
    let isUnknown = try flat.nodes.contains { node in
      guard node.inputs.isEmpty, let source = try component(of: node).flatMap(node.runnable) else { return false }
      return end.time(at: source.sourceFrameRate) == nil
    }
    return isUnknown ? [.stopCountsFrames(at: flat.stopTimeRange)] : []
  }

  /// Makes the elements, sets their properties and links their pads; no data flow and no file is opened.
  ///
  /// Nodes that depend on the tracks of files are checked when the graph runs. Plugins are loaded, which takes a while.
  ///
  /// - Throws: The errors of `problems(of:)`.
  public func deepProblems(of graph: Graph) throws -> [Diagnostic] {
    try reported(of: graph) { flat in
      // Without its required values, a node is not the one that will run.
      guard try flat.nodes.allSatisfy({ try $0.runnable(component(of: $0)) != nil }) else { return [] }
      let assembly = try Assembly(flat, registry: registry)
      defer { assembly.release() }
      try assembly.assembleUnopened()
      return []
    }
  }

  /// Runs a check on a graph's nodes; an error that ends it is returned as a problem too.
  private func reported(of graph: Graph, _ check: (Graph) throws -> [Diagnostic]) throws -> [Diagnostic] {
    let flat = try graph.bound(partially: true).expanded(registry: registry)
    do {
      return try check(flat)
    } catch let problems as Diagnostics {
      return problems.all
    } catch {
      return [Diagnostic(wrapping: error, "the graph cannot be checked", at: nil)]
    }
  }

  /// Returns the runnable nodes that are linked to a node's inputs.
  private func sources(of node: GraphNode, in graph: Graph) throws -> [InputSource] {
    try InputSource.all(of: node, in: graph) { try Runnable.node(for: component(of: $0)) }
  }

  private func component(of node: GraphNode) -> (any Component)? {
    // Errors of making the component were reported by an earlier check.
    try? registry.component(for: node)
  }
}

extension InputSource {
  /// Returns the sources of a node's links, in their order.
  static func all(
    of node: GraphNode, in graph: Graph, runnable: (GraphNode) throws -> (any ElementNode)?
  ) throws -> [InputSource] {
    try node.inputs.compactMap { link in
      guard case .node(let name, _, _) = link.source, let source = graph.nodes.first(where: { $0.name == name }),
        let component = try runnable(source)
      else { return nil }
      return InputSource(link: link, node: source, component: component)
    }
  }
}

extension EngineCheck {
  /// Returns the union of the caps of an element's pad templates in a direction; nil if it is not installed or has
  /// none.
  fileprivate static func templateCaps(of element: String, _ direction: Pad.Direction) throws -> Caps? {
    let templates = try ElementFactory.find(element)?.padTemplates.filter { $0.direction == direction } ?? []
    guard let first = templates.first else { return nil }
    return templates.dropFirst().reduce(first.caps) { $0.merged(with: $1.caps) }
  }
}

extension GstElement {
  /// Returns the errors of ports whose declared type the element does not support.
  fileprivate func typeProblems(of node: GraphNode) throws -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for (declared, direction, verb) in [(from ?? type, Pad.Direction.sink, "take"), (to ?? type, .source, "give")] {
      guard let declared, let text = declared.capsText else { continue }
      let caps = try EngineCheck.templateCaps(of: element, direction)
      guard try caps.map({ try !$0.canIntersect(Caps(text)) }) ?? true else { continue }
      problems.append(
        Diagnostic(
          "\(element) does not \(verb) \(declared.rawValue)", at: node.range(ofArgument: "element"),
          notes: [caps.map { "its pads carry \($0.text)" } ?? "it has no such pad"]))
    }
    return problems
  }
}

extension PortType {
  /// The caps of all media of the type; nil if there are none.
  fileprivate var capsText: String? {
    switch self {
    case .rawVideo: "video/x-raw(ANY)"
    case .rawAudio: "audio/x-raw(ANY)"
    default: nil
    }
  }
}
