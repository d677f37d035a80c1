internal import CGStreamer
internal import CReel

// Where frames are stored: what elements downstream can read, and who decides.

extension Pad {
  /// Answers allocation queries that padded rows are supported, whatever the element itself answers.
  package func acceptPaddedRows() {
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
      { _, info, _ in
        guard let query = creel_probe_query(info), query.pointee.type == GST_QUERY_ALLOCATION else {
          return GST_PAD_PROBE_OK
        }
        gst_query_add_allocation_meta(query, gst_video_meta_api_get_type(), nil)
        return GST_PAD_PROBE_HANDLED
      }, nil, nil)
  }

  /// Asks the elements downstream, behind what was sent before, if all of them read frames whose rows are padded.
  package func acceptsPaddedRows(of caps: Caps) -> Bool {
    guard let query = gst_query_new_allocation(caps.caps, 0) else { return false }
    defer { gst_query_unref(query) }
    return gst_pad_peer_query(pad, query) != 0 && query.acceptsPaddedRows
  }

  /// Drops allocation queries on their way downstream: the source decides where bytes of a file are stored.
  ///
  /// multiqueue of GStreamer 1.22 frees such a query once its readers have ended, while the sender still reads it.
  package func keepAllocationQueries() {
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
      { _, info, _ in
        creel_probe_query(info)?.pointee.type == GST_QUERY_ALLOCATION ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
      }, nil, nil)
  }
}

extension UnsafeMutablePointer<GstQuery> {
  /// True if an allocation query was answered by elements that read frames whose rows are padded.
  package var acceptsPaddedRows: Bool { gst_query_find_allocation_meta(self, gst_video_meta_api_get_type(), nil) != 0 }
}
