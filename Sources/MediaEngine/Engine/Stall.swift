/// Finds the node that holds up a run in which nothing moves: a function of what each node's inputs are doing.
///
/// An input is busy while something is being pushed into it: a node that works, or waits, keeps whoever feeds it. So the
/// culprit is a node with nothing but busy inputs whose readers are not busy themselves. Where there is none, a source gives
/// nothing: the one that somebody is starving for.
struct Stall: Equatable, Sendable {
  enum InputState: Equatable, Sendable { case busy, starving, ended }

  struct Input: Equatable, Sendable {
    /// The node that is read.
    let source: String?
    let state: InputState
  }

  struct Node: Equatable, Sendable {
    let name: String
    let inputs: [Input]
    let hasOutputs: Bool
    /// Whether everything that the node gives has come to its end.
    let hasEnded: Bool
  }

  /// The nodes, sources first.
  let nodes: [Node]
  /// Whether all sinks have had something. Before, one that has is busy waiting for the others.
  let arePrerolled: Bool

  var culprit: String? {
    if let working = nodes.last(where: isWorking) { return working.name }
    // Whoever waits for one of its inputs while it has another is a better hint than one that has nothing.
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

  /// Goes up from an input that has nothing to the node that gives nothing.
  private func source(starving node: Node) -> String {
    var node = node
    // As often as there are nodes: graphs have no cycles.
    for _ in nodes {
      guard let input = starving(node), let next = nodes.first(where: { $0.name == input.source }) else { break }
      node = next
    }
    return node.name
  }
}
