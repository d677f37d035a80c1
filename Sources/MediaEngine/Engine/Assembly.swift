import MediaGraph

/// The pipeline of a flat graph: a bin a node, and between them tees and queues where an output is read twice.
///
/// One run uses it, from one thread at a time.
final class Assembly: @unchecked Sendable {
  let pipeline: Pipeline
  private(set) var nodes: [GraphNode]
  private(set) var bins: [String: NodeBin] = [:]
  private let components: [String: any ElementNode]
  let declarations: [String: NodeDeclaration]
  private let end: MediaTime?
  private let stop: StopSwitch
  private let fail: @Sendable (Diagnostic) -> Void
  /// The meters of each node's ports.
  private(set) var inputMeters: [String: [PortMeter]] = [:]
  private(set) var outputMeters: [String: [PortMeter]] = [:]
  private var pruned: [String: [String]] = [:]

  /// - Throws: `Diagnostics` when a node cannot be run by this engine.
  init(
    _ graph: Graph, registry: Registry, stop: StopSwitch, fail: @escaping @Sendable (Diagnostic) -> Void
  ) throws {
    pipeline = try Pipeline()
    nodes = graph.nodes
    self.stop = stop
    self.fail = fail
    end = try graph.stop?.after.map { try MediaTime(argument: $0) }
    var components: [String: any ElementNode] = [:]
    var declarations: [String: NodeDeclaration] = [:]
    for node in graph.nodes {
      let component = try registry.component(for: node)
      guard let runnable = try node.runnable(component) else {
        throw Diagnostic("'\(node.use)' cannot be run", kind: .unavailable, at: node.range, help: "it has no elements")
      }
      components[node.name] = runnable
      declarations[node.name] = component?.declaration
    }
    // Files are written as fast as it goes.
    if !components.values.contains(where: { $0 is any ClockedNode }) { pipeline.useNoClock() }
    self.components = components
    self.declarations = declarations
  }

  /// The nodes that have to look into their files first.
  var openingNodes: [String] { nodes.map(\.name).filter { components[$0] is any OpeningNode } }

  /// Puts in the nodes that open files; `ready` is called for each, on a streaming thread.
  func open(ready: @escaping @Sendable (String, [AssetTrack]) -> Void) throws {
    for node in nodes {
      guard let opening = components[node.name] as? any OpeningNode else { continue }
      let bin = try makeBin(node)
      try wrapping(node) { try opening.open(bin) { ready(node.name, $0) } }
    }
  }

  /// Puts in everything else and links it all; nothing flows before `start()`.
  func assemble(tracks: [String: [AssetTrack]]) throws {
    try prune(tracks)
    for node in nodes {
      let bin = try bins[node.name] ?? makeBin(node)
      try wrapping(node) {
        if let opening = components[node.name] as? any OpeningNode {
          try opening.build(bin, tracks: tracks[node.name] ?? [])
        } else {
          try components[node.name]?.build(bin)
        }
      }
      if node.inputs.isEmpty { try guardSource(bin) }
    }
    for node in nodes { try linkOutputs(of: node) }
    for node in nodes { watch(node) }
  }

  /// Puts in and links all nodes but those that open files.
  func assembleUnopened() throws {
    for node in nodes where !(components[node.name] is any OpeningNode) {
      let bin = try makeBin(node)
      try wrapping(node) { try components[node.name]?.build(bin) }
    }
    for node in nodes { try linkOutputs(of: node) }
  }

  /// Lets go of a pipeline that never ran.
  func release() { pipeline.bus.stop() }

  /// Keeps the pipeline and the files that it reads for ever, because one of its threads still works on them.
  func abandon() { _ = Unmanaged.passRetained(self) }

  /// Brings everything that was put in to the pipeline's state, and lets the held tracks go.
  func start() throws {
    for node in nodes.reversed() { try bins[node.name]?.bin.syncStateWithParent() }
    for element in fanOuts.reversed() { try element.syncStateWithParent() }
    releaseHeld()
  }

