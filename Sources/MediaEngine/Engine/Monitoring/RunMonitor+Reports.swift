import CoreMedia
internal import GStreamer
import MediaGraph

extension RunMonitor {
  /// The position of the slowest branch.
  func progress(elapsed: Duration) -> RunProgress {
    let ends = presentedEnds
    let open = ends.filter { !$0.isAtEnd }
    let isUnknown = ends.allSatisfy { $0.position == nil }
    // A branch that has had nothing yet is at the beginning.
    let position = open.map { $0.position ?? .zero }.min(by: <) ?? ends.compactMap(\.position).max(by: <)
    let duration = ExpectedLength(nodes).longest ?? .indefinite
    let obstacle = nodes.lazy.compactMap { $0.bin?.obstacle() }.first
    if isUnknown, let own = nodes.lazy.compactMap({ $0.bin?.ownProgress() }).first {
      return RunProgress(position: own.position, duration: own.end, elapsed: elapsed, obstacle: obstacle)
    }
    return RunProgress(position: position ?? .zero, duration: duration, elapsed: elapsed, obstacle: obstacle)
  }

  /// True if sinks that follow a clock wait for media: all they have had is over.
  var isStarving: Bool {
    guard hasClock, let position = pipeline.position else { return false }
    let ends = timedEnds.filter { !$0.isAtEnd }
    return !ends.isEmpty && ends.allSatisfy { end in !end.isBusy && end.mediaEnd.map { $0 < position } ?? false }
  }

  /// True if the sinks have had the ends of all of their streams.
  var isAtEnd: Bool {
    let ends = nodes.filter(\.isSink).flatMap(\.inputs)
    return !ends.isEmpty && ends.allSatisfy(\.meter.isAtEnd)
  }

  /// True if a node writes a file.
  var writesFiles: Bool { nodes.contains(where: \.writes) }

  /// The position on the media's own axis.
  var position: CMTime { (pipeline.position ?? .zero).time }

  /// The last ports at which media still have times: the inputs of muxers and of sinks.
  var timedEnds: [PortMeter] {
    nodes.filter(\.endsTimes).flatMap(\.inputs).filter { ![.container, .bytes].contains($0.type) }.map(\.meter)
  }

  /// The last ports of what is seen and heard, or of everything in a graph without any: captions and metadata may have
  /// nothing for minutes, and inputs that are closed get nothing at all.
  private var presentedEnds: [PortMeter] {
    let inputs = nodes.filter { $0.endsTimes && $0.node.delivery != .nothing }.flatMap(\.inputs)
    let presented = inputs.filter { $0.type?.isPresented == true }.map(\.meter)
    return presented.isEmpty ? timedEnds : presented
  }

  /// The number of bytes that have gone through any port, and that have come before there was a port.
  var work: Int {
    nodes.reduce(0) { sum, node in
      node.meters.reduce(sum) { $0 &+ $1.byteCount } &+ (node.bin?.reception.count ?? 0)
    }
  }

  /// True if a node waits for the program.
  var waitsForProgram: Bool { nodes.contains { $0.bin?.isWaitingForProgram() == true } }

  /// - Throws: `Diagnostic` when a muxer has had nothing to put into its file, which no reader could open.
  func result(_ end: RunResult.End, elapsed: Duration) throws -> RunResult {
    for node in nodes { try node.checkContents() }
    // Coded audio begins with the encoder's priming, so the length is taken where media come in; a still is as long as is
    // asked for, and is ahead of what it is shown with.
    let sources = nodes.filter(\.isSource)
    let moving = sources.filter { !$0.implementation.givesStill }
    let own = nodes.compactMap { $0.bin?.ownProgress()?.position }
    let duration = end == .stopped ? cutLength : nil
    let sourced = ((moving.isEmpty ? sources : moving).flatMap(ends) + own).max(by: <) ?? .zero
    return RunResult(end: end, duration: duration ?? sourced, elapsed: elapsed, nodes: reports, outputs: [])
  }

