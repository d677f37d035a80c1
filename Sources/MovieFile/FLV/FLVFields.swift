/// Reads the fields at the beginning of a tag's data in order; nil past their end.
struct FLVFields {
  private let window: ByteWindow
  private(set) var position: Int64
  let end: Int64

  /// - Parameter range: A range within the file.
  init(_ window: ByteWindow, _ range: Range<Int64>) {
    self.window = window
    (position, end) = (range.lowerBound, range.upperBound)
  }

  /// The range that has not been read.
  var rest: Range<Int64> { position..<end }

  mutating func u8() throws(MovieError) -> UInt8? {
    guard position < end else { return nil }
    defer { position += 1 }
    return try window.u8(at: position)
  }

  mutating func u16() throws(MovieError) -> UInt16? {
    guard end - position >= 2 else { return nil }
    defer { position += 2 }
    return try window.u16(at: position)
  }

  mutating func u24() throws(MovieError) -> UInt32? {
    guard end - position >= 3 else { return nil }
    defer { position += 3 }
    return UInt32(try window.u8(at: position)) << 16 | UInt32(try window.u16(at: position + 1))
  }

  mutating func u32() throws(MovieError) -> UInt32? {
    guard end - position >= 4 else { return nil }
    defer { position += 4 }
    return try window.u32(at: position)
  }

  mutating func u64() throws(MovieError) -> UInt64? {
    guard end - position >= 8 else { return nil }
    defer { position += 8 }
    return try window.u64(at: position)
  }

  mutating func bytes(_ count: Int) throws(MovieError) -> [UInt8]? {
    guard count >= 0, Int64(count) <= end - position else { return nil }
    defer { position += Int64(count) }
    return try window.bytes(at: position, count: count)
  }

  /// Passes over bytes; returns false if there are fewer.
  mutating func skip(_ count: Int64) -> Bool {
    guard count >= 0, count <= end - position else { return false }
    position += count
    return true
  }

  /// Takes a number of bytes as fields of their own; nil if there are fewer.
  mutating func part(_ count: Int64) -> FLVFields? {
    guard count >= 0, count <= end - position else { return nil }
    defer { position += count }
    return FLVFields(window, position..<position + count)
  }
}
