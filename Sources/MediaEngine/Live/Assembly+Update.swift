internal import MediaSource
internal import GStreamer
import Dispatch
import MediaGraph
import Synchronization

extension Assembly {
  /// Changes the running pipeline to that of another graph, at once.
  ///
  ///     1. new nodes are built, opened and started, without data; this is the part that can fail
  ///     2. the streams whose links change are held, each when no data are being pushed
  ///     3. links, deliveries and parameters change; the streams continue
  ///     4. removed nodes receive the end of the stream, and are removed when they have drained
  ///
  /// Blocks. If it throws, everything is as it was.
  func apply(
    _ difference: GraphDifference, to graph: Graph, outputs: [RunSession.Output], within limit: Duration
  ) throws -> Removal {
    try checkStored(difference, in: graph)
    let (before, declared) = (nodes, nodes.map(\.node))
    let (goes, comes) = (Set(difference.removed.map(\.name)), Set(difference.added.map(\.name)))
    let removal = Removal(nodes.filter { goes.contains($0.name) })
    var added: [RunningNode] = []
    do {
      let kept = Dictionary(uniqueKeysWithValues: nodes.filter { !goes.contains($0.name) }.map { ($0.name, $0) })
      nodes = try graph.nodes.map { node in
        if !comes.contains(node.name), let running = kept[node.name] {
          running.node = node
          return running
        }
        let running = try RunningNode(node, registry: registry)
        added.append(running)
        return running
      }
      added = added.sortedByLinks
      try bringUp(added, outputs, within: limit)
      try commit(difference, removal, added, before.sortedByLinks.map(\.name), within: limit)
    } catch {
      Removal(added).remove(from: pipeline)
      nodes = before
      for (node, declaration) in zip(before, declared) { node.node = declaration }
      for case let node? in difference.deliveries.keys.map({ self[$0] }) {
        for input in node.inputs { try? input.setDelivery(node.node.delivery) }
        node.gateInputs()
      }
      throw error
    }
    monitor.endProbation()
    removal.drain()
    return removal
  }

  /// Checks that no muxer changes whose file is begun: neither can continue without the other.
  private func checkStored(_ difference: GraphDifference, in graph: Graph) throws {
    let (comes, goes) = (Set(difference.added.map(\.name)), Set(difference.removed.map(\.name)))
    let relinked = Set(difference.relinked.map(\.node))
    for node in nodes {
      for link in node.node.inputs {
        guard let source = link.source.nodeName, [.container, .bytes].contains(type(of: link.source)) else { continue }
        if goes.contains(node.name) != goes.contains(source) || relinked.contains(node.name) {
          throw stored(graph[node.name] ?? node.node, source)
        }
      }
    }
    for node in difference.added {
      // By the output that is read: a reader of files has outputs of all kinds.
      for link in node.inputs {
        guard let source = link.source.nodeName, !comes.contains(source) else { continue }
        if [.container, .bytes].contains(type(of: link.source)) { throw stored(node, source) }
      }
    }
  }

  private func stored(_ node: GraphNode, _ source: String) -> Diagnostic {
    Diagnostic(
      "'\(node.name)' cannot change while the graph runs", kind: .usage, at: node.range,
      notes: ["it has the beginning of what '\(source)' makes, or lacks it"], help: "change both, or neither")
  }

  // MARK: - New nodes

  private func bringUp(_ added: [RunningNode], _ outputs: [RunSession.Output], within limit: Duration) throws {
    let deadline = DispatchTime.now() + .milliseconds(Int(limit.seconds * 1000))
    for node in added {
      let bin = try makeBin(node)
      let opening = Opening()
      monitor.setProbation(bin.bin.name) { opening.fail($0) }
      if let implementation = node.implementation as? any OpeningNode {
        try node.wrapping { try open(implementation, node, bin, opening, until: deadline) }
      }
      try node.build(in: pipeline, isolated: isolatesFailures)
      if node.isSource { try guardSource(node) }
      // They do not take part in the preroll of the others.
      for element in bin.bin.elements where element.hasProperty("async") { try element.set("async", to: "false") }
      node.gateInputs()
    }
    for node in added {
      try linkOutputs(of: node, to: added)
      node.watch()
      if node.isSource { node.holds = node.outputs.map { PadBlock($0.pad) } }
    }
    for output in outputs { try setDestination(output) }
    for node in added.reversed() { try node.start() }
  }

  /// Waits for a file's tracks.
  private func open(
    _ implementation: any OpeningNode, _ node: RunningNode, _ bin: NodeBin, _ opening: Opening,
    until deadline: DispatchTime
  ) throws {
    try implementation.open(bin) { opening.end($0) }
    try bin.bin.syncStateWithParent()
    let opened = try opening.result(until: deadline, of: node.node)
    let keys = outputs(of: node.name)
    let found = try node.wrapping { try implementation.tracks(for: keys, from: opened.tracks) }
    if let missing = keys.first(where: { found[$0] == nil }) {
      let what = implementation.missing(missing, of: node.node).what
      throw Diagnostic("'\(node.name)' has no \(what)", kind: .input, at: node.node.range(ofArgument: "url"))
    }
    node.opened = opened
  }

