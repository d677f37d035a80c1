import CoreMedia
internal import GStreamer
import MediaGraph
import Synchronization

/// The pipeline of a flat graph: its running nodes, and between them tees and queues where an output is read twice.
///
/// One run uses it, from one thread at a time.
final class Assembly: @unchecked Sendable {
  let pipeline: Pipeline
  /// The nodes in the order of the graph.
  var nodes: [RunningNode]
  /// The bins of an update that is not complete: an error there ends the update, not the run.
  let probation = Mutex<[String: @Sendable (Diagnostic) -> Void]>([:])
  /// The nodes by the names of their bins, also those that are gone.
  private let places = Mutex<[String: NodePlace]>([:])
  /// The reports of nodes that are gone.
  var removedReports: [NodeReport] = []
  /// True if a node follows a clock.
  let hasClock: Bool
  private let end: MediaTime?
  private let stop: StopSwitch
  let registry: Registry
  let fail: @Sendable (Diagnostic) -> Void
  private var binCount = 0
  /// True once the nodes that the run began with are there.
  private var hasBegun = false

  /// - Throws: `Diagnostics` when a node cannot be run by this engine.
  init(
    _ graph: Graph, registry: Registry, stop: StopSwitch, fail: @escaping @Sendable (Diagnostic) -> Void
  ) throws {
    pipeline = try Pipeline()
    self.stop = stop
    self.fail = fail
    end = try graph.stop?.after.map { try MediaTime(argument: $0) }
    self.registry = registry
    nodes = try graph.nodes.map { try RunningNode($0, registry: registry) }
    hasClock = nodes.contains { $0.implementation is any ClockedNode }
    // Files are written as fast as it goes.
    if !hasClock { pipeline.useNoClock() }
  }

  /// The node of a name.
  subscript(name: String) -> RunningNode? { nodes.first { $0.name == name } }

  /// The nodes that have to look into their files first.
  var openingNodes: [String] { nodes.filter { $0.implementation is any OpeningNode }.map(\.name) }

  /// Puts in the nodes that open files; `ready` is called for each, on any thread.
  func open(ready: @escaping @Sendable (String, OpeningNode.Opened) -> Void) throws {
    for node in nodes {
      guard let opening = node.implementation as? any OpeningNode else { continue }
      let (name, bin) = (node.name, try makeBin(node))
      try node.wrapping { try opening.open(bin) { ready(name, $0) } }
    }
  }

  /// Puts in everything else and links it all; nothing flows before `start()`.
  func assemble(_ opened: [String: any OpenedSource]) throws {
    for node in nodes { node.opened = opened[node.name] }
    try prune()
    for node in nodes {
      if node.bin == nil { try makeBin(node) }
      try node.build(in: pipeline)
      if node.isSource { node.guardOutputs(end: try end(for: node), stop: stop) }
      node.gateInputs()
    }
    for node in nodes { try linkOutputs(of: node) }
    for node in nodes { node.watch() }
    hasBegun = true
  }

  /// Puts in and links all nodes but those that open files.
  func assembleUnopened() throws {
    for node in nodes where !(node.implementation is any OpeningNode) {
      try makeBin(node)
      try node.build(in: pipeline)
    }
    for node in nodes { try linkOutputs(of: node) }
  }

  /// Lets go of a pipeline that never ran.
  func release() { pipeline.bus.stop() }

  /// Keeps the pipeline and the files that it reads for ever, because one of its threads still works on them.
  func abandon() { _ = Unmanaged.passRetained(self) }

  /// Brings everything that was put in to the pipeline's state, and lets the held tracks go.
  func start() throws {
    for node in nodes.reversed() { try node.start() }
    releaseHeld()
  }

  /// Lets reads that wait for bytes from elsewhere take only what is missing for the end.
  func endReception() { for node in nodes { node.bin?.reception.end() } }

  /// Lets reads that wait for bytes from elsewhere give up.
  func cancelReception() { for node in nodes { node.bin?.reception.cancel() } }

  /// Lets the held tracks go, linked or not.
  func releaseHeld() { for node in nodes { node.bin?.release() } }

