/// Reads big-endian numbers of bytes in memory; nil past the end.
package struct ByteScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
    position = 0
  }

  package var remaining: Int { bytes.endIndex - position }

  /// Reads a number of at most 8 bytes.
  package mutating func number(_ count: Int) -> UInt64? {
    guard remaining >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  package mutating func u8() -> UInt8? { number(1).map { UInt8(truncatingIfNeeded: $0) } }
  package mutating func u16() -> UInt16? { number(2).map { UInt16(truncatingIfNeeded: $0) } }
  package mutating func u32() -> UInt32? { number(4).map { UInt32(truncatingIfNeeded: $0) } }
  package mutating func i32() -> Int32? { u32().map { Int32(bitPattern: $0) } }

  package mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, remaining >= count else { return nil }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  package mutating func rest() -> [UInt8] { bytes(remaining) ?? [] }
}
