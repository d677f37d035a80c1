internal import MediaSource
import CoreMedia
import MediaGraph

/// Makes the streams between the nodes of a graph, from its sinks up.
///
///     asset.read ─┬▷ convert ─▷ ProgramSink
///                 └▷ scale ───▷ ProgramSink         frames are decoded once for both; audio and packets are read by each
struct PulledStreamBuilder {
  private struct Output: Hashable {
    let node: String
    let key: OutputKey
  }

  private let places: [String: PulledPlace]
  private let sources: [String: [OutputKey: PullableSource.Maker]]
  private let readerCounts: [Output: Int]
  private var fanOuts: [Output: FrameFanOut] = [:]

  /// Opens the files of a graph's sources, as far as the program has not.
  /// - Throws: `PushReason`; what is wrong with a file.
  init(_ graph: Graph, registry: Registry, _ opened: OpenedAssets) throws {
    var places: [String: PulledPlace] = [:]
    var sources: [String: [OutputKey: PullableSource.Maker]] = [:]
    let outputs = graph.nodes.flatMap(\.inputs).compactMap { Self.output($0) }
    for node in graph.nodes {
      guard let implementation = try node.runnable(registry.component(for: node)) else { throw PushReason(node) }
      let place = PulledPlace(node: node, implementation: implementation)
      places[node.name] = place
      guard node.inputs.isEmpty else { continue }
      let keys = Array(Set(outputs.filter { $0.node == node.name }.map(\.key)))
      guard let source = implementation as? any PullableSource,
        let found = try place.naming({ try source.pulled(keys, node, opened) })
      else { throw PushReason(node) }
      sources[node.name] = found
    }
    (self.places, self.sources) = (places, sources)
    readerCounts = outputs.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private static func output(_ link: Link) -> Output? {
    guard case .node(let name, let port?, let index) = link.source else { return nil }
    return Output(node: name, key: OutputKey(port: port, index: index))
  }

  /// Returns a stream for a node's input.
  mutating func stream(of link: Link, at node: GraphNode) throws -> PulledStream {
    guard let output = Self.output(link), let place = places[output.node] else { throw PushReason(node) }
    if let fanOut = fanOuts[output] { return .frames(fanOut.reader()) }
    let stream = try made(output, place) { streams, link in try streams.stream(of: link, at: place.node) }
    guard case .frames(let frames) = stream, readerCounts[output, default: 0] > 1 else { return stream }
    let fanOut = FrameFanOut(frames) { [self] in
      guard case .frames(let frames) = try anew(output, place) else { throw PushReason(place.node) }
      return frames
    }
    fanOuts[output] = fanOut
    return .frames(fanOut.reader())
  }

  /// Makes a stream that shares nothing with others.
  private func anew(_ output: Output, _ place: PulledPlace) throws -> PulledStream {
    var copy = self
    return try copy.made(output, place) { streams, link in
      guard let output = Self.output(link), let place = streams.places[output.node] else {
        throw PushReason(place.node)
      }
      return try streams.anew(output, place)
    }
  }

  private mutating func made(
    _ output: Output, _ place: PulledPlace, input: (inout Self, Link) throws -> PulledStream
  ) throws -> PulledStream {
    if let source = sources[output.node] {
      guard let make = source[output.key] else { throw PushReason(place.node) }
      return try place.naming { try make() }.named(place)
    }
    var inputs: [PulledStream] = []
    for link in place.node.inputs { inputs.append(try input(&self, link)) }
    let made: PulledStream? = try place.naming {
      switch place.implementation {
      case let mixer as any PullableMixer: try mixer.pulled(inputs)
      case let node as any PullableNode where inputs.count == 1: try node.pulled(inputs[0])
      default: nil
      }
    }
    guard let made else { throw PushReason(place.node) }
    return made.named(place)
  }
}
