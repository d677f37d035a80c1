internal import GStreamer
import MediaGraph

/// The change of one link of a running graph.
struct LinkChange {
  /// The reading node.
  let node: RunningNode
  /// The input that is relinked or removed; nil for one that a mixer makes while the streams are held.
  var input: InputPort?
  /// The index of the link among those of its node, after the change.
  var index = 0
  /// The stream before the change; nil for a new input.
  var from: FanOut?
  /// The stream after the change; nil for a removed input.
  var to: FanOut?
  var delivery = Delivery.all
  /// The start of the recording that the link leads to.
  var recording: RecordingStart?
  /// True if the stream has to begin with a sync sample.
  var needsSync = false

  /// The input, once it is made.
  var port: InputPort? { input ?? (node.inputs.indices.contains(index) ? node.inputs[index] : nil) }

  /// The pads that must be held while the link changes.
  var padsToBlock: [Pad] {
    [input.flatMap { from?.linkPad(of: $0) }, to.flatMap { $0.hasTee ? nil : $0.source }].compactMap(\.self)
  }

  /// The distance of the link from the sources.
  func place(in order: [String]) -> Int { (from?.node).flatMap(order.firstIndex) ?? 0 }
}
