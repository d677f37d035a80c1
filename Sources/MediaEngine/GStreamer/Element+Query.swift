internal import CGStreamer

extension Element {
  /// How far the element has come, in stream time; `nil` when it can't tell.
  var position: ClockTime? {
    var position: gint64 = -1
    guard gst_element_query_position(element, GST_FORMAT_TIME, &position) != 0, position >= 0 else { return nil }
    return ClockTime(nanoseconds: UInt(position))
  }

  /// How long the stream is; `nil` when it is unknown or without end.
  var duration: ClockTime? {
    var duration: gint64 = -1
    guard gst_element_query_duration(element, GST_FORMAT_TIME, &duration) != 0, duration >= 0 else { return nil }
    return ClockTime(nanoseconds: UInt(duration))
  }
}
