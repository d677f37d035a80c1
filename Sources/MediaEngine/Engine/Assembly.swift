import CoreMedia
internal import MediaSource
internal import GStreamer
import MediaGraph

/// The pipeline of a flat graph: its running nodes, with tees and queues for outputs that are linked twice.
///
/// A run's `Conductor` owns it; the state for other threads is in the monitor.
final class Assembly {
  let pipeline: Pipeline
  let monitor: RunMonitor
  /// The nodes in the order of the graph.
  var nodes: [RunningNode]
  /// The removed branches that have not drained yet, by number.
  var removals: [Int: Removal] = [:]
  private let end: MediaTime?
  /// The place of `end` in a file.
  private let endRange: SourceRange?
  private let stop: StopSwitch
  let registry: Registry
  private let fail: @Sendable (RunState.Event) -> Void
  /// True if the failure of a branch does not end the others.
  let isolatesFailures: Bool
  /// The folder of temporary files; nil for the system's.
  private let temporaryFolder: String?
  private let assets: OpenedAssets
  private var binCount = 0
  /// True once the initial nodes are added.
  private var hasBegun = false

  /// - Throws: `Diagnostics` if this engine cannot run a node.
  init(
    _ graph: Graph, registry: Registry, stop: StopSwitch = StopSwitch(), isolatesFailures: Bool = false,
    temporaryFolder: String? = nil, assets: OpenedAssets = OpenedAssets(),
    fail: @escaping @Sendable (RunState.Event) -> Void = { _ in }
  ) throws {
    pipeline = try Pipeline()
    self.isolatesFailures = isolatesFailures
    self.temporaryFolder = temporaryFolder
    self.assets = assets
    self.stop = stop
    self.fail = fail
    end = try graph.stop?.after.map { try MediaTime(argument: $0) }
    endRange = graph.stopTimeRange
    self.registry = registry
    nodes = try graph.nodes.map { try RunningNode($0, registry: registry) }
    let hasClock = nodes.contains { $0.implementation.needsClock }
    monitor = RunMonitor(pipeline: pipeline, hasClock: hasClock)
    // Files are written as fast as possible.
    if !hasClock { pipeline.useNoClock() }
    monitor.show(nodes.map(\.view))
  }

  /// The node with a name.
  subscript(name: String) -> RunningNode? { nodes.first { $0.name == name } }

  /// Adds the nodes that open files; `ready` is called for each, on any thread.
  func open(ready: @escaping @Sendable (String, OpeningNode.Opened) -> Void) throws {
    for node in nodes {
      guard let opening = node.implementation as? any OpeningNode else { continue }
      let (name, bin) = (node.name, try makeBin(node))
      try node.wrapping { try opening.open(bin) { ready(name, $0) } }
    }
  }

  /// Adds all other nodes and links them; no data flow before `start()`.
  func assemble(_ opened: [String: any OpenedSource]) throws {
    for node in nodes { node.opened = opened[node.name] }
    try prune()
    for node in nodes {
      if node.bin == nil { try makeBin(node) }
      try node.build(in: pipeline, isolated: isolatesFailures)
      if node.isSource { node.guardOutputs(end: try end(for: node), stop: stop) }
      node.gateInputs()
    }
    for node in nodes { try linkOutputs(of: node) }
    for node in nodes { node.watch() }
    setStreamGroups()
    hasBegun = true
  }

  /// Adds and links all nodes except those that open files.
  func assembleUnopened() throws {
    for node in nodes where !(node.implementation is any OpeningNode) {
      try makeBin(node)
      try node.build(in: pipeline, isolated: isolatesFailures)
    }
    for node in nodes { try linkOutputs(of: node) }
  }

  /// Releases a pipeline that never ran.
  func release() { pipeline.bus.stop() }

  /// The elements that have to change state with the pipeline, downstream elements first.
  var startingElements: [Element] {
    nodes.reversed().flatMap { node in
      node.outputs.flatMap(\.fanOut.elements) + (node.bin.map { [$0.bin] } ?? [])
    }
  }

  /// Sets the file of a writing node, and of the node upstream of it.
  func setDestination(_ output: RunSession.Output) throws {
    if let folder = output.file as? OutputFolder { self[output.node.name]?.bin?.setFolder?(folder) }
    if let files = output.file as? NumberedFiles { self[output.node.name]?.bin?.setFiles?(files) }
    guard let file = output.file as? OutputFile else { return }
    try self[output.node.name]?.bin?.setDestination?(
      FileDestination(file: file, writer: output.node, isExclusive: true))
    for case let name? in output.node.inputs.map(\.source.nodeName) {
      try self[name]?.bin?.setDestination?(
        FileDestination(file: file, writer: output.node, isExclusive: readers(of: name).count == 1))
    }
  }

