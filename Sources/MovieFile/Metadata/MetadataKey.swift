/// The key of a metadata item, as the file stores it.
public enum MetadataKey: Hashable, Sendable {
  /// A number of four bytes, mostly four characters such as `©nam`.
  case code(FourCharCode)
  /// A name such as `com.apple.quicktime.title`.
  case name(String)
  /// Bytes that are neither.
  case data([UInt8])

  /// Makes a code of four Latin-1 characters; three follow a zero byte, as in `TT2` of ID3v2.2.
  static func code(_ characters: BoxType) -> MetadataKey { .code(characters.rawValue) }

  /// The bytes of the key.
  public var bytes: [UInt8] {
    switch self {
    case .code(let code): (0..<4).map { UInt8(truncatingIfNeeded: code >> UInt32(24 - 8 * $0)) }
    case .name(let name): Array(name.utf8)
    case .data(let bytes): bytes
    }
  }
}

extension MetadataKey {
  /// Returns the key space and key combined, as in Apple's `AVMetadataIdentifier`: `itsk/%A9nam`, `id3/TIT2`.
  public func identifier(in keySpace: MetadataKeySpace) -> String {
    keySpace.identifierPrefix + "/" + bytes.map(Self.escaped).joined()
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      String(UnicodeScalar(byte))
    default: "%" + byte.hexText.uppercased()
    }
  }
}

extension MetadataKey: CustomStringConvertible {
  /// The characters; unprintable ones as `\xNN`.
  public var description: String {
    switch self {
    case .code(let code):
      // The zero before the three characters of an ID3v2.2 frame is not part of the name.
      BoxType(rawValue: code).text.hasPrefix("\\x00")
        ? String(BoxType(rawValue: code).text.dropFirst(4)) : BoxType(rawValue: code).text
    case .name(let name): name
    case .data(let bytes): "0x" + bytes.hexText
    }
  }
}
