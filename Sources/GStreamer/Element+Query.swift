internal import CGStreamer
internal import CReel

extension Element {
  /// How far the element has come, in stream time; `nil` when it can't tell.
  package var position: ClockTime? {
    var position: gint64 = -1
    guard gst_element_query_position(element, GST_FORMAT_TIME, &position) != 0, position >= 0 else { return nil }
    return ClockTime(nanoseconds: UInt(position))
  }

  package var isSink: Bool { creel_is_a(raw, gst_base_sink_get_type()) != 0 }

  /// Whether a sink holds something back until the pipeline plays, or is at its end; waits for what it does.
  package var isHolding: Bool { creel_sink_is_holding(pointer(as: GstBaseSink.self)) != 0 }

  /// How long the stream is; `nil` when it is unknown or without end.
  package var duration: ClockTime? {
    var duration: gint64 = -1
    guard gst_element_query_duration(element, GST_FORMAT_TIME, &duration) != 0, duration >= 0 else { return nil }
    return ClockTime(nanoseconds: UInt(duration))
  }
}
