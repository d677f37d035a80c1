internal import CGStreamer
internal import CReel

extension ElementFactory {
  /// Returns the software decoders of this machine that accept the caps, the best first.
  /// - Parameter mightFit: true if the caps may lack fields that decoders require.
  package static func decoders(for caps: Caps, mightFit: Bool = false) throws(GStreamerError) -> [ElementFactory] {
    try all(for: caps, mightFit: mightFit).filter { !$0.klass.contains("Hardware") }
  }

  /// Returns the hardware decoders, the best first.
  package static func hardwareDecoders(for caps: Caps) throws(GStreamerError) -> [ElementFactory] {
    try all(for: caps, mightFit: true).filter { $0.klass.contains("Hardware") }
  }

  private static func all(for caps: Caps, mightFit: Bool) throws(GStreamerError) -> [ElementFactory] {
    try GStreamerLibrary.start()
    let all = creel_decoder_factories()
    defer { gst_plugin_feature_list_free(all) }
    // A decoder must accept all of the caps: otherwise one for video with alpha would fit too. Caps that a parser has
    // not completed yet may be wider than any decoder's; then an intersection has to suffice.
    var factories = filtered(all, caps, isSubset: true)
    if factories.isEmpty, mightFit || !caps.isFixed { factories = filtered(all, caps, isSubset: false) }
    return factories.sorted { $0.rank > $1.rank }
  }

  private static func filtered(_ list: UnsafeMutablePointer<GList>?, _ caps: Caps, isSubset: Bool) -> [ElementFactory] {
    let fitting = gst_element_factory_list_filter(list, caps.caps, GST_PAD_SINK, isSubset ? 1 : 0)
    defer { gst_plugin_feature_list_free(fitting) }
    var factories: [ElementFactory] = []
    var next = fitting
    while let item = next?.pointee {
      if let data = item.data { factories.append(ElementFactory(retaining: data)) }
      next = item.next
    }
    return factories
  }
}
