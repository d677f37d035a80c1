/// Encodes entries of a 'udta' box: the inverse of `MetadataCollector.readUserData`.
enum UserDataEntry {
  static func box(_ group: [MetadataItem], format: MovieFormat) throws(MovieError) -> [UInt8] {
    guard let first = group.first else { return [] }
    guard case .code(let code) = first.key else { throw .notStorable(first, "keys of user data are four characters") }
    let type = BoxType(rawValue: code)
    guard !reserved.contains(type) else { throw .notStorable(first, "'\(type.text)' is no entry of user data") }
    return ItemListEntry.boxBytes(type, try contents(type, group, format: format))
  }

  /// The boxes of user data that are not entries.
  private static let reserved: Set<BoxType> = ["meta", "chpl", "free", "skip", "\0\0\0\0"]

  private static func contents(
    _ type: BoxType, _ group: [MetadataItem], format: MovieFormat
  ) throws(MovieError) -> [UInt8] {
    let first = group[0]
    if type.rawValue >> 24 == 0xa9 {
      // Data that were not a list of texts when they were read.
      if group.count == 1, first.language == nil, case .data(let bytes) = first.value,
        InternationalText.list(bytes) == nil
      {
        return bytes
      }
      return try internationalTexts(group, format: format)
    }
    if let bytes = try ISOUserData.bytes(type, group, isISO: first.keySpace == .isoUserData) { return bytes }
    guard first.keySpace != .isoUserData else { throw .notStorable(first, "3GPP has no such key") }
    switch (type, first.value) {
    case ("tagc", .text(let text, _)):
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
        throw .notStorable(first, "a characteristic is ASCII without blanks, such as public.auxiliary-content")
      }
      return Array(text.utf8)
    case ("name", .text(let text, _)), ("tnam", .text(let text, _)):
      guard !text.utf8.contains(0) else { throw .notStorable(first, "the text has a zero character in it") }
      return Array(text.utf8)
    case (_, .text(let text, _)): return Array(text.utf8)
    // Entries say no types, by which a reader could tell numbers.
    case (_, .integer), (_, .unsigned), (_, .float): throw .notStorable(first, "user data hold text or bytes")
    default: return first.value.bytes
    }
  }

  /// Encodes texts in several languages, each after its length and language.
  private static func internationalTexts(
    _ group: [MetadataItem], format: MovieFormat
  ) throws(MovieError) -> [UInt8] {
    var writer = BoxWriter()
    for item in group {
      let bytes: [UInt8] =
        switch item.value {
        case .text(let text, .utf16): MetadataTextEncoding.utf16.bytes(of: text)
        case .text(let text, .utf16BigEndian): [0xfe, 0xff] + MetadataTextEncoding.utf16BigEndian.bytes(of: text)
        case .text(let text, .macRoman) where MacRoman.holds(text) && item.language?.packed ?? 0x7fff < 0x400:
          MetadataTextEncoding.macRoman.bytes(of: text)
        case .text(let text, _): Array(text.utf8)
        case .data(let bytes): bytes
        default: throw .notStorable(item, "keys with © hold text")
        }
      guard let length = UInt16(exactly: bytes.count) else {
        throw .notStorable(item, "\(bytes.count) bytes of text are more than the 65535 that it may have")
      }
      // QuickTime has a code for an unspecified language; ISO files use the undetermined one.
      var code: UInt16 = format.isQuickTime ? 0x7fff : MediaLanguage.undetermined
      if let language = item.language {
        guard let packed = language.packed else {
          throw .notStorable(item, "'\(language.identifier ?? "\(language)")' is no language of ISO 639-2")
        }
        code = packed
      }
      writer.u16(length)
      writer.u16(code)
      writer.append(bytes)
    }
    return writer.contents
  }
}

extension MacRoman {
  /// True if all characters have a byte in the encoding.
  static func holds(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { byte($0) != nil } }
}
