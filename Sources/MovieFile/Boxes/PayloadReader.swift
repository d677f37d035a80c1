/// Reads the contents of a box in order: big-endian numbers, strings, bytes.
///
/// Reading past the box's end is `malformed`; the error names the box.
struct PayloadReader {
  let box: Box
  private let window: ByteWindow
  /// The offset of the next byte in the file.
  private(set) var position: Int64
  /// The offset after the last byte of the box.
  let end: Int64

  init(_ box: Box, window: ByteWindow) {
    self.box = box
    self.window = window
    position = box.start
    end = box.end
  }

  /// The number of bytes left.
  var remaining: Int64 { end - position }

  mutating func u8() throws(MovieError) -> UInt8 { try window.u8(at: advance(1)) }
  mutating func u16() throws(MovieError) -> UInt16 { try window.u16(at: advance(2)) }
  mutating func u32() throws(MovieError) -> UInt32 { try window.u32(at: advance(4)) }
  mutating func u64() throws(MovieError) -> UInt64 { try window.u64(at: advance(8)) }
  mutating func i16() throws(MovieError) -> Int16 { Int16(bitPattern: try u16()) }
  mutating func i32() throws(MovieError) -> Int32 { Int32(bitPattern: try u32()) }
  mutating func i64() throws(MovieError) -> Int64 { Int64(bitPattern: try u64()) }
  mutating func boxType() throws(MovieError) -> BoxType { BoxType(rawValue: try u32()) }

  mutating func u24() throws(MovieError) -> UInt32 {
    UInt32(try u8()) << 16 | UInt32(try u16())
  }

  /// Reads a full box's version and flags (ISO/IEC 14496-12, clause 4.2.2).
  mutating func versionAndFlags() throws(MovieError) -> (version: UInt8, flags: UInt32) {
    (try u8(), try u24())
  }

  /// Reads 64 bits in version 1, else 32.
  mutating func unsigned(version: UInt8) throws(MovieError) -> UInt64 {
    version == 1 ? try u64() : UInt64(try u32())
  }

  mutating func bytes(_ count: Int) throws(MovieError) -> [UInt8] {
    try window.bytes(at: advance(Int64(count)), count: count)
  }

  /// Reads the bytes left; `excessive` if there are more than `limit`.
  mutating func rest(limit: Int = 1 << 22) throws(MovieError) -> [UInt8] {
    guard remaining <= Int64(limit) else {
      throw MovieError(
        .excessive, "'\(box.type.text)' has \(remaining) bytes where \(limit) are the most that make sense",
        box: box.path.description, offset: position)
    }
    return try bytes(Int(remaining))
  }

  mutating func skip(_ count: Int64) throws(MovieError) {
    _ = try advance(count)
  }

  /// Moves past bytes and returns their offset.
  private mutating func advance(_ count: Int64) throws(MovieError) -> Int64 {
    guard count >= 0, count <= end - position else {
      throw .malformed("'\(box.type.text)' ends too early", in: box, at: position)
    }
    defer { position += count }
    return position
  }
}