  /// The ends of the media that a node gives; where they have no times, as the bytes of a file, of those that its readers find
  /// in them.
  private func ends(of node: NodeView) -> [CMTime] {
    let own = node.outputs.compactMap(\.meter.position)
    return own.isEmpty ? nodes.filter { $0.node.reads(node.name) }.flatMap(ends) : own
  }

  /// Adds to a failure what the run knows: the time in the media, and what was not written.
  func completing(_ problem: Diagnostic) -> Diagnostic {
    guard [.failure, .output].contains(problem.kind) else { return problem }
    var problem = problem
    if let position = timedEnds.compactMap(\.position).max(by: <) {
      problem.notes.append("it had come to \(position.clockText)")
    }
    return problem
  }

  /// The time in the media that a node has come to, or what it feeds where its media have no times; invalid before the first.
  func time(of node: String) -> CMTime {
    let own = nodes.first { $0.name == node }?.meters.compactMap(\.mediaTime).max(by: <)
    return own ?? timedEnds.compactMap(\.position).max(by: <) ?? .invalid
  }

  /// The failure of a run in which nothing moves, which names the node that holds up all others.
  ///
  /// - Parameter opening: The nodes whose files are not open yet: until all are, no node has ports.
  func stalled(for idle: Duration, opening: Set<String> = []) -> Diagnostic {
    let nodes = nodes
    let unopened = nodes.filter { opening.contains($0.name) }
    // A node that waits for something outside of the graph holds up all others, whatever their pads say.
    let waiting = nodes.first { $0.bin?.obstacle() != nil }
    let view =
      waiting ?? unopened.first
      ?? Stall(nodes: nodes.map(stallView), arePrerolled: pipeline.state == .playing).culprit
      .flatMap { name in nodes.first { $0.name == name } }
    let culprit = view?.node
    let openings = unopened.map { node in
      let files = node.implementation.inputFiles.map { "'\($0.text)'" }
      return "'\(node.name)' has not opened " + (files.isEmpty ? "its media" : files.joined(separator: ", "))
    }
    let ports = nodes.filter { !$0.meters.isEmpty }.map { node in
      "'\(node.name)': " + node.meters.map { "\($0.port) \($0.count)" }.joined(separator: ", ") + " buffers"
    }
    return Diagnostic(
      "nothing has moved for \(idle.text): '\(culprit?.name ?? "?")' (\(culprit?.use.name ?? "?")) stalls",
      kind: .failure, at: culprit?.range, notes: openings + ports + queueLevels, cause: view?.bin?.obstacle(),
      help: "--stall-timeout waits longer, --dot FILE saves the graph as it ran")
  }

  private func stallView(_ node: NodeView) -> Stall.Node {
    let inputs = zip(node.node.inputs, node.inputs.map(\.meter)).map { link, meter in
      Stall.Input(
        source: link.source.nodeName, state: meter.isBusy ? .busy : meter.isAtEnd ? .ended : .starving)
    }
    return Stall.Node(
      name: node.name, inputs: inputs, hasOutputs: !node.outputs.isEmpty,
      hasEnded: node.outputs.allSatisfy(\.meter.isAtEnd))
  }

  /// The fill levels of the queues.
  private var queueLevels: [String] {
    pipeline.elements.filter { $0.factoryName == "queue" }.compactMap { queue in
      guard let buffers = try? queue.get("current-level-buffers"), buffers != "0" else { return nil }
      return "queue before \(queue.parentBin.map { "'\($0.name)'" } ?? "a fan-out"): \(buffers) buffers"
    }
  }
}

extension GraphNode {
  /// Returns true if one of the links comes from a node.
  func reads(_ name: String) -> Bool { inputs.contains { $0.source.nodeName == name } }
}

extension Duration {
  /// For people: `30 s`, `300 ms`.
  fileprivate var text: String { self < .seconds(1) ? "\(Int(seconds * 1000)) ms" : "\(Int(seconds)) s" }
}
