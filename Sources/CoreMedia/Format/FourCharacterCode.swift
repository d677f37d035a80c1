import CoreGraphics
import Foundation

/// A code of four characters with a type of its own.
public protocol FourCharacterCode: Hashable, RawRepresentable, CustomStringConvertible, Sendable
where RawValue == FourCharCode {
  /// Creates a value from its code.
  init(rawValue: FourCharCode)
}

extension FourCharacterCode {
  /// Creates a value from four Latin-1 characters; shorter text is padded with spaces, longer text is cut.
  public init(string: String) {
    let bytes = string.unicodeScalars.prefix(4).map { UInt32(truncatingIfNeeded: $0.value) & 0xff }
    self.init(rawValue: (0..<4).reduce(0) { $0 << 8 | ($1 < bytes.count ? bytes[$1] : 0x20) })
  }

  init(characters: StaticString) {
    self.init(rawValue: FourCharCode(fourCharacters: characters))
  }

  /// The four characters in quotes, such as `'avc1'`, or the number if they are not printable.
  public var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> UInt32(24 - 8 * $0)) }
    guard bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else { return String(rawValue) }
    return "'" + String(decoding: bytes, as: UTF8.self) + "'"
  }
}

/// A string with a type of its own, used as a key or value.
public protocol StringKey: Hashable, RawRepresentable, Sendable where RawValue == CFString {
  /// Creates a value from its string.
  init(rawValue: CFString)
}
