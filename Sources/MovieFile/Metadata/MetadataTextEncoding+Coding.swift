extension MetadataTextEncoding {
  /// Decodes text; nil if the bytes are invalid.
  func text(_ bytes: some Collection<UInt8>) -> String? {
    switch self {
    case .utf8: String(validating: bytes, as: UTF8.self)
    case .utf16BigEndian: Self.utf16(bytes, isBigEndian: true)
    case .utf16: Self.markedUTF16(bytes)
    case .latin1: String(decoding: bytes.lazy.map { UInt16($0) }, as: UTF16.self)
    case .macRoman: String(String.UnicodeScalarView(bytes.map { $0 < 0x80 ? UnicodeScalar($0) : MacRoman.scalar($0) }))
    }
  }

  /// Encodes text; characters outside the encoding become question marks.
  func bytes(of text: String) -> [UInt8] {
    switch self {
    case .utf8: Array(text.utf8)
    case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    case .utf16: [0xff, 0xfe] + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    case .latin1: text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    case .macRoman: text.unicodeScalars.map { MacRoman.byte($0) ?? UInt8(ascii: "?") }
    }
  }

  /// Decodes UTF-16 in the order of its mark; without a mark the higher byte comes first (RFC 2781), unless the text is
  /// clearly Latin in the other order.
  private static func markedUTF16(_ bytes: some Collection<UInt8>) -> String? {
    if bytes.starts(with: [0xfe, 0xff]) { return utf16(bytes.dropFirst(2), isBigEndian: true) }
    if bytes.starts(with: [0xff, 0xfe]) { return utf16(bytes.dropFirst(2), isBigEndian: false) }
    var zeros = (even: 0, odd: 0)
    for (index, byte) in bytes.enumerated() where byte == 0 {
      if index % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
    }
    return utf16(bytes, isBigEndian: zeros.odd <= zeros.even)
  }

  private static func utf16(_ bytes: some Collection<UInt8>, isBigEndian: Bool) -> String? {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var iterator = bytes.makeIterator()
    // A single remaining byte is half of a terminator.
    while let first = iterator.next(), let second = iterator.next() {
      units.append(isBigEndian ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first))
    }
    return String(validating: units, as: UTF16.self)
  }
}

/// Apple's table ROMAN.TXT, version c02, upper half.
enum MacRoman {
  private static let upperHalf = Array(
    """
    ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
    ¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ
    """.unicodeScalars)

  private static let bytes = Dictionary(uniqueKeysWithValues: zip(upperHalf, UInt8(0x80)...UInt8(0xff)))

  /// Returns the character of a byte above 127.
  static func scalar(_ byte: UInt8) -> UnicodeScalar { upperHalf[Int(byte & 0x7f)] }

  static func byte(_ scalar: UnicodeScalar) -> UInt8? {
    scalar.isASCII ? UInt8(scalar.value) : bytes[scalar]
  }
}
