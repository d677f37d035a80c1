import CoreMedia
internal import GStreamer
import MediaGraph

/// The lengths that a run's outputs are going to have, by the durations of its sources.
///
///     movie 5 s ──┐
///                 ├▷ composite (ends with the shortest) ─▷ file: 5 s
///     movie 60 s ─┘
struct ExpectedLength {
  /// A node, as far as lengths depend on it.
  struct Node {
    var name: String
    var inputs: [Input] = []
    /// The rule by which a node that mixes its inputs ends; nil for all others.
    var ending: MixEnding?
    /// The duration of a source; nil if it does not know it.
    var duration: CMTime?
    /// True if media have no times after the node.
    var endsTimes = false
  }

  /// A link to a node.
  struct Input {
    /// The name of the node that the media come from; nil if it is none of the graph.
    var source: String?
    /// True for one picture, shown until the run is stopped.
    var isStill = false
  }

  private let nodes: [Node]
  private let places: [String: Int]
  /// The lengths of nodes that were asked for before: many paths of a graph may lead to one node.
  private var lengths: [String: CMTime?] = [:]

  init(_ nodes: [Node]) {
    self.nodes = nodes
    places = Dictionary(nodes.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  /// The length of the longest output; nil if no source knows its duration.
  var longest: CMTime? {
    let sources = nodes.compactMap(\.duration)
    // Nothing ends early where each mix ends with its longest input.
    guard nodes.contains(where: { $0.ending.map { $0 != .longest } ?? false }) else { return sources.max() }
    var copy = self
    return nodes.filter(\.endsTimes).compactMap { copy.length(of: $0) }.max() ?? sources.max()
  }

  private mutating func length(of node: Node) -> CMTime? {
    if node.inputs.isEmpty { return node.duration }
    if let known = lengths[node.name] { return known }
    let moving = node.ending == nil ? [] : node.inputs.filter { !$0.isStill }
    let counted = (moving.isEmpty ? node.inputs : moving).map { length(behind: $0) }
    let result: CMTime? =
      switch node.ending {
      case nil, .longest?: counted.compactMap(\.self).max()
      case .shortest?: counted.compactMap(\.self).min()
      case .first?: counted.first ?? nil
      }
    lengths[node.name] = .some(result)
    return result
  }

  private mutating func length(behind input: Input) -> CMTime? {
    input.source.flatMap { places[$0] }.flatMap { length(of: nodes[$0]) }
  }
}

extension ExpectedLength {
  /// Creates the lengths of a running graph.
  init(_ views: [NodeView]) {
    let known = Dictionary(views.map { ($0.name, $0) }) { first, _ in first }
    self.init(
      views.map { view in
        Node(
          name: view.name,
          inputs: view.node.inputs.map { link in
            let isStill = EndlessSources.isStill(link) { name in known[name].map { ($0.node, $0.implementation) } }
            return Input(source: link.source.nodeName, isStill: isStill)
          },
          ending: view.implementation.ending,
          duration: view.isSource ? view.outputs.compactMap(\.pad.streamDuration).max()?.time : nil,
          endsTimes: view.endsTimes)
      })
  }
}
