/// Finds the cause of a stalled run: a function of the state of each node's inputs.
///
/// An input is busy while data are being pushed into it: a node that works or waits blocks its sources. So the cause is
/// a node with only busy inputs whose readers are not busy. Without one, the cause is a source that sends nothing: the
/// one that a node waits for.
struct Stall: Equatable, Sendable {
  enum InputState: Equatable, Sendable { case busy, starving, ended }

  struct Input: Equatable, Sendable {
    /// The node of the link.
    let source: String?
    let state: InputState
  }

  struct Node: Equatable, Sendable {
    let name: String
    let inputs: [Input]
    let hasOutputs: Bool
    /// True if all outputs of the node have ended.
    let hasEnded: Bool
  }

  /// The nodes, sources first.
  let nodes: [Node]
  /// True if all sinks have received data. Before, a sink that has is busy waiting for the others.
  let arePrerolled: Bool

  var culprit: String? {
    if let working = nodes.last(where: isWorking) { return working.name }
    // A node that waits for one of its inputs while it has another is a better hint than one without data.
    let waiting =
      nodes.last { node in node.inputs.contains { $0.state == .busy } && starving(node) != nil }
      ?? nodes.last { starving($0) != nil }
    guard let waiting else { return nodes.first { $0.inputs.isEmpty && !$0.hasEnded }?.name }
    return source(starving: waiting)
  }

  private func isWorking(_ node: Node) -> Bool {
    guard node.inputs.contains(where: { $0.state == .busy }), starving(node) == nil else { return false }
    guard node.hasOutputs else { return arePrerolled }
    return !nodes.contains { reader in reader.inputs.contains { $0.source == node.name && $0.state == .busy } }
  }

  private func starving(_ node: Node) -> Input? { node.inputs.first { $0.state == .starving } }

  /// Follows an input without data upstream to the node that sends nothing.
  private func source(starving node: Node) -> String {
    var node = node
    // At most once for each node: graphs have no cycles.
    for _ in nodes {
      guard let input = starving(node), let next = nodes.first(where: { $0.name == input.source }) else { break }
      node = next
    }
    return node.name
  }
}