  /// Points a writing node, and the node that it reads, to the file.
  func setDestination(_ output: RunSession.Output) throws {
    try self[output.node.name]?.bin?.setDestination?(
      FileDestination(file: output.file, writer: output.node, isExclusive: true))
    for case let name? in output.node.inputs.map(\.source.nodeName) {
      try self[name]?.bin?.setDestination?(
        FileDestination(file: output.file, writer: output.node, isExclusive: readers(of: name).count == 1))
    }
  }

  // MARK: - Nodes

  @discardableResult
  func makeBin(_ node: RunningNode) throws -> NodeBin {
    binCount += 1
    // A node that goes drains while another one of its name may already be there.
    let name = Self.binName(node.name) + (hasBegun ? "~\(binCount)" : "")
    let bin = try NodeBin(
      node: node.node, name: name, inputs: node.node.inputs.map { ($0, type(of: $0.source)) },
      outputs: outputs(of: node.name), stateQueue: pipeline.stateQueue, fail: fail)
    try pipeline.add(bin.bin)
    let place = NodePlace(node: node.node, implementation: node.implementation)
    places.withLock { $0[name] = place }
    node.take(bin)
    return bin
  }

  /// Slashes part the names in GStreamer's paths.
  private static func binName(_ node: String) -> String { node.replacing("/", with: ":") }

  /// The node that an element's path leads through: `/GstPipeline:p/GstBin:NAME/…`.
  func place(_ path: String) -> NodePlace? {
    guard let name = Self.bin(in: path) else { return nil }
    return places.withLock { $0[String(name)] }
  }

  /// Reports an error to the update in progress that added its node.
  /// - Returns: false if the node belongs to no such update.
  func isOnProbation(_ path: String, _ problem: Diagnostic) -> Bool {
    guard let name = Self.bin(in: path), let tell = probation.withLock({ $0[String(name)] }) else { return false }
    tell(problem)
    return true
  }

  private static func bin(in path: String) -> Substring? {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? parts[1].drop { $0 != ":" }.dropFirst() : nil
  }

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

  /// The time at which the graph's `stop` ends a source; a time in frames is counted at the source's own rate.
  private func end(for node: RunningNode) throws -> CMTime? {
    try end.map { end in
      guard let time = end.time(at: node.implementation.sourceFrameRate) else {
        throw Diagnostic("stop: after must be a time without frames", help: "write seconds, such as 2s")
      }
      return time
    }
  }

  /// Makes a source that joins the running graph end with the others.
  func guardSource(_ node: RunningNode) throws { node.guardOutputs(end: try end(for: node), stop: stop) }

  private func prune() throws {
    var missing: [TrackPruning.Missing] = []
    for node in nodes {
      guard let opening = node.implementation as? any OpeningNode else { continue }
      let keys = outputs(of: node.name)
      let found = opening.tracks(for: keys, from: node.opened?.tracks ?? [])
      missing += keys.filter { found[$0] == nil }.map { opening.missing($0, of: node.node) }
    }
    guard !missing.isEmpty else { return }
    let all = Dictionary(uniqueKeysWithValues: nodes.map { ($0.name, $0) })
    let pruning = try TrackPruning(
      nodes: nodes.map(\.node), missing: missing,
      isRequired: { all[$0.name]?.declaration?.port($1, .input)?.isRequired ?? true },
      hasOutputs: { all[$0.name]?.declaration?.outputs.isEmpty == false },
      isPresenter: { all[$0.name]?.implementation is any ClockedNode })
    let kept = pruning.nodes.compactMap { node -> RunningNode? in
      all[node.name]?.node = node
      all[node.name]?.pruningNotes = pruning.notes[node.name] ?? []
      return all[node.name]
    }
    for case let bin? in nodes.filter({ node in !kept.contains { $0 === node } }).map(\.bin) { pipeline.remove(bin.bin) }
    nodes = kept
    for node in nodes { node.bin?.setOutputs(outputs(of: node.name)) }
  }

  /// Links the outputs of a node to their readers, or to some of them only: the others come later.
  func linkOutputs(of node: RunningNode, to some: [RunningNode]? = nil) throws {
    let readers = readers(of: node.name)
    for output in node.outputs {
      let ends = readers.filter { $0.key == output.key }
      // Nothing but a tee goes on without a reader.
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

/// A node as an error in its elements names it.
struct NodePlace: Sendable {
  let node: GraphNode
  let implementation: any ElementNode
}
