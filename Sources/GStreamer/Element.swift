package import CGStreamer
internal import CReel
import Dispatch

/// A GstElement.
package class Element: Object, @unchecked Sendable {
  // Unchecked like `Object`: a class with a superclass cannot be checked. What is stored here is constant.
  /// Makes an element by the name of its factory; unnamed elements get a unique name (`identity0`).
  ///
  /// Throws ``GStreamerError/noSuchElement(name:known:)``, or ``GStreamerError/elementNotCreated(name:)`` if the
  /// factory is known but its plugin does not load.
  package static func make(_ factory: String, name: String? = nil) throws(GStreamerError) -> Element {
    try GStreamerLibrary.start()
    if let element = creel_element_make(factory, name) { return wrap(retaining: element) }
    guard let known = gst_element_factory_find(factory) else {
      throw .noSuchElement(name: factory, known: ElementFactory.names)
    }
    gst_object_unref(UnsafeMutableRawPointer(known))
    throw .elementNotCreated(name: factory)
  }

  /// Makes an element by the name of its factory as ``make(_:name:)`` does; some with a class of Reel's under the factory's.
  ///
  /// `videoscale` and `videoconvert` have the arithmetic of timelines' layers and of ffmpeg where that can do what they are set to;
  /// `videoflip` copies no frame that it does not turn, and takes those of any format; `pngdec` decodes colours of 16 bits;
  /// `avenc_aac` lets FFmpeg choose the stereo of each band; `audioconvert` leaves speakers what they are where there are more of them;
  /// `parsebin` loses no error of the demuxer that it finds.
  package static func makeCorrected(_ factory: String) throws(GStreamerError) -> Element {
    try GStreamerLibrary.start()
    guard let element = creel_corrected_element_new(factory) else {
      let made = try make(factory)
      if factory == "parsebin", let parser = made as? Bin { parser.holdDemuxer() }
      return made
    }
    return wrap(retaining: element)
  }

  /// Returns a wrapper of the class that fits the object: ``Pipeline``, ``Bin`` or ``Element``.
  static func wrap(retaining raw: UnsafeMutableRawPointer) -> Element {
    if creel_is_a(raw, gst_bin_get_type()) != 0 { return Bin(retaining: raw) }
    return Element(retaining: raw)
  }

  /// State changes block for streaming threads, so each element has a thread for them.
  package final let stateQueue = DispatchQueue(label: "reel.state")

  package final var element: UnsafeMutablePointer<GstElement> { pointer(as: GstElement.self) }

  /// The name of the factory that made the element; `nil` without one (a pipeline, an unregistered type).
  package final var factoryName: String? {
    guard let factory = gst_element_get_factory(element) else { return nil }
    return takeText(gst_object_get_name(UnsafeMutableRawPointer(factory).assumingMemoryBound(to: GstObject.self)))
  }

  /// Makes the source element for a URL.
  package static func makeSource(url: String) throws(GStreamerError) -> Element {
    try GStreamerLibrary.start()
    var error: UnsafeMutablePointer<GError>?
    guard let element = gst_element_make_from_uri(GST_URI_SRC, url, nil, &error) else {
      throw .badDescription(takeText(&error) ?? "no element reads '\(url)'")
    }
    return wrap(retaining: element)
  }

  /// The bin that holds the element.
  package final var parentBin: Bin? {
    guard let parent = gst_object_get_parent(pointer(as: GstObject.self)) else { return nil }
    defer { gst_object_unref(parent) }
    return creel_is_a(parent, gst_bin_get_type()) != 0 ? Bin(retaining: UnsafeMutableRawPointer(parent)) : nil
  }

  // MARK: Pads

  /// Returns the pad of this name if it exists; it is not requested.
  package final func pad(_ name: String) throws(GStreamerError) -> Pad {
    if let pad = gst_element_get_static_pad(element, name) { return Pad(adopting: pad) }
    throw .noSuchPad(element: self.name, pad: name, pads: padNames)
  }

  /// Requests a pad by template or pad name (`sink_%u`, `video_0`); release it with ``release(_:)``.
  package final func requestPad(_ name: String) throws(GStreamerError) -> Pad {
    if let pad = gst_element_request_pad_simple(element, name) { return Pad(adopting: pad) }
    let templates = padTemplates
    if templates.contains(where: { $0.presence == .request && $0.name == name }) {
      throw .padUnavailable(element: self.name, pad: name)
    }
    throw .noSuchPad(element: self.name, pad: name, pads: templates.map(\.name))
  }

  package final func release(_ pad: Pad) { gst_element_release_request_pad(element, pad.pad) }

  /// The existing pads, in the order in which they were added.
  package final var pads: [Pad] {
    // The list cannot change under the object's lock, so there is no need to resynchronise.
    let object = pointer(as: GstObject.self)
    g_mutex_lock(&object.pointee.lock)
    defer { g_mutex_unlock(&object.pointee.lock) }
    var pads: [Pad] = []
    var next = element.pointee.pads
    while let link = next {
      pads.append(Pad(retaining: link.pointee.data))
      next = link.pointee.next
    }
    return pads
  }

  package final var padTemplates: [PadTemplate] {
    var templates: [PadTemplate] = []
    var next = gst_element_get_pad_template_list(element)
    while let link = next {
      templates.append(PadTemplate(link.pointee.data.assumingMemoryBound(to: GstPadTemplate.self)))
      next = link.pointee.next
    }
    return templates
  }

  /// Calls `body` on a streaming thread for every added pad (demuxers).
  package final func onPadAdded(_ body: @escaping @Sendable (Pad) -> Void) {
    let callback: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = {
      _, pad, box in
      Unmanaged<Box<@Sendable (Pad) -> Void>>.fromOpaque(box).takeUnretainedValue().value(Pad(retaining: pad))
    }
    connect("pad-added", unsafeBitCast(callback, to: GCallback.self), Box(body))
  }

  /// Calls `body` on a streaming thread for every element added to the bin.
  package final func onElementAdded(_ body: @escaping @Sendable (Element) -> Void) {
    let callback: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = {
      _, element, box in
      let body = Unmanaged<Box<@Sendable (Element) -> Void>>.fromOpaque(box).takeUnretainedValue().value
      body(Element.wrap(retaining: element))
    }
    connect("element-added", unsafeBitCast(callback, to: GCallback.self), Box(body))
  }

  /// Calls `body` on a streaming thread once the element has all its pads.
  package final func onNoMorePads(_ body: @escaping @Sendable () -> Void) {
    let callback: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = { _, box in
      Unmanaged<Box<@Sendable () -> Void>>.fromOpaque(box).takeUnretainedValue().value()
    }
    connect("no-more-pads", unsafeBitCast(callback, to: GCallback.self), Box(body))
  }

  /// Calls `body` on a streaming thread when a parser has had all of its streams' ends.
  package final func onDrained(_ body: @escaping @Sendable () -> Void) {
    let callback: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = { _, box in
      Unmanaged<Box<@Sendable () -> Void>>.fromOpaque(box).takeUnretainedValue().value()
    }
    connect("drained", unsafeBitCast(callback, to: GCallback.self), Box(body))
  }

  private var padNames: [String] { pads.map(\.name) }
}
