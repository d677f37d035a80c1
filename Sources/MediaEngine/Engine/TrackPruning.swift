import MediaGraph

/// Removes from a graph the nodes that read tracks that a file does not have.
///
/// A muxer continues without a track, and a player without a display or speaker as long as it has one of them; a branch
/// that would lose all of them is an error.
struct TrackPruning {
  /// An output that does not exist, and the reason.
  struct Missing {
    let node: String
    let key: OutputKey
    /// The missing track: "audio track".
    let what: String
    /// True if this track was explicitly requested.
    let isExplicit: Bool
  }

  private(set) var nodes: [GraphNode]
  /// Notes on missing inputs, by node.
  private(set) var notes: [String: [String]] = [:]

  /// - Parameter isPresenter: true if a node plays its input without storing it.
  init(
    nodes: [GraphNode], missing: [Missing], isRequired: (GraphNode, String) -> Bool, hasOutputs: (GraphNode) -> Bool,
    isPresenter: (GraphNode) -> Bool = { _ in false }
  ) throws(Diagnostics) {
    self.nodes = nodes
    for lost in missing {
      let reader = nodes.flatMap { node in node.inputs.filter { lost.isRead(by: $0) }.map { (node, $0) } }.first
      let problem = Diagnostic(
        "'\(lost.node)' has no \(lost.what)", kind: .input,
        at: nodes.first { $0.name == lost.node }?.range(ofArgument: "url"),
        notes: reader.map {
          ["'\($0.0.name)' reads '\(lost.node).\(lost.key.port)\(lost.key.index > 1 ? ".\(lost.key.index)" : "")'"]
        } ?? [])
      if lost.isExplicit { throw Diagnostics([problem]) }
      try remove(lost, problem, isRequired: isRequired) { hasOutputs($0) || isPresenter($0) }
      // At least one sink must remain.
      guard self.nodes.contains(where: { !hasOutputs($0) }) else { throw Diagnostics([problem]) }
    }
  }

  private mutating func remove(
    _ lost: Missing, _ problem: Diagnostic, isRequired: (GraphNode, String) -> Bool, canGo: (GraphNode) -> Bool
  ) throws(Diagnostics) {
    var gone: Set<String> = []
    var isLost: (Link) -> Bool = { lost.isRead(by: $0) }
    while true {
      var removed: Set<String> = []
      for index in nodes.indices where !gone.contains(nodes[index].name) {
        let kept = nodes[index].inputs.filter { !isLost($0) }
        guard kept.count < nodes[index].inputs.count else { continue }
        nodes[index].removeTrackSettings { isLost($0) }
        let ports = Set(nodes[index].inputs.filter(isLost).compactMap(\.port))
        nodes[index].inputs = kept
        if ports.contains(where: { port in isRequired(nodes[index], port) && !kept.contains { $0.port == port } }) {
          guard canGo(nodes[index]) else { throw Diagnostics([problem]) }
          removed.insert(nodes[index].name)
        } else {
          notes[nodes[index].name, default: []].append("'\(lost.node)' has no \(lost.what)")
        }
      }
      if removed.isEmpty { break }
      gone.formUnion(removed)
      isLost = { link in if case .node(let name, _, _) = link.source { removed.contains(name) } else { false } }
    }
    nodes.removeAll { gone.contains($0.name) }
  }
}

extension GraphNode {
  /// Removes a muxer's settings of tracks that it does not get: those that follow stay with their tracks.
  fileprivate mutating func removeTrackSettings(where isLost: (Link) -> Bool) {
    guard case .list(var settings)? = arguments["tracks"] else { return }
    for (place, link) in inputs.enumerated().reversed() where isLost(link) && settings.indices.contains(place) {
      settings.remove(at: place)
      settings = settings.map { $0.referring(without: place + 1) }
    }
    arguments["tracks"] = .list(settings)
  }
}

extension MediaGraph.Argument {
  /// Returns a track's settings whose references count the tracks without one that is gone.
  fileprivate func referring(without gone: Int) -> Self {
    guard case .map(var settings) = self, case .list(let references)? = settings["references"] else { return self }
    settings["references"] = .list(
      references.compactMap { reference in
        guard case .map(var values) = reference, case .text(let text)? = values["track"], let number = Int(text) else {
          return reference
        }
        if number == gone { return nil }
        if number > gone { values["track"] = .text("\(number - 1)") }
        return .map(values)
      })
    return .map(settings)
  }
}

extension TrackPruning.Missing {
  func isRead(by link: Link) -> Bool { link.source == .node(node, port: key.port, index: key.index) }
}
