/// The header of a tag: media of one kind, or data, at a time (Adobe Flash Video File Format 10.1, annex E.4.1).
///
///     type  size  time  high byte of the time  stream    data     size of the whole tag
///      u8   u24   u24           u8              u24    size bytes          u32
struct FLVTag {
  enum Kind: UInt8 {
    case audio = 8
    case video = 9
    case script = 18
  }

  static let headerSize: Int64 = 11
  /// The size of the back pointer behind a tag.
  static let pointerSize: Int64 = 4

  /// The offset of the header.
  let offset: Int64
  /// The kind; nil for tags of unknown kinds.
  let kind: Kind?
  /// True if the data are encrypted.
  let isProtected: Bool
  /// The number of bytes of data.
  let size: Int64
  /// The decode time in milliseconds.
  let time: Int64
  /// The ID of the stream, which is 0 in files.
  let streamID: UInt32

  /// The range of the data; it may end after the file.
  var data: Range<Int64> { offset + Self.headerSize..<offset + Self.headerSize + size }
  /// The offset of the next tag.
  var end: Int64 { data.upperBound + Self.pointerSize }

  /// Reads the header at an offset; nil if the file ends before its end.
  init?(at offset: Int64, _ window: ByteWindow) throws(MovieError) {
    guard offset >= 0, offset <= window.source.size - Self.headerSize else { return nil }
    let (first, second) = (try window.u64(at: offset), try window.u32(at: offset + 7))
    self.offset = offset
    let type = UInt8(truncatingIfNeeded: first >> 56)
    kind = type & 0xc0 == 0 ? Kind(rawValue: type & 0x1f) : nil
    isProtected = type & 0x20 != 0
    size = Int64(first >> 32 & 0xff_ffff)
    // The high byte follows the others; the whole is signed.
    let low = UInt32(truncatingIfNeeded: first >> 8) & 0xff_ffff
    time = Int64(Int32(bitPattern: low | UInt32(truncatingIfNeeded: first & 0xff) << 24))
    streamID = second & 0xff_ffff
  }

  /// True if the tag is of a known kind, and ends within the file.
  func isPlausible(in source: any ByteSource) -> Bool {
    kind != nil && data.upperBound <= source.size
  }

  /// Returns true if the back pointer behind the tag leads to it; false where it lies or is missing.
  func isConfirmed(_ window: ByteWindow) throws(MovieError) -> Bool {
    guard data.upperBound <= window.source.size - Self.pointerSize else { return false }
    return Int64(try window.u32(at: data.upperBound)) == size + Self.headerSize
  }
}
