internal import GStreamer
import MediaGraph

/// One link's change.
struct Move {
  let reader: FanOut.Reader
  /// The reader's place before the change, where links of its node come or go.
  var before: FanOut.Reader?
  /// Where the reader comes from; nil for one that is new.
  var fromNode: String?
  var from: FanOut?
  /// Where it goes; nil for one that leaves the graph.
  var to: FanOut?
  var delivery = Delivery.all
  /// Where the recording begins that the link leads to.
  var recording: RecordingStart?
  /// Whether the stream begins with a picture that needs no other.
  var needsSync = false

  /// The pads that must stand while the link changes.
  var padsToHold: [Pad] {
    [from?.linkPad(of: before ?? reader), to.flatMap { $0.hasTee ? nil : $0.source }].compactMap(\.self)
  }

  /// How far from the sources the link is.
  func place(in order: [String]) -> Int { fromNode.flatMap(order.firstIndex) ?? 0 }
}

extension Assembly {
  /// Takes nodes and all that belongs to them out of the books; the pipeline goes on with them.
  func depart(_ nodes: [GraphNode]) -> Departure {
    let departure = Departure(nodes)
    for name in departure.names {
      departure.bins[name] = bins.removeValue(forKey: name)
      departure.fanOuts[name] = fanOuts.removeValue(forKey: name)
      departure.inputMeters[name] = inputMeters.removeValue(forKey: name)
      departure.outputMeters[name] = outputMeters.removeValue(forKey: name)
      departure.sourceGates[name] = sourceGates.removeValue(forKey: name)
      departure.components[name] = components.removeValue(forKey: name)
      departure.declarations[name] = declarations.removeValue(forKey: name)
      departure.holds[name] = holds.removeValue(forKey: name)
    }
    for reader in gates.keys where departure.names.contains(reader.node) {
      departure.gates[reader] = gates.removeValue(forKey: reader)
    }
    return departure
  }

  /// Takes back what `depart(_:)` did.
  func rejoin(_ departure: Departure) {
    bins.merge(departure.bins) { $1 }
    fanOuts.merge(departure.fanOuts) { $1 }
    inputMeters.merge(departure.inputMeters) { $1 }
    outputMeters.merge(departure.outputMeters) { $1 }
    sourceGates.merge(departure.sourceGates) { $1 }
    components.merge(departure.components) { $1 }
    declarations.merge(departure.declarations) { $1 }
    holds.merge(departure.holds) { $1 }
    gates.merge(departure.gates) { $1 }
  }

  /// The links that change.
  func moves(_ difference: GraphDifference, _ departure: Departure) throws -> [Move] {
    let comes = Set(difference.added.map(\.name))
    var moves: [Move] = []
    // Readers that go, of streams that stay.
    for (name, keys) in fanOuts where !comes.contains(name) {
      for fanOut in keys.values {
        for reader in fanOut.readers where departure.names.contains(reader.node) {
          moves.append(Move(reader: reader, fromNode: name, from: fanOut))
        }
      }
    }
    func origin(_ reader: FanOut.Reader) -> Origin? {
      // A node that goes may have the name of one that comes, which nobody reads yet.
      for (name, keys) in Array(departure.fanOuts) + Array(fanOuts) {
        if let fanOut = keys.values.first(where: { $0.readers.contains(reader) }) { return (name, fanOut) }
      }
      return nil
    }
    for change in difference.relinked {
      let reader = FanOut.Reader(node: change.node, input: change.input)
      var move = Move(reader: reader, to: try fanOut(read: change.source, by: change.node))
      let place = difference.regrouped[change.node]?.places.firstIndex(of: change.input) ?? change.input
      let before = FanOut.Reader(node: change.node, input: place)
      move.before = before
      if let origin = origin(before) { (move.fromNode, move.from) = (origin.node, origin.fanOut) }
      moves.append(move)
    }
    moves += try inputMoves(difference, { try fanOut(read: $0, by: $1) }, origin)
    // A link without a queue that is to keep the newest only.
    for (name, delivery) in difference.deliveries where delivery == .latest {
      for (source, keys) in fanOuts {
        for fanOut in keys.values {
          for reader in fanOut.readers where reader.node == name && fanOut.entry(of: reader)?.queue == nil {
            moves.append(Move(reader: reader, fromNode: source, from: fanOut, to: fanOut, delivery: .latest))
          }
        }
      }
    }
    let recorded = recordedNodes(among: difference.added)
    let start = RecordingStart(notBefore: furthest(read: recorded, except: comes))
    for node in difference.added {
      for (index, link) in node.inputs.enumerated() where !comes.contains(link.source.nodeName ?? "") {
        var move = Move(
          reader: FanOut.Reader(node: node.name, input: index), to: try fanOut(read: link.source, by: node.name),
          delivery: node.delivery)
        if recorded.contains(node.name) { move.recording = start }
        move.needsSync = type(of: link.source) == .codedVideo
        moves.append(move)
      }
    }
    return moves
  }

