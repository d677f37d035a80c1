import Dispatch
import MediaGraph

extension Assembly {
  /// Takes nodes that have failed out of the books, and from the streams that go on; they do not drain.
  /// - Throws: `Diagnostic` when a stream that they read does not stand still for it.
  func end(_ names: Set<String>) throws -> Removal {
    let removal = Removal(nodes.filter { names.contains($0.name) })
    let deadline = DispatchTime.now() + .seconds(5)
    for input in removal.nodes.flatMap(\.inputs) {
      guard let fanOut = input.fanOut, !removal.gives(fanOut), let pad = fanOut.linkPad(of: input) else { continue }
      try input.setUnlimited(true)
      let hold = PadHold(pad)
      guard hold.wait(until: deadline) else {
        throw Diagnostic("the branch does not let go of '\(fanOut.node)'", kind: .failure)
      }
      fanOut.detach(input)
      removal.detached.append(input)
      hold.release()
    }
    nodes.removeAll { names.contains($0.name) }
    return removal
  }

  /// Ends the inputs of nodes that stay to which branches led that have left.
  func endStreams(from removal: Removal) {
    let gone = Set(removal.nodes.map(\.name))
    for node in nodes where node.node.inputs.contains(where: { gone.contains($0.source.nodeName ?? "") }) {
      let inputs = Array(zip(node.node.inputs, node.inputs))
      let left = inputs.filter { !gone.contains($0.0.source.nodeName ?? "") }
      for (link, input) in inputs where gone.contains(link.source.nodeName ?? "") {
        // Nodes that mix go on without the input; all others are told that nothing more comes.
        if input.live != nil { node.remove(input, from: pipeline) } else { input.pad.send(.endOfStream) }
      }
      node.node.inputs = left.map(\.0)
      node.setInputs(left.map(\.1))
    }
  }
}
