internal import GStreamer
import MediaGraph

/// An input that can come and go while its node runs.
struct LiveInput {
  typealias Maker = (NodeBin, Link) throws -> LiveInput

  /// What stands before the element that puts the inputs together, in the order in which media come to it.
  let elements: [Element]
  /// Gives back the pad of that element, which then goes on without the input.
  let release: () -> Void
  /// What the node knows of the input besides.
  var context: AnyObject?

  /// Where the stream comes in.
  func pad() throws -> Pad? { try elements.first?.pad("sink") }
}

/// A node that takes new values of some parameters while it runs in a way of its own; the values of others are properties of
/// their elements.
protocol TunableNode: ElementNode {
  /// Gives the node in the bin this node's values.
  func tune(_ bin: NodeBin) throws
}

extension NodeBin {
  /// Whether links into the node can come and go.
  var hasLiveInputs: Bool { makeLiveInput != nil }

  /// Makes the inputs of a node that can get more of them, and lose some, while it runs.
  /// - Parameters:
  ///   - mixer: what puts the inputs together, a GstAggregator.
  ///   - make: puts an input's elements into the bin and links them to a new pad of the mixer. It must not keep the bin.
  func addLiveInputs(of mixer: Element, _ make: @escaping LiveInput.Maker) throws {
    (self.mixer, makeLiveInput) = (mixer, make)
    for (link, _) in inputs { try addLiveInput(link) }
  }

  /// Makes an input behind all others. From here on, the node waits for what comes to it.
  func addLiveInput(_ link: Link) throws {
    guard let input = try makeLiveInput?(self, link), let pad = try input.pad() else { return }
    for element in input.elements.reversed() { try element.syncStateWithParent() }
    liveInputs.append(input)
    try exposeInput(pad)
  }

  /// Brings the inputs into another order.
  /// - Parameter places: the place of each; nil takes it out of the books, and leaves its elements as they are.
  /// - Returns: those that were taken out.
  func regroupInputs(_ places: [Int?]) -> [(input: LiveInput, pad: Pad)] {
    let all = Array(zip(liveInputs, inputPads))
    let kept = zip(all, places).compactMap { entry, place in place.map { ($0, entry) } }.sorted { $0.0 < $1.0 }
    liveInputs = kept.map(\.1.0)
    inputPads = kept.map(\.1.1)
    return zip(all, places).filter { $1 == nil }.map { (input: $0.0.0, pad: $0.0.1) }
  }

  /// Takes an input out that is in no book any more and to which nothing new comes; blocks until its thread has left it.
  func remove(_ input: LiveInput, _ pad: Pad, with entry: FanOut.Entry?, from pipeline: Pipeline) {
    input.release()
    for element in input.elements {
      element.retire()
    }
    entry?.remove(from: pipeline)
    bin.hide(pad)
    for element in input.elements { bin.remove(element) }
  }
}
