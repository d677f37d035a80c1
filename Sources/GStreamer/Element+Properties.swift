internal import CGStreamer
internal import CReel

extension Element {
  /// Sets a property from text, as description files write it: an enum's nick, caps, `30/1`, `true`.
  ///
  /// Throws ``GStreamerError/noSuchProperty(element:property:known:)`` with all names,
  /// ``GStreamerError/badValue(element:property:value:legal:)`` with the legal values,
  /// ``GStreamerError/readOnlyProperty(element:property:)``, and ``GStreamerError/tooLate(element:property:state:)``
  /// for a property that the element only reads while it starts.
  package func set(_ property: String, to text: String) throws(GStreamerError) {
    let spec = try spec(of: property)
    let flags = spec.pointee.flags.rawValue
    guard flags & G_PARAM_WRITABLE.rawValue != 0, flags & G_PARAM_CONSTRUCT_ONLY.rawValue == 0 else {
      throw .readOnlyProperty(element: label, property: property)
    }
    var value = GValue()
    g_value_init(&value, creel_param_type(spec))
    defer { g_value_unset(&value) }
    // gst_util_set_object_arg deserialises first too, but does not report failures.
    guard gst_value_deserialize_with_pspec(&value, text, spec) != 0, g_param_value_validate(spec, &value) == 0 else {
      throw .badValue(element: label, property: property, value: text, legal: Property(spec).legal)
    }
    try checkState(allows: spec)
    g_object_set_property(pointer(as: GObject.self), property, &value)
  }

  /// Sets a property that holds an object (a bin's child, a control source) or `nil`.
  package func set(_ property: String, to object: Object?) throws(GStreamerError) {
    let spec = try spec(of: property)
    guard spec.pointee.flags.rawValue & G_PARAM_WRITABLE.rawValue != 0 else {
      throw .readOnlyProperty(element: label, property: property)
    }
    if let object, creel_is_a(object.raw, creel_param_type(spec)) == 0 {
      throw .badValue(element: label, property: property, value: object.name, legal: Property(spec).legal)
    }
    var value = GValue()
    g_value_init(&value, creel_param_type(spec))
    defer { g_value_unset(&value) }
    g_value_set_object(&value, object?.raw)
    g_object_set_property(pointer(as: GObject.self), property, &value)
  }

  /// Returns a property as text, in the form that ``set(_:to:)`` parses; `nil` if it is null or cannot be read.
  package func get(_ property: String) throws(GStreamerError) -> String? {
    let spec = try spec(of: property)
    guard spec.pointee.flags.rawValue & G_PARAM_READABLE.rawValue != 0 else { return nil }
    var value = GValue()
    g_value_init(&value, creel_param_type(spec))
    defer { g_value_unset(&value) }
    g_object_get_property(pointer(as: GObject.self), property, &value)
    return FieldValue.text(of: &value)
  }

  package final func hasProperty(_ name: String) -> Bool { creel_find_property(raw, name) != nil }

  /// Every property, in the order of declaration, base classes first.
  package var properties: [Property] {
    var count: guint = 0
    guard let list = creel_list_properties(raw, &count) else { return [] }
    defer { g_free(list) }
    return (0..<Int(count)).map { Property(list[$0]!) }
  }

  /// The name of the element in errors: its factory's name, or its own.
  package var label: String { factoryName ?? name }

  private func spec(of property: String) throws(GStreamerError) -> UnsafeMutablePointer<GParamSpec> {
    if let spec = creel_find_property(raw, property) { return spec }
    throw .noSuchProperty(element: label, property: property, known: properties.map(\.name))
  }

  private func checkState(allows spec: UnsafeMutablePointer<GParamSpec>) throws(GStreamerError) {
    let state = self.state
    let flags = spec.pointee.flags.rawValue
    let limit: State? =
      if flags & Property.mutableInPlaying != 0 {
        nil
      } else if flags & Property.mutableInPaused != 0 {
        .paused
      } else if flags & Property.mutableInReady != 0 {
        .ready
      } else {
        nil
      }
    if let limit, state > limit { throw .tooLate(element: label, property: spec.name, state: "\(state)") }
  }
}

extension UnsafeMutablePointer<GParamSpec> {
  package var name: String { String(cString: g_param_spec_get_name(self)) }
}
