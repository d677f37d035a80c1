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
    let components = try graph.nodes.map { ($0, try registry.component(for: $0)) }
    let isRead = Set(graph.nodes.flatMap(\.inputs).compactMap(\.source.nodeName))
    let canBePulled = components.allSatisfy { node, component in
      if !isRead.contains(node.name) { return component is any PullEnd }
      if node.inputs.isEmpty { return component is any PullableSource }
      return component is any PullableMixer || (node.inputs.count == 1 && component is any PullableNode)
    }
    let sources = graph.nodes.flatMap(\.inputs).map(\.source)
    let hasFanOut = Set(sources).count != sources.count
    self = canBePulled && !hasFanOut && graph.stop?.after == nil && !graph.nodes.isEmpty ? .pulled : .pushed
  }
}

/// A graph that its program pulls: a chain for each of its sinks.
struct PulledGraph: Sendable {
  let chains: [(node: GraphNode, chain: PulledChain)]
  private let ends: [any PullEnd]
  private let nodes: [GraphNode]

  /// Nil for a graph that has to be pushed. Opens files: it may block.
  /// - Throws: What is wrong with a file.
  init?(_ graph: Graph, registry: Registry) throws {
    guard try GraphExecutor(of: graph, registry: registry) == .pulled else { return nil }
    var streams: [String: [OutputKey: PulledStream]] = [:]
    var chains: [(GraphNode, PulledChain)] = []
    var ends: [any PullEnd] = []
    var rest = graph.nodes
    // Sources first, then each node whose inputs are there.
    while !rest.isEmpty {
      guard let index = rest.firstIndex(where: { $0.inputs.allSatisfy { streams[$0.source.nodeName ?? ""] != nil } })
      else {
        return nil
      }
      let node = rest.remove(at: index)
      let component = try registry.component(for: node)
      guard !node.inputs.isEmpty else {
        let keys = graph.nodes.flatMap(\.inputs).compactMap { link -> OutputKey? in
          guard case .node(node.name, let port?, let stream) = link.source else { return nil }
          return OutputKey(port: port, index: stream)
        }
        guard let source = component as? any PullableSource, let found = try source.pulled(keys, node) else {
          return nil
        }
        streams[node.name] = found
        continue
      }
      let inputs = node.inputs.compactMap { link -> PulledStream? in
        guard case .node(let name, let port?, let number) = link.source else { return nil }
        return streams[name]?[OutputKey(port: port, index: number)]
      }
      guard inputs.count == node.inputs.count else { return nil }
      if let mixer = component as? any PullableMixer {
        guard let output = try mixer.pulled(inputs) else { return nil }
        streams[node.name] = [OutputKey(port: "out", index: 1): output]
        continue
      }
      guard inputs.count == 1, let input = inputs.first else { return nil }
      if let end = component as? any PullEnd {
        guard let chain = try end.pull(input) else { return nil }
        chains.append((node, chain))
        ends.append(end)
        streams[node.name] = [:]
      } else {
        guard let output = try (component as? any PullableNode)?.pulled(input) else { return nil }
        streams[node.name] = [OutputKey(port: "out", index: 1): output]
      }
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
