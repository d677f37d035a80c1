/// A code of four ASCII characters, the first in the most significant byte.
public typealias FourCharCode = UInt32
/// A four-character code that names a format or type.
public typealias OSType = FourCharCode
/// A result code: 0 for success, usually negative for an error.
public typealias OSStatus = Int32

/// The result code of success, 0.
public let noErr: OSStatus = 0

extension UInt32 {
  /// Makes the code of four Latin-1 characters; shorter text is padded with spaces, longer text is truncated.
  package init(fourCharacters text: StaticString) {
    self = text.withUTF8Buffer { bytes in
      (0..<4).reduce(0) { $0 << 8 | UInt32($1 < bytes.count ? bytes[$1] : 0x20) }
    }
  }
}