  /// Lets the held tracks go, linked or not.
  func releaseHeld() { for bin in bins.values { bin.releaseHeld() } }

  /// Tells a sink where to write, and the muxer before it where to put what it has to keep until the end.
  func setLocation(of file: OutputFile, ofSink node: GraphNode) throws {
    for element in bins[node.name]?.bin.elements ?? [] where element.factoryName == "filesink" {
      try element.set("location", to: file.temporaryPath)
    }
    guard let aside = file.asidePath else { return }
    for case .node(let muxer, _, _) in node.inputs.map(\.source) {
      for element in bins[muxer]?.bin.elements ?? [] where element.hasProperty("faststart-file") {
        try element.set("faststart-file", to: aside)
      }
    }
  }

  // MARK: - Nodes

  private func makeBin(_ node: GraphNode) throws -> NodeBin {
    let bin = try NodeBin(
      node: node, name: Self.binName(node.name), inputs: node.inputs.map { ($0, type(of: $0.source)) },
      outputs: outputs(of: node.name), fail: fail)
    try pipeline.add(bin.bin)
    bins[node.name] = bin
    return bin
  }

  /// Slashes part the names in GStreamer's paths.
  static func binName(_ node: String) -> String { node.replacing("/", with: ":") }

  private func type(of source: Link.Source) -> PortType {
    guard case .node(let name, let port, _) = source else { return .bytes }
    return declarations[name]?.port(port, .output)?.types.first ?? .bytes
  }

  private func readers(of node: String) -> [(key: OutputKey, node: GraphNode, input: Int)] {
    nodes.flatMap { reader in
      reader.inputs.enumerated().compactMap { index, link in
        guard case .node(node, let port?, let stream) = link.source else { return nil }
        return (OutputKey(port: port, index: stream), reader, index)
      }
    }
  }

  private func outputs(of node: String) -> [OutputKey] {
    var keys: [OutputKey] = []
    for (key, _, _) in readers(of: node) where !keys.contains(key) { keys.append(key) }
    return keys
  }

