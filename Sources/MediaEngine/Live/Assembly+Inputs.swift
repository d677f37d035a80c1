internal import GStreamer
import MediaGraph

/// Inputs of mixers and compositors that come and go while the graph runs.
///
/// One that comes is made when the streams stand, since the node waits for it from then on; one that goes leaves as soon as
/// nothing can fail any more, since the node waits for it until then.
extension Assembly {
  /// An input that goes, and what led to it.
  struct LeavingInput {
    let bin: NodeBin
    let input: LiveInput
    let pad: Pad
    let entry: FanOut.Entry?
  }

  /// The links of nodes that stay which come or go.
  func inputMoves(
    _ difference: GraphDifference, _ fanOut: (Link.Source, String) throws -> FanOut,
    _ origin: (FanOut.Reader) -> Origin?
  ) throws -> [Move] {
    var moves: [Move] = []
    for (name, grouping) in difference.regrouped.sorted(by: { $0.key < $1.key }) {
      guard let node = nodes.first(where: { $0.name == name }) else { continue }
      for (index, place) in grouping.places.enumerated() where place == nil {
        let reader = FanOut.Reader(node: name, input: index)
        guard let origin = origin(reader) else { continue }
        moves.append(Move(reader: reader, fromNode: origin.node, from: origin.fanOut))
      }
      for index in grouping.added {
        moves.append(
          Move(
            reader: FanOut.Reader(node: name, input: index), to: try fanOut(node.inputs[index].source, name),
            delivery: node.delivery))
      }
    }
    return moves
  }

  /// A stream, and the node that gives it.
  typealias Origin = (node: String, fanOut: FanOut)

  /// Brings the inputs of the nodes that stay into the order of the new graph, and makes those that come.
  /// - Parameter detached: what led to the inputs that go.
  func regroup(
    _ difference: GraphDifference, _ departure: Departure, _ detached: [FanOut.Reader: FanOut.Entry],
    _ undo: inout [() -> Void]
  ) throws -> [LeavingInput] {
    var leaving: [LeavingInput] = []
    for (name, grouping) in difference.regrouped {
      guard let node = nodes.first(where: { $0.name == name }), let bin = bins[name] else { continue }
      renumber(name, grouping.places, departure)
      let books = (bin.inputPads, bin.liveInputs, inputMeters[name], gates)
      let places = Self.inverse(grouping.places)
      undo.append { [self] in
        for (input, pad) in zip(bin.liveInputs, bin.inputPads).dropFirst(places.count) {
          bin.remove(input, pad, with: nil, from: pipeline)
        }
        (bin.inputPads, bin.liveInputs, inputMeters[name], gates) = books
        renumber(name, places, departure)
      }
      let gone = grouping.places.indices.filter { grouping.places[$0] == nil }
      for (index, (input, pad)) in zip(gone, bin.regroupInputs(grouping.places)) {
        let reader = FanOut.Reader(node: name, input: index)
        leaving.append(LeavingInput(bin: bin, input: input, pad: pad, entry: detached[reader]))
      }
      inputMeters[name] = Self.regrouped(inputMeters[name] ?? [], grouping.places)
      let old = gates.filter { $0.key.node == name }
      for reader in old.keys { gates[reader] = nil }
      for (reader, gate) in old {
        if let place = grouping.places[reader.input] { gates[FanOut.Reader(node: name, input: place)] = gate }
      }
      for index in grouping.added {
        try wrapping(node) { try bin.addLiveInput(node.inputs[index]) }
        guard let port = node.inputs[index].port, let pad = bin.inputPads.last else { continue }
        let meter = PortMeter(port: "\(port).\(index + 1)", pad: pad)
        meter.watch()
        inputMeters[name, default: []].append(meter)
      }
      try gate(node)
    }
    return leaving
  }

  private func renumber(_ node: String, _ places: [Int?], _ departure: Departure) {
    for fanOut in (Array(fanOuts.values) + Array(departure.fanOuts.values)).flatMap(\.values) {
      fanOut.regroup(node, places)
    }
  }

  private static func regrouped<Value>(_ values: [Value], _ places: [Int?]) -> [Value] {
    zip(values, places).compactMap { value, place in place.map { ($0, value) } }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Where each of the links was that is still there.
  private static func inverse(_ places: [Int?]) -> [Int?] {
    places.indices.filter { places[$0] != nil }.sorted { places[$0]! < places[$1]! }
  }

  /// Gives nodes the values of the new graph that are no properties of elements.
  func tune(_ difference: GraphDifference, _ undo: inout [() -> Void]) throws {
    for name in Set(difference.settings.map(\.node)).union(difference.regrouped.keys).sorted() {
      guard let node = nodes.first(where: { $0.name == name }), let bin = bins[name],
        let old = components[name] as? any TunableNode,
        let new = try node.runnable(registry.component(for: node)) as? any TunableNode
      else { continue }
      undo.append { [self] in
        try? old.tune(bin)
        components[name] = old
      }
      try wrapping(node) { try new.tune(bin) }
      components[name] = new
    }
  }
}

/// Room before mixers and compositors, for what is on its way to them.
///
/// A mixer takes nothing from its other inputs while it waits for one that is held; these could never be held then.
final class MixerRoom {
  private let mixers: [Element]
  private var seconds = 0

  init(_ mixers: [Element]) { self.mixers = mixers }

  /// Lets another second of media in. As latency, a second is nothing to a mixer that does not wait by a clock, and has passed
  /// before one does.
  func grow() {
    seconds += 1
    set(seconds)
  }

  func close() { if seconds > 0 { set(0) } }

  private func set(_ seconds: Int) {
    for mixer in mixers { try? mixer.set("latency", to: "\(seconds * 1_000_000_000)") }
  }
}
