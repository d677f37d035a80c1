internal import GStreamer
internal import CGStreamer

/// A message from a muxer to the source of one of its inputs, upstream: the input is so far ahead that the muxer holds it, or
/// it goes on. A program that feeds the source learns in this way that there is no room, before all that is between is full.
struct HeldInput: Equatable {
  let isHeld: Bool

  private static let name = "reel-held-input"

  init(isHeld: Bool) { self.isHeld = isHeld }

  /// - Returns: Nil for events of other kinds.
  init?(_ event: Event) {
    guard event.event.pointee.type == GST_EVENT_CUSTOM_UPSTREAM,
      let structure = gst_event_get_structure(event.event), gst_structure_has_name(structure, Self.name) != 0
    else { return nil }
    var isHeld: gboolean = 0
    guard gst_structure_get_boolean(structure, "held", &isHeld) != 0 else { return nil }
    self.isHeld = isHeld != 0
  }

  /// Sends the message out of a muxer's input.
  func send(from pad: Pad) {
    guard let structure = gst_structure_from_string("\(Self.name),held=(boolean)\(isHeld);", nil) else { return }
    gst_pad_push_event(pad.pad, gst_event_new_custom(GST_EVENT_CUSTOM_UPSTREAM, structure))
  }
}
