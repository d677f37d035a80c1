/// An entry of 3GPP's user data (3GPP TS 26.244, clause 8.2): version and flags, a language, then the fields of the
/// type.
struct ISOUserData {
  var values: [MetadataValue] = []
  var language: MetadataLanguage?
  var attributes: [MetadataAttribute: MetadataAttributeValue] = [:]

  /// Reads an entry; nil if the type is not 3GPP's, or the contents do not have its form.
  init?(_ type: BoxType, _ bytes: [UInt8]) {
    var fields = ID3FrameFields(bytes)
    guard fields.number(4) == 0 else { return nil }
    switch type {
    case "titl", "auth", "perf", "gnre", "dscp", "cprt":
      guard readLanguage(&fields), let text = Self.text(&fields) else { return nil }
      values = [text]
    case "albm":
      guard readLanguage(&fields), let text = Self.text(&fields) else { return nil }
      values = [text]
      if let track = fields.byte() { attributes[.trackNumber] = .number(Int64(track)) }
    case "yrrc":
      guard fields.rest.count == 2, let year = MetadataValue.unsigned(bigEndian: fields.rest) else { return nil }
      values = [year]
    case "rtng", "clsf":
      guard let entity = fields.take(4), let table = fields.take(type == "rtng" ? 4 : 2), readLanguage(&fields),
        let text = Self.text(&fields)
      else { return nil }
      values = [text]
      attributes[.entity] = .text(MetadataTextEncoding.latin1.text(entity) ?? "")
      attributes[.table] =
        type == "rtng"
        ? .text(MetadataTextEncoding.latin1.text(table) ?? "") : .number(table.reduce(0) { $0 << 8 | Int64($1) })
    case "kywd":
      guard readLanguage(&fields), let count = fields.byte() else { return nil }
      for _ in 0..<count {
        guard let length = fields.byte(), let word = fields.take(Int(length)) else { return nil }
        var one = ID3FrameFields(Array(word))
        guard let text = Self.text(&one) else { return nil }
        values.append(text)
      }
    case "loci":
      // The name, role, coordinates, astronomical body, and notes are kept as data.
      guard readLanguage(&fields), let name = Self.text(&fields)?.text, fields.rest.count >= 13 else { return nil }
      values = [.data(bytes)]
      if !name.isEmpty { attributes[.description] = .text(name) }
    default: return nil
    }
  }

  private mutating func readLanguage(_ fields: inout ID3FrameFields) -> Bool {
    guard let code = fields.number(2) else { return false }
    language = MetadataLanguage(packed: UInt16(code & 0x7fff))
    return true
  }

  /// Reads UTF-8, or UTF-16 after a byte order mark, up to a zero character.
  private static func text(_ fields: inout ID3FrameFields) -> MetadataValue? {
    let rest = fields.rest
    let encoding: MetadataTextEncoding =
      rest.starts(with: [0xfe, 0xff]) || rest.starts(with: [0xff, 0xfe]) ? .utf16 : .utf8
    return fields.string(encoding).map { .text($0, encoding) }
  }

  /// Returns the place of a 'loci' entry, if it is on Earth.
  static func location(_ bytes: [UInt8]) -> GeographicLocation? {
    var fields = ID3FrameFields(bytes)
    guard fields.number(6) != nil, text(&fields) != nil, fields.byte() != nil, let longitude = fields.number(4),
      let latitude = fields.number(4), let altitude = fields.number(4), let body = text(&fields)?.text
    else { return nil }
    guard body.isEmpty || body.lowercased() == "earth" else { return nil }
    func degrees(_ number: Int64) -> Double { Double(Int32(truncatingIfNeeded: number)) / 65_536 }
    return GeographicLocation(
      latitude: degrees(latitude), longitude: degrees(longitude), altitude: degrees(altitude))
  }
}

extension ID3FrameFields {
  /// Reads a big-endian number of at most seven bytes.
  mutating func number(_ count: Int) -> Int64? {
    take(count)?.reduce(0) { $0 << 8 | Int64($1) }
  }
}

extension MetadataItem {
  /// The place that an item holds: QuickTime's and iTunes' texts in ISO 6709's form, or 3GPP's `loci`.
  public var location: GeographicLocation? {
    if key == .name("com.apple.quicktime.location.ISO6709") || key == .code(BoxType("©xyz")) {
      return value.text.flatMap { GeographicLocation(iso6709: $0) }
    }
    guard key == .code(BoxType("loci")), case .data(let bytes) = value else { return nil }
    return ISOUserData.location(bytes)
  }
}
