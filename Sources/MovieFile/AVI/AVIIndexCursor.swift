/// A walk over the index behind the data, 'idx1': 16 bytes for each chunk, in the order of the file.
struct AVIIndexCursor: AVIChunkCursor {
  private static let entrySize: Int64 = 16
  private static let keyFlag: UInt32 = 0x10

  /// The range of the entries.
  private let entries: Range<Int64>
  /// The offset that entries count from: the data's list, or the beginning of the file.
  private let base: Int64
  private let streamCount: Int
  private var position: Int64
  private(set) var problem: MovieError?

  private struct Entry {
    let id: AVIChunk.ID
    let offset: Int64
    let size: Int64
    let isKey: Bool
  }

  /// Nil if the index does not lead to the chunks of the file, or not to all of them.
  ///
  /// - Parameter movie: The offset of the data's list, behind its header.
  init?(
    _ index: RIFFReader.Chunk, movie: Range<Int64>, streamCount: Int, _ windows: AVIWindows
  ) throws(MovieError) {
    let end = min(index.contents.upperBound, windows.near.source.size)
    let count = (end - index.contents.lowerBound) / Self.entrySize
    guard count > 0 else { return nil }
    entries = index.contents.lowerBound..<index.contents.lowerBound + count * Self.entrySize
    position = entries.lowerBound
    self.streamCount = streamCount
    var first: Entry?
    for number in 0..<min(count, 64) where first == nil {
      first = try Self.entry(at: entries.lowerBound + number * Self.entrySize, streamCount, windows.near)
    }
    guard let first else { return nil }
    // The list's kind is four bytes before its contents: offsets count from there, by the standard.
    let bases = [movie.lowerBound - 4, 0, movie.lowerBound]
    var found: Int64?
    for base in bases where found == nil {
      if try Self.leads(first, from: base, windows.far, streamCount) { found = base }
    }
    guard let base = found else { return nil }
    self.base = base
    guard try isRight(count: count, movie: movie, windows) else { return nil }
  }

  /// Checks some entries of the whole index, and that no chunks follow the last one's.
  private func isRight(count: Int64, movie: Range<Int64>, _ windows: AVIWindows) throws(MovieError) -> Bool {
    let checks: Int64 = 12
    var last: Entry?
    for check in 0...checks {
      var number = (count - 1) * check / checks
      var entry = try Self.entry(at: entries.lowerBound + number * Self.entrySize, streamCount, windows.near)
      // Other entries, such as lists, may be at the end.
      while check == checks, entry == nil, number > 0, count - number < 64 {
        number -= 1
        entry = try Self.entry(at: entries.lowerBound + number * Self.entrySize, streamCount, windows.near)
      }
      guard let entry else { continue }
      // The file may be cut off.
      guard base + entry.offset + 8 <= windows.far.source.size else { continue }
      guard try Self.leads(entry, from: base, windows.far, streamCount) else { return false }
      last = entry
    }
    guard let last else { return false }
    let end = base + last.offset + 8 + last.size + last.size & 1
    guard end < min(movie.upperBound, windows.far.source.size) - 8, let next = try windows.far.chunk(at: end) else {
      return true
    }
    return AVIChunk.ID(next.type, streamCount: streamCount)?.kind != .data
  }

  /// True if the chunk is where the entry says.
  private static func leads(
    _ entry: Entry, from base: Int64, _ reader: RIFFReader, _ streamCount: Int
  ) throws(MovieError) -> Bool {
    guard let chunk = try reader.chunk(at: base + entry.offset), chunk.size == entry.size else { return false }
    return AVIChunk.ID(chunk.type, streamCount: streamCount)?.stream == entry.id.stream
  }

  /// Reads an entry; nil for those of lists and of unknown streams.
  private static func entry(
    at position: Int64, _ streamCount: Int, _ reader: RIFFReader
  ) throws(MovieError) -> Entry? {
    guard let id = AVIChunk.ID(try reader.type(at: position), streamCount: streamCount) else { return nil }
    return Entry(
      id: id, offset: Int64(try reader.u32(at: position + 8)), size: Int64(try reader.u32(at: position + 12)),
      isKey: try reader.u32(at: position + 4) & keyFlag != 0)
  }

  mutating func next(_ windows: AVIWindows) throws(MovieError) -> AVIChunk? {
    let size = windows.near.source.size
    while position < entries.upperBound {
      defer { position += Self.entrySize }
      guard let entry = try Self.entry(at: position, streamCount, windows.near), entry.id.kind == .data else {
        continue
      }
      let start = base + entry.offset + 8
      guard start <= size, entry.size <= size - start else {
        if problem == nil {
          problem = MovieError(
            .truncated, "the file ends before a chunk of its index", box: "idx1", offset: position,
            file: windows.near.source.name)
        }
        continue
      }
      return AVIChunk(stream: entry.id.stream, payload: start..<start + entry.size, isKey: entry.isKey)
    }
    return nil
  }
}
