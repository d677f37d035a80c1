/// A table in a box: entries of equal size, left in the file until they are needed.
struct Table: Sendable {
  let box: Box
  /// The offset of the first entry in the file.
  let offset: Int64
  /// The size of an entry in bytes.
  let stride: Int64
  let count: Int

  /// - Throws: `malformed` if the box is too small for its number of entries; `excessive` if there are more than
  ///   300 hours of video need: a large file may be empty.
  init(_ box: Box, offset: Int64, stride: Int64, count: UInt32) throws(MovieError) {
    guard Int64(count) <= (box.end - offset) / stride else {
      throw .malformed(
        "'\(box.type.text)' says that it holds \(count) entries of \(stride) bytes; it has \(box.end - offset) bytes",
        in: box, at: offset)
    }
    guard count <= 1 << 26 else { throw .excessive("'\(box.type.text)' holds \(count) entries", in: box, at: offset) }
    self.box = box
    self.offset = offset
    self.stride = stride
    self.count = Int(count)
  }

  /// Reads a table's head: version, flags and a count of 32 bits.
  init(_ box: Box, stride: Int64, window: ByteWindow) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    _ = try reader.versionAndFlags()
    let count = try reader.u32()
    try self.init(box, offset: reader.position, stride: stride, count: count)
  }
}
