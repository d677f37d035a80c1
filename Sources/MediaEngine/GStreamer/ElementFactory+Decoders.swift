internal import CGStreamer
internal import CReel

extension ElementFactory {
  /// The software decoders of this machine that take the caps, the best first.
  static func decoders(for caps: Caps) throws(GStreamerError) -> [ElementFactory] {
    try GStreamer.start()
    let all = creel_decoder_factories()
    defer { gst_plugin_feature_list_free(all) }
    // A decoder has to take all of the caps: one for pictures with alpha merely could have fitted. Caps that a parser has
    // not settled yet may be wider than what any decoder takes; then one that could fit has to do.
    var factories = filtered(all, caps, isSubset: true)
    if factories.isEmpty, !caps.isFixed { factories = filtered(all, caps, isSubset: false) }
    return factories.filter { !$0.klass.contains("Hardware") }.sorted { $0.rank > $1.rank }
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
