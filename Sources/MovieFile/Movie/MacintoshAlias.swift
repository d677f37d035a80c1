/// A record of the Macintosh's Alias Manager.
enum MacintoshAlias {
  /// Returns the POSIX path in an alias (tag 18); nil if it has none.
  static func path(in bytes: [UInt8]) -> String? {
    // 150 bytes of fixed fields, then pairs of a tag and a length of 16 bits each, padded to even length.
    func number(_ index: Int) -> Int { Int(bytes[index]) << 8 | Int(bytes[index + 1]) }
    var position = 150
    while position + 4 <= bytes.count {
      let (tag, length) = (number(position), number(position + 2))
      guard tag != 0xffff, length <= bytes.count - position - 4 else { return nil }
      if tag == 18 { return "/" + String(decoding: bytes[position + 4..<position + 4 + length], as: UTF8.self) }
      position += 4 + length + length % 2
    }
    return nil
  }
}
