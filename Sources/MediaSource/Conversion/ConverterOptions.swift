internal import CGStreamer
internal import CReel

/// The options of GStreamer's converters.
extension UnsafeMutablePointer<GstStructure> {
  /// Sets an option that is one of a list.
  func set(_ name: String, _ type: GType, _ choice: UInt32) {
    var value = GValue()
    g_value_init(&value, type)
    g_value_set_enum(&value, gint(choice))
    gst_structure_set_value(self, name, &value)
    g_value_unset(&value)
  }

  /// Sets an option that is a number.
  func set(_ name: String, _ number: Int) {
    var value = GValue()
    g_value_init(&value, creel_type_int())
    g_value_set_int(&value, gint(clamping: number))
    gst_structure_set_value(self, name, &value)
    g_value_unset(&value)
  }
}
