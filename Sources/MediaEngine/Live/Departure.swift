internal import GStreamer
import MediaGraph
import Synchronization

/// Nodes that have been taken out of a graph that runs: they are finished with what they had, and then removed.
final class Departure: @unchecked Sendable {
  let nodes: [GraphNode]
  let names: Set<String>
  var bins: [String: NodeBin] = [:]
  var fanOuts: [String: [OutputKey: FanOut]] = [:]
  var inputMeters: [String: [PortMeter]] = [:]
  var outputMeters: [String: [PortMeter]] = [:]
  var gates: [FanOut.Reader: LinkGate] = [:]
  var sourceGates: [String: [SourceGate]] = [:]
  var components: [String: any ElementNode] = [:]
  var declarations: [String: NodeDeclaration] = [:]
  var holds: [String: [PadHold]] = [:]
  /// Where nodes that stay led into these.
  var entries: [FanOut.Entry] = []
  /// The files that the nodes write.
  var outputs: [RunSession.Output] = []
  /// What the nodes have done.
  var reports: [NodeReport] {
    nodes.map { NodeReport($0, bins[$0.name], inputMeters[$0.name] ?? [], outputMeters[$0.name] ?? []) }
  }
  /// What keeps streams that nobody reads any more.
  var streamHolds: [PadHold] = []

  init(_ nodes: [GraphNode]) {
    self.nodes = nodes
    names = Set(nodes.map(\.name))
  }

  /// The last nodes of the branches, whose inputs tell when all is done.
  private var lastMeters: [PortMeter] {
    nodes.filter { declarations[$0.name]?.outputs.isEmpty ?? true }.flatMap { inputMeters[$0.name] ?? [] }
  }

  /// Ends what leads into the nodes and what they make themselves. Blocks while a branch has no room.
  func drain() {
    guard !lastMeters.isEmpty else { return }
    for gate in sourceGates.values.joined() { gate.dismiss() }
    for bin in bins.values { bin.reception.end() }
    for entry in entries { _ = (try? entry.start())?.send(.endOfStream) }
  }

  /// What there is to say against the files that the nodes have written.
  func checkContents() throws {
    for node in nodes where declarations[node.name]?.outputs.flatMap(\.types) == [.container] {
      try Assembly.checkContents(of: node, inputMeters[node.name] ?? [])
    }
  }

  /// Calls back, on any thread, when everything has arrived.
  func whenDrained(_ body: @escaping @Sendable () -> Void) {
    let meters = lastMeters
    let waiting = Mutex(meters.count + 1)
    let arrive: @Sendable () -> Void = {
      let left = waiting.withLock { count in
        count -= 1
        return count
      }
      if left == 0 { body() }
    }
    for meter in meters { meter.whenEnded(arrive) }
    arrive()
  }

  /// Takes the nodes out of the pipeline, the sinks first; blocks until their threads have ended.
  func remove(from pipeline: Pipeline) {
    for bin in bins.values { bin.reception.cancel() }
    for meter in lastMeters { meter.waitUntilIdle() }
    for node in nodes.sortedByLinks.reversed() {
      guard let bin = bins[node.name]?.bin else { continue }
      bin.retire()
    }
    for fanOut in fanOuts.values.flatMap(\.values) {
      for reader in fanOut.readers { fanOut.detach(reader)?.remove(from: pipeline) }
      fanOut.remove()
    }
    for entry in entries { entry.remove(from: pipeline) }
    for bin in bins.values { pipeline.remove(bin.bin) }
    for hold in streamHolds + holds.values.joined() { hold.release() }
  }
}

extension [GraphNode] {
  /// The nodes in an order in which each one comes after all that it reads.
  var sortedByLinks: [GraphNode] {
    var sorted: [GraphNode] = []
    var left = self
    while !left.isEmpty {
      let names = Set(left.map(\.name))
      let ready = left.filter { node in
        !node.inputs.contains { names.contains($0.source.nodeName ?? "") }
      }
      // A check has found that there are no cycles.
      guard !ready.isEmpty else { return sorted + left }
      sorted += ready
      let done = Set(ready.map(\.name))
      left.removeAll { done.contains($0.name) }
    }
    return sorted
  }
}
