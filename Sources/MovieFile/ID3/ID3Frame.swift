/// A frame of an ID3v2 tag: an identifier and its contents.
public struct ID3Frame: Hashable, Sendable {
  /// Three characters in ID3v2.2, else four.
  public var id: String
  /// The two bytes of flags as stored; 0 in ID3v2.2.
  public var flags: UInt16
  /// The contents, without unsynchronisation, grouping byte and length indicator; compressed or encrypted contents are
  /// unchanged.
  public var body: [UInt8]
  /// True if the contents are compressed or encrypted, so that they cannot be interpreted.
  public var isOpaque: Bool

  public init(id: String, flags: UInt16 = 0, body: [UInt8], isOpaque: Bool = false) {
    self.id = id
    self.flags = flags
    self.body = body
    self.isOpaque = isOpaque
  }

  /// The key of the frame's items.
  var key: MetadataKey { .code(id.utf8.reduce(0) { $0 << 8 | FourCharCode($1) }) }

  /// True if an identifier consists of capital letters and digits. Some writers pad ID3v2.2's with a space.
  static func isID(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.allSatisfy { (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) }
  }
}

/// Removes the zero bytes that keep players from taking a tag for audio (ID3v2.4, clause 6.1).
enum Unsynchronisation {
  static func removed(from bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.firstIndex(of: 0xff) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    result += bytes[..<first]
    var index = first
    while index < bytes.count {
      result.append(bytes[index])
      if bytes[index] == 0xff, index + 1 < bytes.count, bytes[index + 1] == 0 { index += 1 }
      index += 1
    }
    return result
  }
}
