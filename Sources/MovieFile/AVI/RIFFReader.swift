/// Reads chunks and numbers of a RIFF or RIFX file, whose numbers are little-endian or big-endian.
struct RIFFReader {
  /// The header of a chunk; chunks begin at even offsets from their parent's contents.
  struct Chunk {
    let type: BoxType
    /// The kind of a list's contents; nil for other chunks.
    let listType: BoxType?
    /// The offset of the header.
    let offset: Int64
    /// The contents, without a list's kind; they may end after the file.
    let contents: Range<Int64>
    /// The size in the header.
    let size: Int64

    /// The offset of the next chunk.
    var end: Int64 { offset + 8 + size + size & 1 }
  }

  let window: ByteWindow
  let isBigEndian: Bool
  var source: any ByteSource { window.source }

  init(_ source: any ByteSource, capacity: Int, isBigEndian: Bool) {
    window = ByteWindow(source, capacity: capacity)
    self.isBigEndian = isBigEndian
  }

  func u16(at offset: Int64) throws(MovieError) -> UInt16 {
    let value = try window.u16(at: offset)
    return isBigEndian ? value : value.byteSwapped
  }

  func u32(at offset: Int64) throws(MovieError) -> UInt32 {
    let value = try window.u32(at: offset)
    return isBigEndian ? value : value.byteSwapped
  }

  func u64(at offset: Int64) throws(MovieError) -> UInt64 {
    let value = try window.u64(at: offset)
    return isBigEndian ? value : value.byteSwapped
  }

  /// FourCCs have the same order in all files.
  func type(at offset: Int64) throws(MovieError) -> BoxType { BoxType(rawValue: try window.u32(at: offset)) }

  /// Reads the header of a chunk; nil if the file ends before its end.
  func chunk(at offset: Int64) throws(MovieError) -> Chunk? {
    guard offset >= 0, offset <= source.size - 8 else { return nil }
    let type = try type(at: offset)
    let size = Int64(try u32(at: offset + 4))
    var (listType, start): (BoxType?, Int64) = (nil, offset + 8)
    if ["LIST", "RIFF", "RIFX"].contains(type) {
      guard size >= 4, offset <= source.size - 12 else { return nil }
      listType = try self.type(at: offset + 8)
      start += 4
    }
    return Chunk(type: type, listType: listType, offset: offset, contents: start..<offset + 8 + size, size: size)
  }

  /// Returns the chunks in a range, at most 1024; those that the file ends in are left out.
  func chunks(in range: Range<Int64>) throws(MovieError) -> [Chunk] {
    var chunks: [Chunk] = []
    var offset = range.lowerBound
    while chunks.count < 1024, offset < range.upperBound, let chunk = try chunk(at: offset),
      chunk.contents.upperBound <= min(range.upperBound, source.size)
    {
      chunks.append(chunk)
      offset = chunk.end
    }
    return chunks
  }

  /// Reads the contents of a chunk, at most some bytes of them.
  func bytes(of chunk: Chunk, limit: Int) throws(MovieError) -> [UInt8] {
    try source.bytes(at: chunk.contents.lowerBound, count: min(chunk.contents.count, limit))
  }
}
