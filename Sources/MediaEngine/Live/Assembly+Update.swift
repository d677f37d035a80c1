internal import GStreamer
import Dispatch
import MediaGraph
import Synchronization

extension Assembly {
  /// Turns the running pipeline into that of another graph, at once.
  ///
  ///     1. what comes is built, opened and brought up, with nothing flowing; this is what can go wrong
  ///     2. the streams whose links change are held, each at a moment when nothing is on its way
  ///     3. links, deliveries and parameters change; the streams go on
  ///     4. what goes gets its end of the stream, and leaves when that has arrived
  ///
  /// Blocks. When it throws, all is as it was.
  func apply(
    _ difference: GraphDifference, to graph: Graph, outputs: [RunSession.Output], within limit: Duration
  ) throws -> Departure {
    try checkStored(difference, in: graph)
    let before = nodes
    let departure = depart(difference.removed)
    nodes = graph.nodes
    let added = difference.added.sortedByLinks
    do {
      try bringUp(added, outputs, within: limit)
      try commit(difference, departure, before.sortedByLinks.map(\.name), within: limit)
    } catch {
      depart(added).remove(from: pipeline)
      nodes = before
      rejoin(departure)
      throw error
    }
    probation.withLock { $0.removeAll() }
    departure.drain()
    return departure
  }

  /// A file holds what a muxer has begun to write: neither can go on without the other.
  private func checkStored(_ difference: GraphDifference, in graph: Graph) throws {
    let (comes, goes) = (Set(difference.added.map(\.name)), Set(difference.removed.map(\.name)))
    let relinked = Set(difference.relinked.map(\.node))
    for node in nodes {
      for link in node.inputs {
        guard let source = link.source.nodeName, [.container, .bytes].contains(type(of: link.source)) else { continue }
        if goes.contains(node.name) != goes.contains(source) || relinked.contains(node.name) {
          throw stored(graph[node.name] ?? node, source)
        }
      }
    }
    for node in difference.added {
      for case let source? in node.inputs.map(\.source.nodeName) where !comes.contains(source) {
        let types = declarations[source]?.outputs.flatMap(\.types) ?? []
        if types.contains(.container) || types.contains(.bytes) { throw stored(node, source) }
      }
    }
  }

  private func stored(_ node: GraphNode, _ source: String) -> Diagnostic {
    Diagnostic(
      "'\(node.name)' cannot change while the graph runs", kind: .usage, at: node.range,
      notes: ["it has the beginning of what '\(source)' makes, or lacks it"], help: "change both, or neither")
  }

  // MARK: - What comes

  private func bringUp(_ added: [GraphNode], _ outputs: [RunSession.Output], within limit: Duration) throws {
    let deadline = DispatchTime.now() + .milliseconds(Int(limit.seconds * 1000))
    for node in added { try admit(node) }
    for node in added {
      let bin = try makeBin(node)
      let trouble = Trouble()
      probation.withLock { $0[bin.bin.name] = { trouble.note($0) } }
      try wrapping(node) {
        if let opening = components[node.name] as? any OpeningNode {
          try open(opening, node, bin, trouble, until: deadline)
        } else {
          try components[node.name]?.build(bin)
        }
      }
      if node.inputs.isEmpty { try guardSource(bin) }
      // They take no part in the beginning of the others.
      for element in bin.bin.elements where element.hasProperty("async") { try element.set("async", to: "false") }
      try gate(node)
    }
    let names = Set(added.map(\.name))
    for node in added {
      try linkOutputs(of: node, to: names)
      watch(node)
      if node.inputs.isEmpty { holds[node.name] = fanOuts[node.name]?.values.map { PadHold($0.source) } }
    }
    for output in outputs { try setLocation(of: output.file, ofSink: output.node) }
    for node in added.reversed() {
      for element in (fanOuts[node.name]?.values.map { $0 } ?? []).flatMap(\.elements) {
        try element.syncStateWithParent()
      }
      try wrapping(node) { try bins[node.name]?.bin.syncStateWithParent() }
    }
  }

  /// Waits for a file's tracks.
  private func open(
    _ opening: any OpeningNode, _ node: GraphNode, _ bin: NodeBin, _ trouble: Trouble, until deadline: DispatchTime
  ) throws {
    try opening.open(bin) { trouble.set($0) }
    try bin.bin.syncStateWithParent()
    let tracks = try trouble.tracks(until: deadline, of: node)
    let keys = outputs(of: node.name)
    let found = opening.tracks(for: keys, from: tracks)
    if let missing = keys.first(where: { found[$0] == nil }) {
      let what = opening.missing(missing, of: node).what
      throw Diagnostic("'\(node.name)' has no \(what)", kind: .input, at: node.range(ofArgument: "url"))
    }
    try opening.build(bin, tracks: tracks)
  }

  // MARK: - The change