  // MARK: - Nodes

  @discardableResult
  func makeBin(_ node: RunningNode) throws -> NodeBin {
    binCount += 1
    // A removed node drains while another one of its name may already exist.
    let name = Self.binName(node.name) + (hasBegun ? "~\(binCount)" : "")
    let place = NodePlace(bin: name, node: node.node, implementation: node.implementation)
    let bin = try NodeBin(
      node: node.node, name: name, inputs: node.node.inputs.map { ($0, type(of: $0.source)) },
      outputs: outputs(of: node.name), stateQueue: pipeline.stateQueue, temporaryFolder: temporaryFolder,
      assets: assets,
      fail: { [weak monitor, isolatesFailures, fail] problem in
        guard let monitor, !monitor.isOnProbation(place, problem) else { return }
        monitor.effect(of: problem, at: place, isolatesFailures: isolatesFailures).map(fail)
      })
    bin.isStill = { [unowned self] link in
      EndlessSources.isStill(link) { name in self[name].map { ($0.node, $0.implementation) } }
    }
    try pipeline.add(bin.bin)
    monitor.add(place)
    node.take(bin)
    return bin
  }

  /// Slashes are separators in GStreamer's paths.
  private static func binName(_ node: String) -> String { node.replacing("/", with: ":") }

  func type(of source: Link.Source) -> PortType {
    guard case .node(let name, let port, _) = source else { return .bytes }
    return self[name]?.declaration?.port(port, .output)?.types.first ?? .bytes
  }

  func readers(of node: String) -> [(key: OutputKey, node: RunningNode, input: Int)] {
    nodes.flatMap { reader in
      reader.node.inputs.enumerated().compactMap { index, link in
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

  /// Returns the time at which the graph's `stop` ends a source; a time in frames is counted at the source's own rate.
  private func end(for node: RunningNode) throws -> CMTime? {
    try end.map { end in
      guard let time = end.time(at: node.implementation.sourceFrameRate) else {
        throw Diagnostic.stopCountsFrames(at: endRange)
      }
      return time
    }
  }

  /// Makes a source that is added to the running graph end with the others.
  func guardSource(_ node: RunningNode) throws { node.guardOutputs(end: try end(for: node), stop: stop) }

  private func prune() throws {
    var missing: [TrackPruning.Missing] = []
    for node in nodes {
      guard let opening = node.implementation as? any OpeningNode else { continue }
      let keys = outputs(of: node.name)
      let found = try node.wrapping { try opening.tracks(for: keys, from: node.opened?.tracks ?? []) }
      missing += keys.filter { found[$0] == nil }.map { opening.missing($0, of: node.node) }
    }
    guard !missing.isEmpty else { return }
    let all = Dictionary(uniqueKeysWithValues: nodes.map { ($0.name, $0) })
    let pruning = try TrackPruning(
      nodes: nodes.map(\.node), missing: missing,
      isRequired: { all[$0.name]?.declaration?.port($1, .input)?.isRequired ?? true },
      hasOutputs: { all[$0.name]?.declaration?.outputs.isEmpty == false },
      isPresenter: { all[$0.name]?.implementation is any ClockedNode })
    let kept = try pruning.nodes.compactMap { node -> RunningNode? in
      try all[node.name]?.replace(with: node, registry: registry)
      all[node.name]?.pruningNotes = pruning.notes[node.name] ?? []
      return all[node.name]
    }
    for node in nodes where !kept.contains(where: { $0 === node }) {
      if let bin = node.bin { pipeline.remove(bin.bin) }
    }
    nodes = kept
    for node in nodes { node.bin?.setOutputs(outputs(of: node.name)) }
  }

  /// Links the outputs of a node to its readers, or to some of them only: the others are linked later.
  func linkOutputs(of node: RunningNode, to some: [RunningNode]? = nil) throws {
    let readers = readers(of: node.name)
    for output in node.outputs {
      let ends = readers.filter { $0.key == output.key }
      // Only a tee works without a reader.
      if ends.count != 1 { try output.fanOut.addTee(isRunning: false) }
      for end in ends where some?.contains(where: { $0 === end.node }) != false {
        guard end.node.inputs.indices.contains(end.input) else { continue }
        do {
          try output.fanOut.attach(end.node.inputs[end.input], end.node.node.delivery, isRunning: false)
        } catch let error as GStreamerError {
          throw Diagnostic(error, linking: node.node, to: end.node.node)
        }
      }
    }
  }
}
