internal import GStreamer
import MediaGraph

/// An input that can come and go while its node runs.
struct LiveInput {
  typealias Maker = (NodeBin, Link, _ index: Int) throws -> LiveInput

  /// The elements before the one that puts the inputs together, in the order in which media come to them.
  let elements: [Element]
  /// Gives back the pad of the mixing element, which then goes on without the input.
  let release: () -> Void
  /// Gives the input the values that another declaration of its node has for the input at a place.
  var tune: ((any ElementNode, _ index: Int) throws -> Void)?
}
