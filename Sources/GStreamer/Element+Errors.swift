internal import CGStreamer

extension Element {
  /// Posts an error of the element: a format that it does not support.
  package final func postUnsupported(_ text: String) { post(GST_STREAM_ERROR_NOT_IMPLEMENTED, text) }

  /// Posts an error of the element: media that it cannot decode.
  package final func postUndecodable(_ text: String) { post(GST_STREAM_ERROR_DECODE, text) }

  private func post(_ code: GstStreamError, _ text: String) {
    gst_element_message_full(
      element, GST_MESSAGE_ERROR, gst_stream_error_quark(), gint(code.rawValue), g_strdup(text), nil, "", "", 0)
  }
}
