internal import GStreamer
import MediaGraph

/// Finds the nodes at which frames lose the exact times of their source, so that a file has rounded ones.
struct RoundedTimes {
  private let nodes: [NodeView]

  init(_ nodes: [NodeView]) { self.nodes = nodes }

  /// Notes for a node that writes a file: one for each input with rounded times that some node has changed.
  func notes(of node: NodeView) -> [String] {
    let inputs = node.bin?.roundedInputs() ?? []
    return inputs.filter(node.node.inputs.indices.contains).compactMap { index in
      culprit(before: node.node.inputs[index]).map {
        "'\($0)' gives frames between the units of their source: their times are rounded in the file"
      }
    }
  }

  /// Returns the node above a link that takes exact times and gives others; nil if there is none.
  private func culprit(before link: Link) -> String? {
    guard let node = nodes.first(where: { $0.name == link.source.nodeName }),
      !node.outputs.contains(where: \.meter.hasExactTimes)
    else { return nil }
    if node.inputs.contains(where: \.meter.hasExactTimes) { return node.name }
    return node.node.inputs.lazy.compactMap(culprit).first
  }
}