  private func commit(
    _ difference: GraphDifference, _ departure: Departure, _ order: [String], within limit: Duration
  ) throws {
    let deadline = DispatchTime.now() + .milliseconds(Int(limit.seconds * 1000))
    let moves = try moves(difference, departure)
    let room = MixerRoom(bins.values.compactMap(\.mixer))
    defer { room.close() }
    var held: [(pad: Pad, hold: PadHold)] = []
    defer { for (_, hold) in held { hold.release() } }
    // A branch that reads two streams waits for the one that stands already, and keeps the other one's thread in its queue.
    let entries = moves.compactMap { move in
      move.from?.entry(of: move.before ?? move.reader).map { (entry: $0, stays: move.to != nil) }
    }
    for (entry, _) in entries { try entry.setUnlimited(true) }
    var isDone = false
    defer { for (entry, stays) in entries where stays || !isDone { try? entry.setUnlimited(false) } }
    // The streams that others come from first: once they stand, so do these.
    for move in moves.sorted(by: { $0.place(in: order) < $1.place(in: order) }) {
      for pad in move.padsToHold where !held.contains(where: { $0.pad == pad }) {
        let hold = PadHold(pad)
        held.append((pad, hold))
        let isHeld = hold.wait(until: .now() + .milliseconds(20))
        if !isHeld { room.grow() }
        guard isHeld || hold.wait(until: deadline) else {
          throw Diagnostic(
            "the graph cannot be changed now", kind: .failure,
            notes: ["'\(move.reader.node)' has been busy for \(Int(limit.seconds)) s"],
            help: "'delivery: latest' lets a slow branch drop what it cannot take")
        }
      }
    }
    var undo: [() -> Void] = []
    let leaving: [LeavingInput]
    do {
      try change(difference, &undo)
      leaving = try perform(moves, difference, departure, &undo)
    } catch {
      for step in undo.reversed() { step() }
      throw error
    }
    isDone = true
    for left in leaving { left.bin.remove(left.input, left.pad, with: left.entry, from: pipeline) }
    for node in difference.added {
      bins[node.name]?.releaseHeld()
      holds.removeValue(forKey: node.name)?.forEach { $0.release() }
    }
    // What leaves a node that goes has no reader there any more; without one, it must not go on.
    let orphans = moves.filter { $0.fromNode.map(departure.names.contains) ?? false }.compactMap(\.from?.source)
    departure.streamHolds = held.filter { orphans.contains($0.pad) }.map(\.hold)
    held.removeAll { orphans.contains($0.pad) }
  }

  /// Sets parameters and deliveries.
  private func change(_ difference: GraphDifference, _ undo: inout [() -> Void]) throws {
    for name in Set(difference.settings.map(\.node)).sorted() {
      guard let node = node(name), let bin = bins[name], let old = components[name] else { continue }
      guard let new = try node.runnable(registry.component(for: node)), !(new is any TunableNode) else { continue }
      guard new.elements.flatMap(\.settings) != old.elements.flatMap(\.settings) else {
        throw Diagnostic("'\(name)' (\(node.use)) cannot be changed while the graph runs", kind: .usage, at: node.range)
      }
      undo.append { [self] in
        _ = try? bin.set(old.elements)
        components[name] = old
      }
      try wrapping(node) { try bin.set(new.elements) }
      components[name] = new
    }
    for (name, delivery) in difference.deliveries {
      guard let node = node(name) else { continue }
      let entries = node.inputs.indices.compactMap { index -> FanOut.Entry? in
        fanOut(of: node.inputs[index].source)?.entry(of: FanOut.Reader(node: name, input: index))
      }
      for entry in entries { try entry.setDelivery(delivery) }
      undo.append { [self] in if let node = self.node(name) { try? gate(node) } }
      try gate(node)
    }
  }

  private func node(_ name: String) -> GraphNode? { nodes.first { $0.name == name } }

  private func fanOut(of source: Link.Source) -> FanOut? {
    guard case .node(let name, let port?, let index) = source else { return nil }
    return fanOuts[name]?[OutputKey(port: port, index: index)]
  }
}

extension ElementChoice {
  /// Every property of every candidate, as one list that compares.
  fileprivate var settings: [String] {
    candidates.flatMap { candidate in candidate.properties.map { "\(candidate.factory).\($0.name)=\($0.value)" } }
  }
}

extension NodeBin {
  /// Gives the elements that fill some places the properties of these places.
  fileprivate func set(_ choices: [ElementChoice]) throws {
    var left = Array(bin.elements.reversed())
    for choice in choices {
      for candidate in choice.candidates {
        guard let index = left.firstIndex(where: { $0.factoryName == candidate.factory }) else { continue }
        let element = left.remove(at: index)
        for (name, value) in candidate.properties { try element.set(name, to: value) }
        break
      }
    }
  }
}

/// What has become of files that an update opens.
private final class Trouble: Sendable {
  private let state = Mutex<Result<[AssetTrack], Diagnostic>?>(nil)
  private let isKnown = DispatchSemaphore(value: 0)

  func note(_ problem: Diagnostic) { set(.failure(problem)) }

  func set(_ result: Result<[AssetTrack], Diagnostic>) {
    state.withLock { state in if state == nil { state = result } }
    isKnown.signal()
  }

  func tracks(until deadline: DispatchTime, of node: GraphNode) throws -> [AssetTrack] {
    guard isKnown.wait(timeout: deadline) == .success, let result = state.withLock({ $0 }) else {
      throw Diagnostic("'\(node.name)' does not open", kind: .input, at: node.range(ofArgument: "url"))
    }
    return try result.get()
  }
}
