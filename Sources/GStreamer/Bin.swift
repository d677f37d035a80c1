package import CGStreamer

/// A GstBin: an element made of elements.
package class Bin: Element, @unchecked Sendable {
  // Unchecked like `Object`: a class with a superclass cannot be checked. What is stored here is constant.
  package final var bin: UnsafeMutablePointer<GstBin> { pointer(as: GstBin.self) }

  package static func make(name: String? = nil) throws(GStreamerError) -> Bin {
    try GStreamerLibrary.start()
    return Bin(retaining: gst_bin_new(name)!)
  }

  /// Adds elements without a parent; names must be unique in the bin.
  package final func add(_ elements: Element...) throws(GStreamerError) {
    for element in elements where gst_bin_add(bin, element.element) == 0 {
      throw .notAdded(element: element.name, bin: name)
    }
  }

  /// Removes an element, which unlinks it; set it to `null` before its release.
  package final func remove(_ element: Element) { gst_bin_remove(bin, element.element) }

  /// Returns the element of this name, in this bin or one inside it.
  package final func element(named name: String) -> Element? {
    guard let element = gst_bin_get_by_name(bin, name) else { return nil }
    defer { gst_object_unref(element) }
    return Element.wrap(retaining: element)
  }

  /// The elements of this bin and of those inside it, the most recently added first.
  package final var elements: [Element] { elements { gst_bin_iterate_recurse(bin) } }

  /// The elements of this bin alone, the sinks first.
  final var sortedElements: [Element] { elements { gst_bin_iterate_sorted(bin) } }

  private func elements(_ iterate: () -> UnsafeMutablePointer<GstIterator>?) -> [Element] {
    var elements: [Element] = []
    let iterator = iterate()
    defer { gst_iterator_free(iterator) }
    var value = GValue()
    loop: while true {
      switch gst_iterator_next(iterator, &value) {
      case GST_ITERATOR_OK:
        elements.append(Element.wrap(retaining: g_value_get_object(&value)))
        g_value_reset(&value)
      case GST_ITERATOR_RESYNC:
        elements = []
        gst_iterator_resync(iterator)
      default: break loop
      }
    }
    g_value_unset(&value)
    return elements
  }

  /// Exposes a pad of an inner element as a ghost pad of the bin.
  @discardableResult
  package final func expose(_ pad: Pad, as name: String) throws(GStreamerError) -> Pad {
    guard let ghost = gst_ghost_pad_new(name, pad.pad) else { throw .padUnavailable(element: self.name, pad: name) }
    let wrapper = Pad(retaining: ghost)
    // Pads of a running bin must be active before they are exposed.
    if state > .ready { gst_pad_set_active(ghost, 1) }
    guard gst_element_add_pad(element, ghost) != 0 else { throw .padUnavailable(element: self.name, pad: name) }
    return wrapper
  }

  /// Removes a ghost pad made by `expose`.
  package final func hide(_ pad: Pad) {
    gst_pad_set_active(pad.pad, 0)
    gst_element_remove_pad(element, pad.pad)
  }

  /// The graph as Graphviz text, with caps and states.
  package final var dot: String { takeText(gst_debug_bin_to_dot_data(bin, GST_DEBUG_GRAPH_SHOW_ALL)) ?? "" }

  /// Queries the sinks' latency again; the response to ``Message/latency``.
  package final func recalculateLatency() { gst_bin_recalculate_latency(bin) }
}
