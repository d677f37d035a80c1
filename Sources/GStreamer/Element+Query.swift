internal import CGStreamer
internal import CReel

extension Element {
  /// The position of the element in stream time; `nil` if unknown.
  package var position: ClockTime? {
    var position: gint64 = -1
    guard gst_element_query_position(element, GST_FORMAT_TIME, &position) != 0, position >= 0 else { return nil }
    return ClockTime(nanoseconds: UInt(position))
  }

  package var isSink: Bool { creel_is_a(raw, gst_base_sink_get_type()) != 0 }

  /// True if a sink holds a buffer until the pipeline plays, or is at its end; blocks while the sink renders.
  package var isHolding: Bool { creel_sink_is_holding(pointer(as: GstBaseSink.self)) != 0 }

  /// The duration of the stream; `nil` if unknown or infinite.
  package var duration: ClockTime? {
    var duration: gint64 = -1
    guard gst_element_query_duration(element, GST_FORMAT_TIME, &duration) != 0, duration >= 0 else { return nil }
    return ClockTime(nanoseconds: UInt(duration))
  }
}
