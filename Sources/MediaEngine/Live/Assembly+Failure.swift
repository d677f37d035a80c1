import Dispatch
import MediaGraph

extension Assembly {
  /// Removes failed nodes from the assembly, and unlinks them from the remaining streams; they do not drain.
  ///
  /// - Throws: `Diagnostic` if a stream they read cannot be held.
  func end(_ names: Set<String>) throws -> Removal {
    let removal = Removal(nodes.filter { names.contains($0.name) })
    let deadline = DispatchTime.now() + .seconds(5)
    for input in removal.nodes.flatMap(\.inputs) {
      guard let fanOut = input.fanOut, !removal.gives(fanOut), let pad = fanOut.linkPad(of: input) else { continue }
      try input.setUnlimited(true)
      let hold = PadBlock(pad)
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

  /// Ends the inputs of remaining nodes that were linked to removed branches.
  func endStreams(from removal: Removal) {
    let gone = Set(removal.nodes.map(\.name))
    for node in nodes where node.node.inputs.contains(where: { gone.contains($0.source.nodeName ?? "") }) {
      let inputs = Array(zip(node.node.inputs, node.inputs))
      let left = inputs.filter { !gone.contains($0.0.source.nodeName ?? "") }
      for (link, input) in inputs where gone.contains(link.source.nodeName ?? "") {
        // Mixing nodes continue without the input; all others receive the end of the stream.
        if input.live != nil { node.remove(input, from: pipeline) } else { input.pad.send(.endOfStream) }
      }
      node.node.inputs = left.map(\.0)
      node.setInputs(left.map(\.1))
    }
  }
}
