package import CGStreamer
internal import CReel

/// A property of an element.
package struct Property: Equatable, Sendable {
  package var name: String
  /// A line of description by the element's author.
  package var summary: String
  /// The legal values, in words: `0 to 100`, `black, snow or smpte`.
  var legal: String
  /// The default value, in the text form.
  package var initial: String?
  package var isWritable: Bool
  /// True if it takes effect while media flow.
  package var isLive: Bool

  static let mutableInReady: Int32 = 1 << 10
  static let mutableInPaused: Int32 = 1 << 11
  static let mutableInPlaying: Int32 = 1 << 12

  package init(_ spec: UnsafeMutablePointer<GParamSpec>) {
    name = spec.name
    summary = g_param_spec_get_blurb(spec).map { String(cString: $0) } ?? ""
    legal = Property.legal(spec)
    initial = g_param_spec_get_default_value(spec).flatMap { FieldValue.text(of: $0) }
    let flags = spec.pointee.flags.rawValue
    isWritable = flags & G_PARAM_WRITABLE.rawValue != 0 && flags & G_PARAM_CONSTRUCT_ONLY.rawValue == 0
    isLive = flags & Property.mutableInPlaying != 0
  }

  private static func legal(_ spec: UnsafeMutablePointer<GParamSpec>) -> String {
    func read<T>(_ type: T.Type) -> T { UnsafeRawPointer(spec).assumingMemoryBound(to: type).pointee }
    func range(_ low: some Comparable, _ high: some Comparable) -> String { "\(low) to \(high)" }
    let type = creel_param_type(spec)
    switch creel_fundamental(type) {
    case creel_type_boolean(): return "true or false"
    case creel_type_int():
      let spec = read(GParamSpecInt.self)
      return range(spec.minimum, spec.maximum)
    case creel_type_uint():
      let spec = read(GParamSpecUInt.self)
      return range(spec.minimum, spec.maximum)
    case creel_type_int64():
      let spec = read(GParamSpecInt64.self)
      return range(spec.minimum, spec.maximum)
    case creel_type_uint64():
      let spec = read(GParamSpecUInt64.self)
      return range(spec.minimum, spec.maximum)
    case creel_type_float():
      let spec = read(GParamSpecFloat.self)
      return range(spec.minimum, spec.maximum)
    case creel_type_double():
      let spec = read(GParamSpecDouble.self)
      return range(spec.minimum, spec.maximum)
    case creel_type_enum(): return oneOf(enumNicks(type))
    case creel_type_flags(): return "any of \(flagNicks(type).joined(separator: "+"))"
    case creel_type_string(): return "a text"
    case gst_fraction_get_type(): return "a fraction such as 30/1"
    default: return "a \(String(cString: g_type_name(type)))"
    }
  }

  private static func enumNicks(_ type: GType) -> [String] {
    let known = g_type_class_ref(type)!
    defer { g_type_class_unref(known) }
    let klass = known.assumingMemoryBound(to: GEnumClass.self).pointee
    return (0..<Int(klass.n_values)).map { String(cString: klass.values[$0].value_nick) }
  }

  private static func flagNicks(_ type: GType) -> [String] {
    let known = g_type_class_ref(type)!
    defer { g_type_class_unref(known) }
    let klass = known.assumingMemoryBound(to: GFlagsClass.self).pointee
    return (0..<Int(klass.n_values)).map { String(cString: klass.values[$0].value_nick) }
  }
}