  private func fanOut(read source: Link.Source, by reader: String) throws -> FanOut {
    guard case .node(let name, let port?, let index) = source else {
      throw Diagnostic("'\(reader)' reads nothing", kind: .usage)
    }
    guard let fanOut = fanOuts[name]?[OutputKey(port: port, index: index)] else {
      throw Diagnostic(
        "'\(name).\(port)' cannot be read now", kind: .usage, notes: ["nobody read it when '\(name)' was opened"],
        help: "read it from the start, with 'delivery: nothing'")
    }
    return fanOut
  }

  /// How far the furthest of the streams is that some nodes begin to read.
  private func furthest(read readers: Set<String>, except comes: Set<String>) -> ClockTime {
    let sources = nodes.filter { readers.contains($0.name) }.flatMap(\.inputs).compactMap(\.source.nodeName)
    return Set(sources).subtracting(comes).flatMap { outputMeters[$0] ?? [] }.compactMap(\.runningTime).max() ?? .zero
  }

  /// The nodes from which there is a way to a muxer.
  private func recordedNodes(among added: [GraphNode]) -> Set<String> {
    var names = Set(
      added.filter { declarations[$0.name]?.outputs.flatMap(\.types).contains(.container) ?? false }.map(\.name))
    for node in added.sortedByLinks.reversed() where names.contains(node.name) {
      names.formUnion(node.inputs.compactMap(\.source.nodeName).filter(Set(added.map(\.name)).contains))
    }
    return names
  }

  /// Links anew; the streams stand.
  /// - Returns: the inputs that go, of nodes that stay.
  func perform(
    _ moves: [Move], _ difference: GraphDifference, _ departure: Departure, _ undo: inout [() -> Void]
  ) throws -> [LeavingInput] {
    var entries: [FanOut.Reader: FanOut.Entry] = [:]
    var detached: [FanOut.Reader: FanOut.Entry] = [:]
    for move in moves {
      let reader = move.before ?? move.reader
      guard let from = move.from, let entry = from.detach(reader) else { continue }
      let isGone = move.to == nil && departure.names.contains(reader.node)
      if move.to != nil { entries[move.reader] = entry } else { detached[reader] = entry }
      if isGone { departure.entries.append(entry) }
      undo.append {
        if isGone { departure.entries.removeLast() }
        try? from.attach(reader, entry, .all, isRunning: true)
      }
    }
    let leaving = try regroup(difference, departure, detached, &undo)
    try tune(difference, &undo)
    // Those that stay first: what comes may flow as soon as it is linked.
    for move in moves.sorted(by: { $0.from != nil && $1.from == nil }) {
      guard let to = move.to, let node = nodes.first(where: { $0.name == move.reader.node }) else { continue }
      let entry = entries[move.reader] ?? bins[node.name].map { FanOut.Entry(sink: $0.inputPads[move.reader.input]) }
      guard let entry else { continue }
      if !to.hasTee, !to.readers.isEmpty || move.recording != nil { try to.addTee(isRunning: true) }
      if move.recording == nil { continueTime(of: move, from: to) }
      undo.append { _ = to.detach(move.reader) }
      do {
        try to.attach(move.reader, entry, move.delivery, isRunning: true) { pad in
          guard move.from == nil else { return }
          if let recording = move.recording {
            recording.guardPad(pad, needsSync: move.needsSync)
          } else if move.needsSync {
            pad.addProbe(.buffers) { info in info.isDelta || !info.pad.isLinked ? .drop : .remove }
          }
        }
      } catch let error as GStreamerError {
        let source = nodes.first { fanOuts[$0.name]?.values.contains { $0 === to } ?? false }
        throw source.map { Diagnostic(error, linking: $0, to: node) } ?? error
      }
      if move.needsSync { to.source.send(.wantKeyUnit) }
    }
    for case let from? in moves.map(\.from) where from.readers.isEmpty && !from.hasTee {
      // Of a node that goes, nothing more is wanted.
      guard !departure.fanOuts.values.contains(where: { $0.values.contains { $0 === from } }) else { continue }
      try from.addTee(isRunning: true)
    }
    return leaving
  }

  /// Lets sources that are new begin at the time that a reader has come to; for an input that is new, that is how far the
  /// others of its node have come.
  private func continueTime(of move: Move, from fanOut: FanOut) {
    guard let meters = inputMeters[move.reader.node], meters.indices.contains(move.reader.input),
      let now = meters[move.reader.input].runningTime ?? meters.compactMap(\.runningTime).max(),
      var name = fanOuts.first(where: { $0.value.values.contains { $0 === fanOut } })?.key
    else { return }
    while let node = nodes.first(where: { $0.name == name }), let next = node.inputs.first?.source.nodeName {
      name = next
    }
    guard holds[name] != nil else { return }
    for fanOut in fanOuts[name]?.values ?? [:].values { fanOut.source.offset = Int(now.nanoseconds) }
  }
}
