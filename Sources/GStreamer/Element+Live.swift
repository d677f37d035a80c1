internal import CGStreamer
internal import CReel

extension Element {
  /// True for a source that gives media as time passes, such as a camera.
  package var isLive: Bool {
    if creel_is_a(raw, gst_base_src_get_type()) != 0 { return gst_base_src_is_live(pointer(as: GstBaseSrc.self)) != 0 }
    return isTrue("is-live")
  }

  /// True for a sink that renders media at their times.
  package var followsClock: Bool { isTrue("sync") }

  private func isTrue(_ property: String) -> Bool {
    // A source of the network may be a bin, and a display one that chooses its sink.
    hasProperty(property) && (try? get(property)) == "true"
  }
}