  // MARK: - The change

  private func commit(
    _ difference: GraphDifference, _ removal: Removal, _ added: [RunningNode], _ order: [String],
    within limit: Duration
  ) throws {
    let deadline = DispatchTime.now() + .milliseconds(Int(limit.seconds * 1000))
    let changes = try linkChanges(difference, removal)
    let room = MixerBuffering(nodes.compactMap { $0.bin?.mixer })
    defer { room.close() }
    // Data that wait in a muxer for a held stream could never be held.
    withdrawStreamGroups(leaving: removal.nodes)
    defer { setStreamGroups() }
    var held: [(pad: Pad, hold: PadBlock)] = []
    defer { for (_, hold) in held { hold.release() } }
    // A branch that reads two streams waits for the held one, and blocks the other one's thread in its queue.
    let linked = changes.filter { $0.from != nil }
    for change in linked { try change.input?.setUnlimited(true) }
    var isDone = false
    defer { for change in linked where change.to != nil || !isDone { try? change.input?.setUnlimited(false) } }
    // Upstream streams first: once they are held, so are the others.
    for change in changes.sorted(by: { $0.place(in: order) < $1.place(in: order) }) {
      for pad in change.padsToBlock where !held.contains(where: { $0.pad == pad }) {
        let hold = PadBlock(pad)
        held.append((pad, hold))
        let isHeld = hold.wait(until: .now() + .milliseconds(20))
        if !isHeld { room.grow() }
        guard isHeld || hold.wait(until: deadline) else {
          throw Diagnostic(
            "the graph cannot be changed now", kind: .failure,
            notes: ["'\(change.node.name)' has been busy for \(Int(limit.seconds)) s"],
            help: "'delivery: latest' lets a slow branch drop what it cannot take")
        }
      }
    }
    var undo: [() -> Void] = []
    let leaving: [(node: RunningNode, input: InputPort)]
    do {
      try change(difference, &undo)
      leaving = try perform(changes, difference, removal, &undo)
    } catch {
      for step in undo.reversed() { step() }
      throw error
    }
    isDone = true
    for (node, input) in leaving { node.remove(input, from: pipeline) }
    for node in added {
      node.bin?.release()
      for hold in node.holds { hold.release() }
      node.holds = []
    }
    // Streams of removed nodes without readers must not continue.
    let orphans = changes.compactMap(\.from).filter(removal.gives).map(\.source)
    removal.streamBlocks = held.filter { orphans.contains($0.pad) }.map(\.hold)
    held.removeAll { orphans.contains($0.pad) }
  }

  /// Sets parameters and deliveries.
  private func change(_ difference: GraphDifference, _ undo: inout [() -> Void]) throws {
    for name in Set(difference.settings.map(\.node)).sorted() {
      guard let node = self[name], !node.isTunable,
        let new = try node.node.runnable(registry.component(for: node.node))
      else { continue }
      let old = node.implementation
      guard new.elements.flatMap(\.settings) != old.elements.flatMap(\.settings) else {
        throw Diagnostic(
          "'\(name)' (\(node.node.use)) cannot be changed while the graph runs", kind: .usage, at: node.node.range)
      }
      undo.append { try? node.setProperties(of: old) }
      try node.setProperties(of: new)
    }
    for (name, delivery) in difference.deliveries {
      guard let node = self[name] else { continue }
      for input in node.inputs { try input.setDelivery(delivery) }
      node.gateInputs()
    }
  }
}

extension ElementChoice {
  /// Every property of every candidate, as one comparable list.
  fileprivate var settings: [String] {
    candidates.flatMap { candidate in candidate.properties.map { "\(candidate.factory).\($0.name)=\($0.value)" } }
  }
}

/// The opening of a file that an update adds.
private final class Opening: Sendable {
  private let state = Mutex<OpeningNode.Opened?>(nil)
  private let isKnown = DispatchSemaphore(value: 0)

  func fail(_ problem: Diagnostic) { end(.failure(problem)) }

  func end(_ result: OpeningNode.Opened) {
    state.withLock { state in if state == nil { state = result } }
    isKnown.signal()
  }

  func result(until deadline: DispatchTime, of node: GraphNode) throws -> any OpenedSource {
    guard isKnown.wait(timeout: deadline) == .success, let result = state.withLock({ $0 }) else {
      throw Diagnostic("'\(node.name)' does not open", kind: .input, at: node.range(ofArgument: "url"))
    }
    return try result.get()
  }
}
