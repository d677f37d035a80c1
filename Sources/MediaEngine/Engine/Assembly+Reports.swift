import CoreMedia
import MediaGraph

extension Assembly {
  /// The node that an element's path leads through: `/GstPipeline:p/GstBin:NAME/…`.
  func place(_ path: String) -> GraphNode? {
    guard let name = Self.bin(in: path) else { return nil }
    return places.withLock { $0[String(name)] }
  }

  /// Whether an error is that of an update, which is told.
  func isOnProbation(_ path: String, _ problem: Diagnostic) -> Bool {
    guard let name = Self.bin(in: path), let tell = probation.withLock({ $0[String(name)] }) else { return false }
    tell(problem)
    return true
  }

  private static func bin(in path: String) -> Substring? {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? parts[1].drop { $0 != ":" }.dropFirst() : nil
  }

  /// How far the slowest branch is.
  func progress(elapsed: Duration) -> RunProgress {
    let ends = timedEnds
    let open = ends.filter { !$0.isAtEnd }
    let positions = (open.isEmpty ? ends : open).compactMap(\.position)
    let position = open.isEmpty ? positions.max(by: <) : positions.min(by: <)
    let duration = sourceDurations.max().map(\.time) ?? .indefinite
    return RunProgress(position: position ?? .zero, duration: duration, elapsed: elapsed)
  }

  /// Whether sinks that follow a clock wait for media: all they have had is over.
  var isStarving: Bool {
    guard hasClock, let position = pipeline.position else { return false }
    let ends = timedEnds.filter { !$0.isAtEnd }
    return !ends.isEmpty && ends.allSatisfy { end in !end.isBusy && end.mediaEnd.map { $0 < position } ?? false }
  }

  /// Refuses what a muxer has written that nothing came to.
  static func checkContents(of node: GraphNode, _ inputs: [PortMeter]) throws(Diagnostic) {
    guard inputs.allSatisfy({ $0.count == 0 }) else { return }
    throw Diagnostic(
      "nothing has come to '\(node.name)' (\(node.use))", kind: .failure, at: node.range,
      notes: ["the file would hold no media"])
  }

  /// - Throws: `Diagnostic` when a muxer has had nothing to put into its file, which nobody could read.
  func result(_ end: RunResult.End, elapsed: Duration) throws -> RunResult {
    for node in nodes where declarations[node.name]?.outputs.flatMap(\.types) == [.container] {
      try Self.checkContents(of: node, inputMeters[node.name] ?? [])
    }
    // Coded sound begins with the encoder's priming, so the length is taken where media come in.
    let duration = nodes.filter(\.inputs.isEmpty).flatMap(ends).max(by: <) ?? .zero
    return RunResult(end: end, duration: duration, elapsed: elapsed, nodes: reports, outputs: [])
  }

  /// How far the media have come that a node gives; where they have no times, as the bytes of a file, that is known only behind
  /// whatever finds the media in them.
  private func ends(of node: GraphNode) -> [CMTime] {
    let own = (outputMeters[node.name] ?? []).compactMap(\.position)
    return own.isEmpty ? nodes.filter { $0.inputs.contains { $0.source.nodeName == node.name } }.flatMap(ends) : own
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

  /// The failure of a run in which nothing moves, which names the node that holds up all others.
  func stalled(for idle: Duration) -> Diagnostic {
    let culprit = Stall(nodes: nodes.map(stallView), arePrerolled: pipeline.state == .playing).culprit
      .flatMap { name in nodes.first { $0.name == name } }
    let ports = nodes.map { node in
      let inputs = (inputMeters[node.name] ?? []).map { "\($0.port) \($0.count)" }
      let outputs = (outputMeters[node.name] ?? []).map { "\($0.port) \($0.count)" }
      return "'\(node.name)': " + (inputs + outputs).joined(separator: ", ") + " buffers"
    }
    return Diagnostic(
      "nothing has moved for \(idle.text): '\(culprit?.name ?? "?")' (\(culprit?.use.name ?? "?")) stalls",
      kind: .failure, at: culprit?.range, notes: ports + queueLevels,
      help: "--stall-timeout waits longer, --dot FILE saves the graph as it ran")
  }

  private func stallView(_ node: GraphNode) -> Stall.Node {
    let meters = inputMeters[node.name] ?? []
    let inputs = zip(node.inputs, meters).map { link, meter in
      let source: String? = if case .node(let name, _, _) = link.source { name } else { nil }
      return Stall.Input(source: source, state: meter.isBusy ? .busy : meter.isAtEnd ? .ended : .starving)
    }
    let hasEnded = (outputMeters[node.name] ?? []).allSatisfy(\.isAtEnd)
    return Stall.Node(
      name: node.name, inputs: inputs, hasOutputs: outputMeters[node.name]?.isEmpty == false, hasEnded: hasEnded)
  }

  /// How full each queue is.
  private var queueLevels: [String] {
    pipeline.elements.filter { $0.factoryName == "queue" }.compactMap { queue in
      guard let buffers = try? queue.get("current-level-buffers"), buffers != "0" else { return nil }
      return "queue before \(queue.parentBin.map { "'\($0.name)'" } ?? "a fan-out"): \(buffers) buffers"
    }
  }
}

extension NodeReport {
  init(
    _ node: GraphNode, _ bin: NodeBin?, _ inputs: [PortMeter], _ outputs: [PortMeter], _ notes: [String] = []
  ) {
    self.init(
      name: node.name, type: node.use.name, elements: bin?.factories ?? [], notes: (bin?.notes ?? []) + notes,
      inputs: inputs.map(\.report), outputs: outputs.map(\.report), measurements: bin?.measurements() ?? [])
  }
}

extension Duration {
  /// For people: `30 s`, `300 ms`.
  fileprivate var text: String { self < .seconds(1) ? "\(Int(seconds * 1000)) ms" : "\(Int(seconds)) s" }
}
