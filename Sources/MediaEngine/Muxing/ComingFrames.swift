internal import GStreamer
internal import CGStreamer

/// A message from an encoder to the muxer behind it, downstream: it gets its first frame. The muxer's requests for key frames then come
/// in time, although the first event of the stream leaves an encoder only with its first coded frame.
enum ComingFrames {
  private static let name = "reel-coming-frames"

  static func isAnnounced(by event: Event) -> Bool {
    guard event.event.pointee.type == GST_EVENT_CUSTOM_DOWNSTREAM_OOB,
      let structure = gst_event_get_structure(event.event)
    else { return false }
    return gst_structure_has_name(structure, name) != 0
  }

  /// Sends the message out of an encoder's output, past all data that wait behind it.
  static func announce(from pad: Pad) {
    gst_pad_push_event(pad.pad, gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM_OOB, gst_structure_new_empty(name)))
  }
}
