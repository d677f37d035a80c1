internal import GStreamer
internal import CGStreamer
internal import CReel

extension Caps {
  /// The new value of a field; none removes it.
  enum FieldChange {
    case none
    case int(Int)
    case fraction(Int, Int)
    case string(String)
  }

  /// The caps with other values of some fields, or without them.
  func replacing(_ fields: [(String, FieldChange)]) -> Caps {
    let copy = gst_caps_copy(caps)!
    let structure = gst_caps_get_structure(copy, 0)
    for (name, content) in fields {
      var value = GValue()
      switch content {
      case .none:
        gst_structure_remove_field(structure, name)
        continue
      case .int(let number):
        g_value_init(&value, creel_type_int())
        g_value_set_int(&value, gint(clamping: number))
      case .fraction(let numerator, let denominator):
        g_value_init(&value, gst_fraction_get_type())
        gst_value_set_fraction(&value, gint(clamping: numerator), gint(clamping: denominator))
      case .string(let text):
        g_value_init(&value, creel_type_string())
        g_value_set_string(&value, text)
      }
      gst_structure_set_value(structure, name, &value)
      g_value_unset(&value)
    }
    return Caps(adopting: copy)
  }
}
