internal import GStreamer
import MediaGraph

/// Inputs of mixers and compositors that are added and removed while the graph runs.
///
/// A new input is made while the streams are held, since the node waits for it from then on; a removed one is released
/// as soon as nothing can fail any more, since the node waits for it until then.
extension Assembly {
  /// Returns the links of remaining nodes that are added or removed.
  func regroupedLinks(_ difference: GraphDifference) throws -> [LinkChange] {
    var changes: [LinkChange] = []
    for (name, grouping) in difference.regrouped.sorted(by: { $0.key < $1.key }) {
      guard let node = self[name] else { continue }
      for (input, place) in zip(node.inputs, grouping.places) where place == nil {
        if let from = input.fanOut { changes.append(LinkChange(node: node, input: input, from: from)) }
      }
      for index in grouping.added {
        changes.append(
          LinkChange(
            node: node, index: index, to: try fanOut(read: node.node.inputs[index].source, by: name),
            delivery: node.node.delivery))
      }
    }
    return changes
  }

  /// Reorders the inputs of the remaining nodes by the new graph, and makes the new ones.
  ///
  /// - Returns: The removed inputs.
  func regroup(
    _ difference: GraphDifference, _ undo: inout [() -> Void]
  ) throws -> [(node: RunningNode, input: InputPort)] {
    var leaving: [(node: RunningNode, input: InputPort)] = []
    for (name, grouping) in difference.regrouped {
      guard let node = self[name] else { continue }
      let before = node.inputs
      undo.append { [pipeline] in
        for input in node.inputs where !before.contains(where: { $0 === input }) { node.remove(input, from: pipeline) }
        node.setInputs(before)
      }
      let places = zip(before, grouping.places)
      leaving += places.filter { $0.1 == nil }.map { (node, $0.0) }
      node.setInputs(
        places.compactMap { input, place in place.map { ($0, input) } }.sorted { $0.0 < $1.0 }.map(\.1))
      try node.addInputs(grouping.added)
      node.gateInputs()
    }
    return leaving
  }

  /// Applies the new graph's values that are not properties of elements.
  func tune(_ difference: GraphDifference, _ undo: inout [() -> Void]) throws {
    for name in Set(difference.settings.map(\.node)).union(difference.regrouped.keys).sorted() {
      guard let node = self[name], node.isTunable,
        let new = try node.node.runnable(registry.component(for: node.node))
      else { continue }
      let old = node.implementation
      undo.append { try? node.tune(to: old) }
      try node.tune(to: new)
    }
  }
}

/// Buffering before mixers and compositors.
///
/// A mixer takes no data from its other inputs while it waits for one that is held; these could never be held then.
final class MixerBuffering {
  private let mixers: [Element]
  private var seconds = 0

  init(_ mixers: [Element]) { self.mixers = mixers }

  /// Adds another second of latency. A mixer that does not wait for a clock is not delayed by that.
  func grow() {
    seconds += 1
    set(seconds)
  }

  func close() { if seconds > 0 { set(0) } }

  private func set(_ seconds: Int) {
    for mixer in mixers { try? mixer.set("latency", to: "\(seconds * 1_000_000_000)") }
  }
}
