package import CGStreamer
internal import CReel

/// A value in a structure: one of the types that media formats use, or anything else as text.
package enum FieldValue: Equatable, Sendable {
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case fraction(Int32, Int32)
  /// Alternatives, best first.
  case list([FieldValue])
  case array([FieldValue])
  case structure(Structure)
  /// Ranges, buffers, dates and the rest, serialised by GStreamer.
  case text(String)

  package init(_ value: UnsafePointer<GValue>) {
    let type = creel_value_type(value)
    switch type {
    case creel_type_boolean(): self = .bool(g_value_get_boolean(value) != 0)
    case creel_type_int(): self = .int(Int(g_value_get_int(value)))
    case creel_type_uint(): self = .int(Int(g_value_get_uint(value)))
    case creel_type_long(): self = .int(g_value_get_long(value))
    case creel_type_int64(): self = .int(g_value_get_int64(value))
    case creel_type_ulong(): self = Self.unsigned(g_value_get_ulong(value))
    case creel_type_uint64(): self = Self.unsigned(g_value_get_uint64(value))
    case creel_type_float(): self = .double(Double(g_value_get_float(value)))
    case creel_type_double(): self = .double(g_value_get_double(value))
    case creel_type_string(): self = .string(g_value_get_string(value).map { String(cString: $0) } ?? "")
    case gst_fraction_get_type():
      self = .fraction(gst_value_get_fraction_numerator(value), gst_value_get_fraction_denominator(value))
    case gst_value_list_get_type():
      self = .list((0..<gst_value_list_get_size(value)).map { FieldValue(gst_value_list_get_value(value, $0)) })
    case gst_value_array_get_type():
      self = .array((0..<gst_value_array_get_size(value)).map { FieldValue(gst_value_array_get_value(value, $0)) })
    case gst_structure_get_type():
      guard let structure = gst_value_get_structure(value) else { fallthrough }
      self = .structure(Structure(copying: structure))
    default: self = .text(FieldValue.text(of: value) ?? "")
    }
  }

  /// Returns the text form of a GValue: the input of `gst_value_deserialize`, except that strings are not quoted.
  package static func text(of value: UnsafePointer<GValue>) -> String? {
    switch creel_value_type(value) {
    case creel_type_string(): return g_value_get_string(value).map { String(cString: $0) }
    // C writes 0.80000000000000004; Swift writes the shortest text that parses to the same number.
    case creel_type_double(): return String(g_value_get_double(value))
    case creel_type_float(): return String(g_value_get_float(value))
    // Serialised as a value, caps would be quoted and escaped.
    case gst_caps_get_type():
      return gst_value_get_caps(value).flatMap { takeText(gst_caps_to_string($0)) }
    default: break
    }
    // A null value of a boxed type, which GStreamer's serialisation would dereference.
    if creel_value_holds(value, creel_type_boxed()) != 0, g_value_get_boxed(value) == nil { return nil }
    if let text = takeText(gst_value_serialize(value)) { return text }
    if creel_value_holds(value, g_object_get_type()) != 0, g_value_get_object(value) == nil { return nil }
    return takeText(g_strdup_value_contents(value))
  }

  private static func unsigned(_ value: UInt) -> FieldValue {
    Int(exactly: value).map { .int($0) } ?? .text(String(value))
  }
}

extension FieldValue {
  package var int: Int? { if case .int(let value) = self { value } else { nil } }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The value as a number, from an integer or a double.
  var double: Double? {
    switch self {
    case .double(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  }
}
