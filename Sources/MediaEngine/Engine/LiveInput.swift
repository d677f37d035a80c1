internal import GStreamer
import MediaGraph

/// An input that can be added and removed while its node runs.
struct LiveInput {
  typealias Maker = (NodeBin, Link, _ index: Int) throws -> LiveInput

  /// The elements before the mixing element, in the order of the data flow.
  let elements: [Element]
  /// Releases the pad of the mixing element, which then continues without the input.
  let release: () -> Void
  /// Applies the values of another declaration of the node for the input at an index.
  var tune: ((any ElementNode, _ index: Int) throws -> Void)?
}
