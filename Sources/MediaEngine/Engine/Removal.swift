internal import GStreamer
import MediaGraph
import Synchronization

/// Nodes that are removed from a running graph: they drain, finishing the data they have received, and then leave the
/// pipeline.
final class Removal {
  let nodes: [RunningNode]
  /// Inputs of the nodes that were linked to streams of remaining nodes.
  var detached: [InputPort] = []
  /// The files that the nodes write.
  var outputs: [RunSession.Output] = []
  /// Holds on the nodes' streams that have lost their readers.
  var streamBlocks: [PadBlock] = []

  init(_ nodes: [RunningNode]) { self.nodes = nodes }

  var reports: [NodeReport] { nodes.map(\.view.report) }

  /// Returns true if a stream is of one of the nodes.
  func gives(_ fanOut: FanOut) -> Bool { nodes.contains { $0.outputs.contains { $0.fanOut === fanOut } } }

  /// The last inputs of the branches, which have drained when these end.
  private var lastMeters: [PortMeter] { nodes.filter(\.isSink).flatMap(\.inputs).map(\.meter) }

  /// Ends the streams into the nodes, and the nodes' own sources. Blocks while a branch's queues are full.
  func drain() {
    guard !lastMeters.isEmpty else { return }
    for node in nodes {
      for output in node.outputs { output.sourceGate?.dismiss() }
      node.bin?.reception.end()
    }
    for input in detached { _ = (try? input.start())?.send(.endOfStream) }
  }

  /// Throws an error for files without media.
  func checkContents() throws { for node in nodes { try node.view.checkContents() } }

  /// Calls a body, on any thread, when everything has drained.
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

  /// Removes the nodes from the pipeline, the sinks first; blocks until their threads have ended.
  func remove(from pipeline: Pipeline) {
    for node in nodes { node.bin?.reception.cancel() }
    for meter in lastMeters { meter.waitUntilIdle() }
    for node in nodes.sortedByLinks.reversed() { node.bin?.bin.retire() }
    for fanOut in nodes.flatMap(\.outputs).map(\.fanOut) {
      for reader in fanOut.readers {
        fanOut.detach(reader)
        reader.removeQueue(from: pipeline)
      }
      fanOut.remove()
    }
    for input in detached { input.removeQueue(from: pipeline) }
    for case let bin? in nodes.map(\.bin) { pipeline.remove(bin.bin) }
    for hold in streamBlocks + nodes.flatMap(\.holds) { hold.release() }
  }
}

extension [RunningNode] {
  /// The nodes in topological order.
  var sortedByLinks: [RunningNode] {
    var sorted: [RunningNode] = []
    var left = self
    while !left.isEmpty {
      let names = Set(left.map(\.name))
      let ready = left.filter { node in !node.node.inputs.contains { names.contains($0.source.nodeName ?? "") } }
      // The check has ruled out cycles.
      guard !ready.isEmpty else { return sorted + left }
      sorted += ready
      let done = Set(ready.map(\.name))
      left.removeAll { done.contains($0.name) }
    }
    return sorted
  }
}
