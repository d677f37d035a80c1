internal import GStreamer
internal import CGStreamer

/// A message from an encoder to the muxer behind it, downstream: it gets its first frame. The muxer's requests for key frames then come
/// in time, although the first event of the stream leaves an encoder only with its first coded frame.
struct ComingFrames {
  /// The running time from which fragments count, that of the start of the first session of the frames' program as a rule; nil for frames
  /// without sessions.
  let fragmentStart: ClockTime?

  private static let name = "reel-coming-frames"
  private static let field = "fragment-start"

  init(fragmentStart: ClockTime?) { self.fragmentStart = fragmentStart }

  /// - Returns: Nil for events of other kinds.
  init?(_ event: Event) {
    guard event.event.pointee.type == GST_EVENT_CUSTOM_DOWNSTREAM_OOB,
      let structure = gst_event_get_structure(event.event), gst_structure_has_name(structure, Self.name) != 0
    else { return nil }
    var time: guint64 = 0
    let hasSession = gst_structure_get_uint64(structure, Self.field, &time) != 0
    fragmentStart = hasSession ? ClockTime(nanoseconds: UInt(time)) : nil
  }

  /// Sends the message out of an encoder's output, past all data that wait behind it.
  func announce(from pad: Pad) {
    let field = fragmentStart.map { ",\(Self.field)=(guint64)\($0.nanoseconds)" } ?? ""
    guard let structure = gst_structure_from_string("\(Self.name)\(field);", nil) else { return }
    gst_pad_push_event(pad.pad, gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM_OOB, structure))
  }
}
