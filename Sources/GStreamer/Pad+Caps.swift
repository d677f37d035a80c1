internal import CGStreamer
internal import CReel

extension Pad {
  /// Answers that the pad takes any caps: the event of those that it does not take comes too, and a probe can tell the reason.
  package func acceptAnyCaps() {
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
      { _, info, _ in
        guard let query = creel_probe_query(info), query.pointee.type == GST_QUERY_ACCEPT_CAPS else {
          return GST_PAD_PROBE_OK
        }
        gst_query_set_accept_caps_result(query, 1)
        return GST_PAD_PROBE_HANDLED
      }, nil, nil)
  }

  /// Gives other caps in place of those that a source pad is about to give, or a sink pad to take.
  package func replaceCaps(_ replacement: @escaping @Sendable (Caps) -> Caps) {
    addProbe(.events) { info in
      guard let caps = info.caps else { return .pass }
      let replaced = replacement(caps)
      if replaced == caps { return .pass }
      if info.pad.direction == .sink {
        info.replaceCaps(replaced)
        return .pass
      }
      info.pad.push(.caps(replaced))
      return .drop
    }
  }
}
