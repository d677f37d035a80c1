internal import MediaSource
import CoreMedia
import MediaGraph
import Synchronization

/// A sink of the program's that can be pulled.
protocol PullEnd: ProgramEnd, Sendable {
  /// Makes the chain that gives the program's samples from a stream; nil if only elements can.
  func pull(_ stream: PulledStream) throws -> PulledChain?
  /// Hears that the program's samples come from a chain: the whole graph is pulled.
  func runIsPulled(_ chain: PulledChain)
}

/// The executor of a graph: GStreamer pushes its media, or the program pulls them.
public enum GraphExecutor: String, Sendable {
  /// Every node has elements in a pipeline, with threads of their own.
  case pushed
  /// The program's own threads make each sample when it is asked for, without a pipeline.
  case pulled

  /// The executor that a flat graph can have, as far as its nodes tell: a file that only a demuxer can read is pushed.
  init(of graph: Graph, registry: Registry) throws {
    self = try PushReason(of: graph, registry: registry) == nil ? .pulled : .pushed
  }
}

/// The reason why a graph is pushed: a node without a pull form, or without one for its streams.
struct PushReason: Error {
  /// The reason for people; nil for a graph without program's ends, of which nothing else is expected.
  let text: String?

  private init(_ text: String?) { self.text = text }
  init(_ node: GraphNode) { self.init("'\(node.name)' (\(node.use)) cannot be pulled") }

  /// - Returns: Nil for a flat graph of nodes that all have a pull form.
  init?(of graph: Graph, registry: Registry) throws {
    let isRead = Set(graph.nodes.flatMap(\.inputs).compactMap(\.source.nodeName))
    let first = try graph.nodes.first { node in
      let component = try registry.component(for: node)
      if !isRead.contains(node.name) { return !(component is any PullEnd) }
      if node.inputs.isEmpty { return !(component is any PullableSource || component is any PulledComponent) }
      return !(component is any PullableMixer || (node.inputs.count == 1 && component is any PullableNode))
    }
    if let first {
      self.init(first)
    } else if graph.stop?.after != nil {
      self.init("the graph stops after a time")
    } else if graph.nodes.isEmpty {
      self.init(nil)
    } else {
      return nil
    }
  }
}

/// A graph that its program pulls: a chain for each of its sinks.
struct PulledGraph: Sendable {
  let chains: [(node: GraphNode, chain: PulledChain)]
  private let ends: [any PullEnd]
  private let nodes: [GraphNode]

  /// Opens files: it may block.
  ///
  /// - Parameter opened: The files that the program has opened already.
  /// - Throws: `PushReason` for a graph that has to be pushed; what is wrong with a file.
  init(_ graph: Graph, registry: Registry, _ opened: OpenedAssets = OpenedAssets()) throws {
    if let reason = try PushReason(of: graph, registry: registry) { throw reason }
    var streams = try PulledStreamBuilder(graph, registry: registry, opened)
    var chains: [(GraphNode, PulledChain)] = []
    var ends: [any PullEnd] = []
    for node in graph.nodes {
      guard let end = try registry.component(for: node) as? any PullEnd, let link = node.inputs.first else { continue }
      guard let chain = try end.pull(streams.stream(of: link, at: node)) else { throw PushReason(node) }
      chains.append((node, chain))
      ends.append(end)
    }
    (self.chains, self.ends) = (chains, ends)
    nodes = graph.nodes
  }

  /// Gives the program's ends their chains.
  func begin() { for (end, (_, chain)) in zip(ends, chains) { end.runIsPulled(chain) } }
  /// Goes on with all outputs at a time.
  /// - Throws: `Diagnostics` if the run is over.
  func move(to time: CMTime) throws {
    for (_, chain) in chains { try chain.move(to: [CMTimeRange(start: time, end: .positiveInfinity)]) }
  }
  func stop() { for (_, chain) in chains { chain.stop() } }
  func cancel() { for (_, chain) in chains { chain.cancel() } }

  /// The time that the slowest sink has come to.
  var position: CMTime { chains.map(\.chain.progress.position).min() ?? .zero }
  /// The time that the furthest sink has come to.
  var end: CMTime { chains.map(\.chain.progress.position).max() ?? .zero }

  func result(_ end: RunResult.End, elapsed: Duration) -> RunResult {
    let progress = Dictionary(chains.map { ($0.node.name, $0.chain.progress) }) { first, _ in first }
    let reports = nodes.map { node in
      NodeReport(
        name: node.name, type: node.use.name, elements: [], notes: [],
        inputs: progress[node.name].map { [$0.report] } ?? [],
        outputs: [])
    }
    return RunResult(
      end: end, duration: progress.values.map(\.position).max() ?? .zero, elapsed: elapsed, nodes: reports, outputs: [])
  }
}

/// Follows which chains of a run have ended.
final class PulledEnds: Sendable {
  private struct State {
    var ended: Set<Int> = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let count: Int

  init(_ count: Int) { self.count = count }

  /// Notes that a chain has ended.
  /// - Returns: True if all have.
  func end(_ chain: Int) -> Bool {
    state.withLock { state in
      state.ended.insert(chain)
      return state.ended.count == count
    }
  }

  /// Notes that a chain goes on after its end.
  /// - Returns: False if the run is over.
  func goOn(_ chain: Int) -> Bool {
    state.withLock { state in
      if !state.isClosed { state.ended.remove(chain) }
      return !state.isClosed
    }
  }

  /// True if all chains have ended.
  var areAll: Bool { state.withLock { $0.ended.count == count } }

  /// Ends the run if all chains have ended: none goes on any more.
  func close() -> Bool {
    state.withLock { state in
      if state.ended.count == count { state.isClosed = true }
      return state.isClosed
    }
  }
}
