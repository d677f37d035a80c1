internal import GStreamer
import MediaGraph

extension Assembly {
  /// Returns the links that change.
  func linkChanges(_ difference: GraphDifference, _ removal: Removal) throws -> [LinkChange] {
    let comes = Set(difference.added.map(\.name))
    var changes: [LinkChange] = []
    // Inputs that are unlinked from remaining streams.
    for node in removal.nodes {
      for input in node.inputs {
        guard let from = input.fanOut, !removal.gives(from) else { continue }
        changes.append(LinkChange(node: node, input: input, from: from))
      }
    }
    for relinking in difference.relinked {
      guard let node = self[relinking.node] else { continue }
      let place = difference.regrouped[node.name]?.places.firstIndex(of: relinking.input) ?? relinking.input
      let input = node.inputs[place]
      changes.append(
        LinkChange(
          node: node, input: input, index: relinking.input, from: input.fanOut,
          to: try fanOut(read: relinking.source, by: node.name), delivery: node.node.delivery))
    }
    changes += try regroupedLinks(difference)
    // A link without a queue whose delivery becomes `latest`.
    for (name, delivery) in difference.deliveries where delivery == .latest {
      guard let node = self[name] else { continue }
      for input in node.inputs where input.queue == nil && !changes.contains(where: { $0.input === input }) {
        guard let fanOut = input.fanOut else { continue }
        changes.append(LinkChange(node: node, input: input, from: fanOut, to: fanOut, delivery: .latest))
      }
    }
    let added = nodes.filter { comes.contains($0.name) }
    let recorded = recordedNodes(among: added)
    let start = RecordingStart(notBefore: furthest(read: recorded, except: comes))
    for node in added {
      for (index, link) in node.node.inputs.enumerated() where !comes.contains(link.source.nodeName ?? "") {
        changes.append(
          LinkChange(
            node: node, input: node.inputs[index], index: index, to: try fanOut(read: link.source, by: node.name),
            delivery: node.node.delivery, recording: recorded.contains(node.name) ? start : nil,
            needsSync: type(of: link.source) == .codedVideo))
      }
    }
    return changes
  }

  func fanOut(read source: Link.Source, by reader: String) throws -> FanOut {
    guard case .node(let name, let port?, let index) = source else {
      throw Diagnostic("'\(reader)' reads nothing", kind: .usage)
    }
    guard let output = self[name]?.output(OutputKey(port: port, index: index)) else {
      throw Diagnostic(
        "'\(name).\(port)' cannot be read now", kind: .usage, notes: ["it was not read when '\(name)' was opened"],
        help: "read it from the start, with 'delivery: nothing'")
    }
    return output.fanOut
  }

  /// Returns the position of the furthest stream that some nodes begin to read.
  private func furthest(read readers: Set<String>, except comes: Set<String>) -> ClockTime {
    let sources = nodes.filter { readers.contains($0.name) }.flatMap(\.node.inputs).compactMap(\.source.nodeName)
    return Set(sources).subtracting(comes).compactMap { self[$0] }.flatMap(\.outputs).compactMap(\.meter.runningTime)
      .max() ?? .zero
  }

  /// Returns the nodes with a path to a muxer.
  private func recordedNodes(among added: [RunningNode]) -> Set<String> {
    let all = Set(added.map(\.name))
    var names = Set(added.filter { $0.outputTypes.contains(.container) }.map(\.name))
    for node in added.sortedByLinks.reversed() where names.contains(node.name) {
      names.formUnion(node.node.inputs.compactMap(\.source.nodeName).filter(all.contains))
    }
    return names
  }

  /// Performs the link changes, while the streams are held.
  ///
  /// - Returns: The removed inputs of remaining nodes.
  func perform(
    _ changes: [LinkChange], _ difference: GraphDifference, _ removal: Removal, _ undo: inout [() -> Void]
  ) throws -> [(node: RunningNode, input: InputPort)] {
    for change in changes {
      guard let from = change.from, let input = change.input, from.detach(input) else { continue }
      let leavesWithNode = change.to == nil && removal.nodes.contains { $0 === change.node }
      if leavesWithNode { removal.detached.append(input) }
      undo.append {
        if leavesWithNode { removal.detached.removeLast() }
        try? from.attach(input, .all, isRunning: true)
      }
    }
    let leaving = try regroup(difference, &undo)
    try tune(difference, &undo)
    // Existing inputs first: new ones may receive data as soon as they are linked.
    for change in changes.sorted(by: { $0.from != nil && $1.from == nil }) {
      guard let to = change.to, let input = change.port else { continue }
      if !to.hasTee, !to.readers.isEmpty || change.recording != nil { try to.addTee(isRunning: true) }
      if change.recording == nil { continueTime(of: input, in: change.node, from: to) }
      undo.append { to.detach(input) }
      do {
        try to.attach(input, change.delivery, isRunning: true) { pad in
          guard change.from == nil else { return }
          if let recording = change.recording {
            recording.guardPad(pad, needsSync: change.needsSync)
          } else if change.needsSync {
            pad.addProbe(.buffers) { info in info.isDelta || !info.pad.isLinked ? .drop : .remove }
          }
        }
      } catch let error as GStreamerError {
        throw self[to.node].map { Diagnostic(error, linking: $0.node, to: change.node.node) } ?? error
      }
      if change.needsSync { to.source.send(.wantKeyUnit) }
    }
    for case let from? in changes.map(\.from) where from.readers.isEmpty && !from.hasTee && !removal.gives(from) {
      try from.addTee(isRunning: true)
    }
    return leaving
  }

  /// Makes new sources begin at a reader's position; for a new input, that is the position of the node's other inputs.
  private func continueTime(of input: InputPort, in reader: RunningNode, from fanOut: FanOut) {
    guard let now = input.meter.runningTime ?? reader.inputs.compactMap(\.meter.runningTime).max() else { return }
    var source = self[fanOut.node]
    while let next = source?.node.inputs.first?.source.nodeName { source = self[next] }
    guard let source, !source.holds.isEmpty else { return }
    for output in source.outputs { output.pad.offset = Int(now.nanoseconds) }
  }
}
