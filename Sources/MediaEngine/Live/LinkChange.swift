internal import GStreamer
import MediaGraph

/// The change of one link of a running graph.
struct LinkChange {
  /// The node that reads.
  let node: RunningNode
  /// The input that turns to another stream or leaves; nil for one that a mixer makes when the streams stand.
  var input: InputPort?
  /// The place of the link among those of its node, after the change.
  var index = 0
  /// The stream that the input read before; nil for an input that is new.
  var from: FanOut?
  /// The stream that it reads from now on; nil for an input that leaves.
  var to: FanOut?
  var delivery = Delivery.all
  /// The beginning of the recording that the link leads to.
  var recording: RecordingStart?
  /// True if the stream has to begin with a sync sample.
  var needsSync = false

  /// The input once it is made.
  var port: InputPort? { input ?? (node.inputs.indices.contains(index) ? node.inputs[index] : nil) }

  /// The pads that must stand while the link changes.
  var padsToHold: [Pad] {
    [input.flatMap { from?.linkPad(of: $0) }, to.flatMap { $0.hasTee ? nil : $0.source }].compactMap(\.self)
  }

  /// The distance of the link from the sources.
  func place(in order: [String]) -> Int { (from?.node).flatMap(order.firstIndex) ?? 0 }
}
