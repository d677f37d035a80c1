import MediaGraph

/// Finds which inputs of a node depend on each other upstream, so that blocking one may block another.
///
///     read.video ─▷ encode ─▷ mux        groups 0 and 1: the file has a reader for each track
///     read.audio ─────────▷ mux
///
///     camera ─┬▷ encode ─▷ mux           one group: a branch that is full holds the camera's thread
///             └▷ scale ──▷ mux
///
/// Two inputs are in one group if there is any way between their sources that does not lead through the node, along links in
/// either direction: threads are shared below a source, and nodes with several inputs wait for all of them.
struct StreamGroups {
  struct Node {
    let name: String
    /// The streams that the node reads, in the order of its inputs.
    let sources: [Stream]
    /// True if each of its streams comes through a thread of its own.
    let hasIndependentStreams: Bool
    /// True if the program sends what it gives.
    var isProgram = false
  }

  struct Stream: Hashable {
    let node: String
    let key: OutputKey
  }

  private var parents: [Place: Place] = [:]

  /// A node, or a stream that depends on no other of its node.
  private enum Place: Hashable {
    case node(String)
    case stream(Stream)
  }

  /// Returns a number for each input of a node; those of a group have the same.
  static func groups(ofInputsOf name: String, in nodes: [Node]) -> [Int] {
    guard let reader = nodes.first(where: { $0.name == name }) else { return [] }
    let independent = Set(nodes.filter(\.hasIndependentStreams).map(\.name))
    func place(_ stream: Stream) -> Place {
      independent.contains(stream.node) ? .stream(stream) : .node(stream.node)
    }
    var groups = StreamGroups()
    for node in nodes where node.name != name {
      for source in node.sources { groups.join(place(source), .node(node.name)) }
    }
    let roots = reader.sources.map { groups.root(of: place($0)) }
    return roots.map { root in roots.firstIndex(of: root) ?? 0 }
  }

  /// Returns the inputs of a node, counted from 0, for which only the program's own sources bring something.
  static func programInputs(of name: String, in nodes: [Node]) -> Set<Int> {
    let all = Dictionary(nodes.map { ($0.name, $0) }) { first, _ in first }
    func comesFromProgram(_ name: String, _ passed: Set<String>) -> Bool {
      guard let node = all[name], !passed.contains(name) else { return false }
      if node.sources.isEmpty { return node.isProgram }
      return node.sources.allSatisfy { comesFromProgram($0.node, passed.union([name])) }
    }
    let sources = all[name]?.sources ?? []
    return Set(sources.indices.filter { comesFromProgram(sources[$0].node, [name]) })
  }

  /// Returns the program's sources upstream of each input of a node.
  static func programSources(of name: String, in nodes: [Node]) -> [[String]] {
    let all = Dictionary(nodes.map { ($0.name, $0) }) { first, _ in first }
    func sources(_ name: String, _ passed: Set<String>) -> [String] {
      guard let node = all[name], !passed.contains(name) else { return [] }
      if node.sources.isEmpty { return node.isProgram ? [name] : [] }
      return node.sources.flatMap { sources($0.node, passed.union([name])) }
    }
    return (all[name]?.sources ?? []).map { sources($0.node, [name]) }
  }

  private func root(of place: Place) -> Place {
    var place = place
    while let parent = parents[place] { place = parent }
    return place
  }

  private mutating func join(_ one: Place, _ other: Place) {
    let (one, other) = (root(of: one), root(of: other))
    if one != other { parents[one] = other }
  }
}

extension Assembly {
  /// Tells the nodes that keep their inputs together which of them depend on each other, and which the program feeds.
  func setStreamGroups() {
    let places = nodes.map(\.place)
    for node in nodes {
      let sources = StreamGroups.programSources(of: node.name, in: places).map { names in
        nodes.filter { names.contains($0.name) }.compactMap { $0.bin?.isWaitingForProgram }
      }
      node.bin?.setProgramInputs?(StreamGroups.programInputs(of: node.name, in: places)) { lane in
        sources.indices.contains(lane) && !sources[lane].isEmpty && sources[lane].allSatisfy { $0() }
      }
      node.bin?.setStreamGroups?(StreamGroups.groups(ofInputsOf: node.name, in: places))
    }
  }

  /// Tells the nodes that keep their inputs together that links are about to change: none may make an input wait then.
  func withdrawStreamGroups(leaving: [RunningNode]) {
    for node in nodes + leaving { node.bin?.setStreamGroups?(nil) }
  }
}

extension RunningNode {
  fileprivate var place: StreamGroups.Node {
    let sources = node.inputs.compactMap { link -> StreamGroups.Stream? in
      guard case .node(let name, let port, let index) = link.source else { return nil }
      return StreamGroups.Stream(node: name, key: OutputKey(port: port ?? "out", index: index))
    }
    return StreamGroups.Node(
      name: name, sources: sources, hasIndependentStreams: bin?.hasIndependentStreams ?? false,
      isProgram: bin?.isFedByProgram ?? false)
  }
}