  private func wrapping(_ node: GraphNode, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      throw Diagnostic(wrapping: error, "'\(node.name)' cannot be set up", at: node.range)
    }
  }

  /// Ends what a source gives when the graph's `stop` says so, or the run is stopped.
  private func guardSource(_ bin: NodeBin) throws {
    // A time in frames has the meaning that a source's own rate gives it.
    let rate = (components[bin.node.name] as? TestVideo)?.frameRate
    let end = try end.map { end in
      guard let time = end.time(at: rate) else {
        throw Diagnostic("stop: after must be a time without frames", help: "write seconds, such as 2s")
      }
      return time
    }
    for pad in bin.outputPads.values { SourceGate(end: end, stop: stop).guardPad(pad) }
  }

  private func prune(_ tracks: [String: [AssetTrack]]) throws {
    var missing: [TrackPruning.Missing] = []
    for node in nodes {
      guard let opening = components[node.name] as? any OpeningNode else { continue }
      let keys = outputs(of: node.name)
      let found = opening.tracks(for: keys, from: tracks[node.name] ?? [])
      missing += keys.filter { found[$0] == nil }.map { opening.missing($0, of: node) }
    }
    guard !missing.isEmpty else { return }
    let pruning = try TrackPruning(
      nodes: nodes, missing: missing,
      isRequired: { [declarations] in declarations[$0.name]?.port($1, .input)?.isRequired ?? true },
      hasOutputs: { [declarations] in declarations[$0.name]?.outputs.isEmpty == false })
    nodes = pruning.nodes
    pruned = pruning.notes
    for (name, bin) in bins where !nodes.contains(where: { $0.name == name }) {
      pipeline.remove(bin.bin)
      bins[name] = nil
    }
    for (name, bin) in bins { bin.setOutputs(outputs(of: name)) }
  }

  // MARK: - Links

  private var fanOuts: [Element] = []

  private func linkOutputs(of node: GraphNode) throws {
    let readers = readers(of: node.name)
    for key in outputs(of: node.name) {
      guard let source = bins[node.name]?.outputPads[key] else { continue }
      let ends = readers.filter { $0.key == key }
      let tee = ends.count > 1 ? try addFanOut("tee", []) : nil
      if let tee { try source.link(to: tee.pad("sink")) }
      for end in ends {
        guard let sink = bins[end.node.name]?.inputPads[end.input] else { continue }
        do {
          try link(tee.map { try $0.requestPad("src_%u") } ?? source, to: sink, end.node, isFanOut: tee != nil)
        } catch let error as GStreamerError {
          throw Diagnostic(error, linking: node, to: end.node)
        }
      }
    }
  }

  private func link(_ source: Pad, to sink: Pad, _ reader: GraphNode, isFanOut: Bool) throws {
    guard isFanOut || reader.delivery == .latest else { return try source.link(to: sink) }
    let queue = try addFanOut(
      "queue",
      reader.delivery == .latest
        ? [("leaky", "downstream"), ("max-size-buffers", "1"), ("max-size-bytes", "0"), ("max-size-time", "0")]
        : [("max-size-buffers", "8"), ("max-size-bytes", "0"), ("max-size-time", "0")])
    try source.link(to: queue.pad("sink"))
    try queue.pad("src").link(to: sink)
  }

  private func addFanOut(_ factory: String, _ properties: [(name: String, value: String)]) throws -> Element {
    let element = try Element.make(factory)
    for (name, value) in properties { try element.set(name, to: value) }
    try pipeline.add(element)
    fanOuts.append(element)
    return element
  }

  // MARK: - Reports

  private func watch(_ node: GraphNode) {
    guard let bin = bins[node.name] else { return }
    let ports = node.inputs.compactMap(\.port)
    var counts: [String: Int] = [:]
    inputMeters[node.name] = zip(ports, bin.inputPads).map { port, pad in
      counts[port, default: 0] += 1
      let isRepeated = ports.filter { $0 == port }.count > 1
      return PortMeter(port: isRepeated ? "\(port).\(counts[port] ?? 1)" : port, pad: pad)
    }
    outputMeters[node.name] = bin.outputPads.sorted { ($0.key.port, $0.key.index) < ($1.key.port, $1.key.index) }.map {
      PortMeter(port: $0.key.index > 1 ? "\($0.key.port).\($0.key.index)" : $0.key.port, pad: $0.value)
    }
    for meter in (inputMeters[node.name] ?? []) + (outputMeters[node.name] ?? []) { meter.watch() }
  }

  /// What each node did so far.
  var reports: [NodeReport] {
    nodes.map { node in
      NodeReport(
        name: node.name, type: node.use.name, elements: bins[node.name]?.factories ?? [],
        notes: (bins[node.name]?.notes ?? []) + (pruned[node.name] ?? []),
        inputs: inputMeters[node.name]?.map(\.report) ?? [], outputs: outputMeters[node.name]?.map(\.report) ?? [],
        measurements: bins[node.name]?.measurements() ?? [])
    }
  }

  /// The last ports at which media still have times: the inputs of muxers and of sinks.
  var timedEnds: [PortMeter] {
    nodes.filter { node in
      let outputs = declarations[node.name]?.outputs.flatMap(\.types) ?? []
      return outputs.allSatisfy { [.container, .bytes].contains($0) }
    }.flatMap { node in
      zip(node.inputs, inputMeters[node.name] ?? []).filter { ![.container, .bytes].contains(type(of: $0.0.source)) }
        .map(\.1)
    }
  }

  /// How many buffers have gone through anything.
  var work: Int { (Array(inputMeters.values) + Array(outputMeters.values)).joined().reduce(0) { $0 &+ $1.count } }

  /// How long the longest source is, if any says so.
  var sourceDurations: [ClockTime] {
    bins.values.filter { $0.node.inputs.isEmpty }.flatMap { $0.outputPads.values.compactMap(\.streamDuration) }
  }
}
