/// The type of a box: four characters, such as `moov`.
public struct BoxType: FourCharacterCode, ExpressibleByStringLiteral {
  public let rawValue: FourCharCode

  public init(rawValue: FourCharCode) {
    self.rawValue = rawValue
  }

  /// Four Latin-1 characters; QuickTime's `©` is one of them.
  public init(stringLiteral value: StaticString) {
    var code: UInt32 = 0
    value.withUTF8Buffer { bytes in
      var index = 0
      while index < bytes.count {
        // Latin-1 characters above 127 are two bytes of UTF-8.
        if bytes[index] & 0xe0 == 0xc0, index + 1 < bytes.count {
          code = code << 8 | UInt32(bytes[index] & 0x3) << 6 | UInt32(bytes[index + 1] & 0x3f)
          index += 2
        } else {
          code = code << 8 | UInt32(bytes[index])
          index += 1
        }
      }
    }
    rawValue = code
  }

  /// The four characters; unprintable ones as `\xNN`.
  public var text: String {
    (0..<4).map { index -> String in
      let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(24 - 8 * index))
      return switch byte {
      case 0x20...0x7e: String(UnicodeScalar(byte))
      case 0xa9: "©"
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}
