internal import CGStreamer

/// A pipeline as gst-launch would run it, in this process.
enum Pipeline {
  /// Runs it to its end.
  static func run(_ text: String) throws {
    gst_init(nil, nil)
    guard let pipeline = gst_parse_launch(text, nil) else {
      throw Command.Failure(description: "the pipeline can't be made: \(text)")
    }
    defer { gst_object_unref(pipeline) }
    gst_element_set_state(pipeline, GST_STATE_PLAYING)
    let bus = gst_element_get_bus(pipeline)
    let end = gst_bus_timed_pop_filtered(
      bus, GstClockTime.max, GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue))
    let hasEnded = end?.pointee.type == GST_MESSAGE_EOS
    gst_message_unref(end)
    gst_object_unref(bus)
    gst_element_set_state(pipeline, GST_STATE_NULL)
    guard hasEnded else { throw Command.Failure(description: "the pipeline failed: \(text)") }
  }
}
