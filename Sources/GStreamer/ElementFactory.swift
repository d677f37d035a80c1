internal import CGStreamer

/// The registry entry of an element type, available without loading its plugin.
package final class ElementFactory: ObjectReference {
  private let object: Object
  package var raw: UnsafeMutableRawPointer { object.raw }

  package init(adopting raw: UnsafeMutableRawPointer) { object = Object(adopting: raw) }
  package init(retaining raw: UnsafeMutableRawPointer) { object = Object(retaining: raw) }

  /// Returns the factory of this name, or `nil`.
  package static func find(_ name: String) throws(GStreamerError) -> ElementFactory? {
    try GStreamerLibrary.start()
    guard let factory = gst_element_factory_find(name) else { return nil }
    return ElementFactory(adopting: UnsafeMutableRawPointer(factory))
  }

  /// True if there is a factory of this name; false if GStreamer does not start, which making an element reports.
  package static func isInstalled(_ name: String) -> Bool { (try? find(name)) != nil }

  /// The names of all installed element types; none if GStreamer does not start.
  package static var names: [String] {
    guard (try? GStreamerLibrary.start()) != nil else { return [] }
    let list = gst_registry_get_feature_list(gst_registry_get(), gst_element_factory_get_type())
    defer { gst_plugin_feature_list_free(list) }
    var names: [String] = []
    var next = list
    while let link = next {
      let feature = link.pointee.data.assumingMemoryBound(to: GstObject.self)
      if let name = takeText(gst_object_get_name(feature)) { names.append(name) }
      next = link.pointee.next
    }
    return names
  }

  /// True if a plugin is installed, whether or not it has any elements on this machine.
  package static func hasPlugin(_ name: String) -> Bool {
    guard (try? GStreamerLibrary.start()) != nil, let plugin = gst_registry_find_plugin(gst_registry_get(), name) else {
      return false
    }
    gst_object_unref(UnsafeMutableRawPointer(plugin))
    return true
  }

  private var factory: OpaquePointer { OpaquePointer(raw) }

  /// The class of the element as slashed words: `Codec/Decoder/Video`.
  package var klass: String { metadata("klass") }
  package var title: String { metadata("long-name") }
  package var summary: String { metadata("description") }

  /// The rank for automatic selection: 256 is primary, 0 never.
  package var rank: Int { Int(gst_plugin_feature_get_rank(OpaquePointer(raw))) }

  /// The name of the plugin that holds the element.
  package var plugin: String? {
    gst_plugin_feature_get_plugin_name(OpaquePointer(raw)).map { String(cString: $0) }
  }

  package var padTemplates: [PadTemplate] {
    var templates: [PadTemplate] = []
    var next = UnsafeMutablePointer(mutating: gst_element_factory_get_static_pad_templates(factory))
    while let link = next {
      templates.append(PadTemplate(link.pointee.data.assumingMemoryBound(to: GstStaticPadTemplate.self)))
      next = link.pointee.next
    }
    return templates
  }

  /// Makes an element; this loads the plugin.
  package func make(name: String? = nil) throws(GStreamerError) -> Element {
    try Element.make(self.name, name: name)
  }

  private func metadata(_ key: String) -> String {
    gst_element_factory_get_metadata(factory, key).map { String(cString: $0) } ?? ""
  }
}

extension ElementFactory: Equatable {
  package static func == (a: ElementFactory, b: ElementFactory) -> Bool { a.raw == b.raw }
}
