/// The first ten bytes of an ID3v2 tag, or the last ten of one with a footer.
struct ID3Header: Hashable, Sendable {
  static let size: Int64 = 10

  /// The version: 2, 3 or 4.
  var version: UInt8
  var flags: UInt8
  /// The number of bytes between header and footer.
  var bodySize: Int64
  /// True for a footer.
  var isFooter: Bool

  /// Reads ten bytes; nil if they are no header.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 10 else { return nil }
    isFooter = bytes.starts(with: Array("3DI".utf8))
    guard isFooter || bytes.starts(with: Array("ID3".utf8)) else { return nil }
    guard bytes[3] < 0xff, bytes[4] < 0xff, let size = Self.synchsafe(bytes[6..<10]) else { return nil }
    version = bytes[3]
    flags = bytes[5]
    bodySize = size
  }

  /// Makes a header for frames embedded in another frame: their tag's version, no flags.
  init(embeddedIn version: UInt8) {
    self.version = version
    flags = 0
    bodySize = 0
    isFooter = false
  }

  var isUnsynchronised: Bool { flags & 0x80 != 0 }
  /// True if an extended header follows; in ID3v2.2 the flag means compression, which was never defined.
  var hasExtendedHeader: Bool { version >= 3 && flags & 0x40 != 0 }
  var hasFooter: Bool { version >= 4 && flags & 0x10 != 0 }
  /// The size of the whole tag in bytes.
  var tagSize: Int64 { Self.size + bodySize + (hasFooter ? Self.size : 0) }

  /// Decodes four bytes of seven bits each (ID3v2.4, clause 6.2); nil if one of them has its eighth bit set.
  static func synchsafe(_ bytes: some Collection<UInt8>) -> Int64? {
    bytes.allSatisfy { $0 < 0x80 } ? bytes.reduce(0) { $0 << 7 | Int64($1) } : nil
  }
}
