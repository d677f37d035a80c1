internal import GStreamer
import MediaGraph
import Synchronization

/// The pipeline of a flat graph: a bin a node, and between them tees and queues where an output is read twice.
///
/// One run uses it, from one thread at a time.
final class Assembly: @unchecked Sendable {
  let pipeline: Pipeline
  var nodes: [GraphNode]
  var bins: [String: NodeBin] = [:]
  var components: [String: any ElementNode] = [:]
  var declarations: [String: NodeDeclaration] = [:]
  /// Where each stream goes.
  var fanOuts: [String: [OutputKey: FanOut]] = [:]
  var gates: [FanOut.Reader: LinkGate] = [:]
  /// What ends what each source gives.
  var sourceGates: [String: [SourceGate]] = [:]
  /// What keeps sources that are new from giving anything before all is linked.
  var holds: [String: [PadHold]] = [:]
  /// The bins of an update that is not complete: what goes wrong there ends the update, not the run.
  let probation = Mutex<[String: @Sendable (Diagnostic) -> Void]>([:])
  /// The nodes by the names of their bins, also those that are gone.
  let places = Mutex<[String: GraphNode]>([:])
  /// What was done by nodes that are gone.
  var departed: [NodeReport] = []
  /// Whether a sink follows a clock.
  private(set) var hasClock = false
  private let end: MediaTime?
  private let stop: StopSwitch
  let registry: Registry
  let fail: @Sendable (Diagnostic) -> Void
  /// The meters of each node's ports.
  var inputMeters: [String: [PortMeter]] = [:]
  var outputMeters: [String: [PortMeter]] = [:]
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
    self.registry = registry
    for node in graph.nodes { try admit(node) }
    hasClock = components.values.contains { $0 is any ClockedNode }
    // Files are written as fast as it goes.
    if !hasClock { pipeline.useNoClock() }
  }

  /// Finds out how a node is run.
  func admit(_ node: GraphNode) throws {
    let component = try registry.component(for: node)
    guard let runnable = try node.runnable(component) else {
      throw Diagnostic("'\(node.use)' cannot be run", kind: .unavailable, at: node.range, help: "it has no elements")
    }
    components[node.name] = runnable
    declarations[node.name] = component?.declaration
  }

  /// The nodes that have to look into their files first.
  var openingNodes: [String] { nodes.map(\.name).filter { components[$0] is any OpeningNode } }

  /// Puts in the nodes that open files; `ready` is called for each, on any thread.
  func open(ready: @escaping @Sendable (String, OpeningNode.Opened) -> Void) throws {
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
      try gate(node)
    }
    for node in nodes { try linkOutputs(of: node) }
    for node in nodes { watch(node) }
    hasBegun = true
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
    for element in fanOuts.values.flatMap(\.values).flatMap(\.elements) { try element.syncStateWithParent() }
    releaseHeld()
  }

  /// Lets those who wait for bytes from elsewhere take what is missing for the end.
  func endReception() { for bin in bins.values { bin.reception.end() } }

  /// Lets those who wait for bytes from elsewhere give up.
  func cancelReception() { for bin in bins.values { bin.reception.cancel() } }

  /// Lets the held tracks go, linked or not.
  func releaseHeld() { for bin in bins.values { bin.releaseHeld() } }

  /// Tells a sink where to write, and the muxer before it where to put what it has to keep until the end.
  func setLocation(of file: OutputFile, ofSink node: GraphNode) throws {
    for element in bins[node.name]?.bin.elements ?? [] where element.factoryName == "filesink" {
      try element.set("location", to: file.temporaryPath)
      // Whoever plays it meanwhile shall find whole fragments.
      if file.grows { try element.set("buffer-mode", to: "unbuffered") }
    }
    guard let aside = file.asidePath else { return }
    for case .node(let muxer, _, _) in node.inputs.map(\.source) {
      for element in bins[muxer]?.bin.elements ?? [] {
        if element.hasProperty("faststart-file") { try element.set("faststart-file", to: aside) }
        // What is in the file can be moved by whoever is the only one to write it.
        if readers(of: muxer).count == 1 { MuxerInstance.of(element)?.outputPath = file.temporaryPath }
        if file.grows { MuxerInstance.of(element)?.whenReadable { try file.place(at: node.range(ofArgument: "url")) } }
      }
    }
  }

  // MARK: - Nodes

  func makeBin(_ node: GraphNode) throws -> NodeBin {
    makeCount += 1
    // A node that goes drains while another one of its name may already be there.
    let name = Self.binName(node.name) + (hasBegun ? "~\(makeCount)" : "")
    let bin = try NodeBin(
      node: node, name: name, inputs: node.inputs.map { ($0, type(of: $0.source)) },
      outputs: outputs(of: node.name), stateQueue: pipeline.stateQueue, fail: fail)
    try pipeline.add(bin.bin)
    places.withLock { $0[name] = node }
    bins[node.name] = bin
    return bin
  }

  /// Slashes part the names in GStreamer's paths.
  static func binName(_ node: String) -> String { node.replacing("/", with: ":") }

  private var makeCount = 0
  /// Whether all that the run began with is there.
  private(set) var hasBegun = false

  func type(of source: Link.Source) -> PortType {
    guard case .node(let name, let port, _) = source else { return .bytes }
    return declarations[name]?.port(port, .output)?.types.first ?? .bytes
  }

  func readers(of node: String) -> [(key: OutputKey, node: GraphNode, input: Int)] {
    nodes.flatMap { reader in
      reader.inputs.enumerated().compactMap { index, link in
        guard case .node(node, let port?, let stream) = link.source else { return nil }
        return (OutputKey(port: port, index: stream), reader, index)
      }
    }
  }

  func outputs(of node: String) -> [OutputKey] {
    var keys: [OutputKey] = []
    for (key, _, _) in readers(of: node) where !keys.contains(key) { keys.append(key) }
    return keys
  }

  func wrapping(_ node: GraphNode, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      throw Diagnostic(wrapping: error, "'\(node.name)' cannot be set up", at: node.range)
    }
  }

  /// Ends what a source gives when the graph's `stop` says so, or the run is stopped.
  func guardSource(_ bin: NodeBin) throws {
    // A time in frames has the meaning that a source's own rate gives it.
    let rate = (components[bin.node.name] as? TestVideo)?.frameRate
    let end = try end.map { end in
      guard let time = end.time(at: rate) else {
        throw Diagnostic("stop: after must be a time without frames", help: "write seconds, such as 2s")
      }
      return time
    }
    for pad in bin.outputPads.values {
      let gate = SourceGate(end: end, stop: stop)
      gate.guardPad(pad)
      sourceGates[bin.node.name, default: []].append(gate)
    }
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
      hasOutputs: { [declarations] in declarations[$0.name]?.outputs.isEmpty == false },
      isPresenter: { [components] in components[$0.name] is any ClockedNode })
    nodes = pruning.nodes
    pruned = pruning.notes
    for (name, bin) in bins where !nodes.contains(where: { $0.name == name }) {
      pipeline.remove(bin.bin)
      bins[name] = nil
    }
    for (name, bin) in bins { bin.setOutputs(outputs(of: name)) }
  }

  // MARK: - Links

  /// Links what a node gives to its readers, or to some of them only: the others come later.
  func linkOutputs(of node: GraphNode, to some: Set<String>? = nil) throws {
    let readers = readers(of: node.name)
    for (key, source) in bins[node.name]?.outputPads ?? [:] {
      let fanOut = FanOut(source: source, in: pipeline)
      fanOuts[node.name, default: [:]][key] = fanOut
      let ends = readers.filter { $0.key == key }
      // Nothing but a tee goes on without a reader.
      if ends.count != 1 { try fanOut.addTee(isRunning: false) }
      for end in ends where some?.contains(end.node.name) != false {
        guard let sink = bins[end.node.name]?.inputPads[end.input] else { continue }
        do {
          try fanOut.attach(
            FanOut.Reader(node: end.node.name, input: end.input), FanOut.Entry(sink: sink), end.node.delivery,
            isRunning: false)
        } catch let error as GStreamerError {
          throw Diagnostic(error, linking: node, to: end.node)
        }
      }
    }
  }

  /// Opens or closes the links into a node.
  func gate(_ node: GraphNode) throws {
    for (index, pad) in (bins[node.name]?.inputPads ?? []).enumerated() {
      let reader = FanOut.Reader(node: node.name, input: index)
      guard node.delivery == .nothing || gates[reader] != nil else { continue }
      let gate = gates[reader] ?? LinkGate()
      gates[reader] = gate
      gate.set(isOpen: node.delivery != .nothing, before: pad)
    }
  }

  // MARK: - Reports

  func watch(_ node: GraphNode) {
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
  var reports: [NodeReport] { departed + nodes.map(report) }

  func report(_ node: GraphNode) -> NodeReport {
    NodeReport(
      node, bins[node.name], inputMeters[node.name] ?? [], outputMeters[node.name] ?? [], pruned[node.name] ?? [])
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

  /// How many bytes have gone through anything, and have come before there was anything.
  var work: Int {
    let meters = (Array(inputMeters.values) + Array(outputMeters.values)).joined()
    return meters.reduce(0) { $0 &+ $1.byteCount } &+ bins.values.reduce(0) { $0 &+ $1.reception.count }
  }

  /// How long the longest source is, if any says so.
  var sourceDurations: [ClockTime] {
    bins.values.filter { $0.node.inputs.isEmpty }.flatMap { $0.outputPads.values.compactMap(\.streamDuration) }
  }
}
