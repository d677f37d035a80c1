internal import GStreamer
import MediaGraph

/// The lengths that a run's outputs are going to have, by the durations of its sources.
///
///     movie 5 s ──┐
///                 ├▷ composite (ends with the shortest) ─▷ file: 5 s
///     movie 60 s ─┘
struct ExpectedLength {
  private let views: [String: NodeView]
  private let nodes: [NodeView]
  /// The lengths of nodes that were asked for before: many paths of a graph may lead to one node.
  private var lengths: [String: ClockTime?] = [:]

  init(_ nodes: [NodeView]) {
    self.nodes = nodes
    views = Dictionary(nodes.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The length of the longest output; nil if no source knows its duration.
  var longest: ClockTime? {
    let sources = nodes.filter(\.isSource).compactMap(Self.duration)
    // Nothing ends early where each mix ends with its longest input.
    guard nodes.contains(where: { $0.implementation.ending.map { $0 != .longest } ?? false }) else {
      return sources.max()
    }
    var copy = self
    return nodes.filter(\.endsTimes).compactMap { copy.length(of: $0) }.max() ?? sources.max()
  }

  private mutating func length(of view: NodeView) -> ClockTime? {
    if view.isSource { return Self.duration(of: view) }
    if let known = lengths[view.name] { return known }
    let moving = view.implementation.ending == nil ? [] : view.node.inputs.filter { !isStill($0) }
    let counted = (moving.isEmpty ? view.node.inputs : moving).map { length(behind: $0) }
    let result: ClockTime? =
      switch view.implementation.ending {
      case nil, .longest?: counted.compactMap(\.self).max()
      case .shortest?: counted.compactMap(\.self).min()
      case .first?: counted.first ?? nil
      }
    lengths[view.name] = .some(result)
    return result
  }

  private mutating func length(behind link: Link) -> ClockTime? {
    link.source.nodeName.flatMap { views[$0] }.flatMap { length(of: $0) }
  }

  private func isStill(_ link: Link) -> Bool {
    EndlessSources.isStill(link) { name in views[name].map { ($0.node, $0.implementation) } }
  }

  private static func duration(of source: NodeView) -> ClockTime? {
    source.outputs.compactMap(\.pad.streamDuration).max()
  }
}
