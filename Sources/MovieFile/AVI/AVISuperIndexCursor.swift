/// A walk over OpenDML's indexes, one of each stream, merged by the places of their chunks.
///
///     indx ─→ ix00 ix00 ix00      chunks of stream 0 ┐
///     indx ─→ ix01 ix01           chunks of stream 1 ┴─→ in the order of the file
struct AVISuperIndexCursor: AVIChunkCursor {
  /// An index of chunks.
  struct Part: Sendable {
    /// The range of the entries.
    let entries: Range<Int64>
    /// The bytes of an entry: the offset and the size, and in an index of fields the second field's offset.
    let entrySize: Int64
    /// The offset that entries count from.
    let base: Int64

    /// Reads the header at the contents of an index chunk; nil if it is none.
    init?(at start: Int64, until end: Int64, _ reader: RIFFReader) throws(MovieError) {
      guard start >= 0, end - start >= 24, end <= reader.source.size else { return nil }
      let longs = Int64(try reader.u16(at: start))
      // A byte each: the kind of the entries is 1, chunks.
      guard (2...3).contains(longs), try reader.window.u8(at: start + 3) == 1 else { return nil }
      entrySize = longs * 4
      let count = min(Int64(try reader.u32(at: start + 4)), (end - start - 24) / entrySize)
      entries = start + 24..<start + 24 + count * entrySize
      guard let base = Int64(exactly: try reader.u64(at: start + 12)) else { return nil }
      self.base = base
    }
  }

  /// The index of a stream.
  private struct Stream: Sendable {
    /// The range of the super index's entries; nil where the header has the only index itself.
    var parts: Range<Int64>?
    var part: Part?
    /// The end of the last part.
    var partEnd: Int64 = 0
    var position: Int64 = 0
    /// The next chunk; nil if it has not been read.
    var next: AVIChunk?
    var isAtEnd = false
  }

  private var streams: [Stream] = []
  private(set) var problem: MovieError?

  /// Nil unless all streams that have chunks have an index.
  init?(_ headers: [AVIStreamHeader], _ windows: AVIWindows) throws(MovieError) {
    for header in headers {
      guard let index = header.index, index.count >= 24 else { return nil }
      let reader = windows.far
      let end = min(index.upperBound, reader.source.size)
      var stream = Stream()
      // The kind of the entries is 0 for indexes.
      if try reader.u16(at: index.lowerBound) == 4, try reader.window.u8(at: index.lowerBound + 3) == 0 {
        let count = min(Int64(try reader.u32(at: index.lowerBound + 4)), (end - index.lowerBound - 24) / 16)
        guard count > 0 || header.length == 0 else { return nil }
        stream.parts = index.lowerBound + 24..<index.lowerBound + 24 + max(0, count) * 16
        // The first index must be one.
        if count > 0 {
          guard let offset = Int64(exactly: try reader.u64(at: index.lowerBound + 24)),
            try Self.part(at: offset, reader) != nil
          else { return nil }
        }
      } else {
        guard let part = try Part(at: index.lowerBound, until: end, reader) else { return nil }
        (stream.part, stream.position) = (part, part.entries.lowerBound)
      }
      streams.append(stream)
    }
    if streams.isEmpty { return nil }
  }

  private static func part(at offset: Int64, _ reader: RIFFReader) throws(MovieError) -> Part? {
    guard let chunk = try reader.chunk(at: offset) else { return nil }
    return try Part(
      at: chunk.contents.lowerBound, until: min(chunk.contents.upperBound, reader.source.size), reader)
  }

  mutating func next(_ windows: AVIWindows) throws(MovieError) -> AVIChunk? {
    var first: Int?
    for index in streams.indices {
      if streams[index].next == nil, !streams[index].isAtEnd { try read(index, windows) }
      guard let chunk = streams[index].next else { continue }
      if let other = first, let best = streams[other].next, best.payload.lowerBound <= chunk.payload.lowerBound {
        continue
      }
      first = index
    }
    guard let first else { return nil }
    defer { streams[first].next = nil }
    return streams[first].next
  }

  /// Reads the next chunk of a stream.
  private mutating func read(_ index: Int, _ windows: AVIWindows) throws(MovieError) {
    let size = windows.near.source.size
    while true {
      guard let part = streams[index].part, streams[index].position < part.entries.upperBound else {
        guard let parts = streams[index].parts, !parts.isEmpty else {
          streams[index].isAtEnd = true
          return
        }
        streams[index].parts = parts.lowerBound + 16..<parts.upperBound
        let offset = Int64(exactly: try windows.far.u64(at: parts.lowerBound)) ?? -1
        let part = try Self.part(at: offset, windows.far)
        // Parts follow each other in the file: one that is named twice must not give its chunks twice.
        if let part, part.entries.lowerBound >= streams[index].partEnd {
          (streams[index].part, streams[index].position) = (part, part.entries.lowerBound)
          streams[index].partEnd = part.entries.upperBound
        } else {
          streams[index].part = nil
          note("a part of the index is none", at: parts.lowerBound, windows)
        }
        continue
      }
      let position = streams[index].position
      streams[index].position += part.entrySize
      let (start, overflow) = part.base.addingReportingOverflow(Int64(try windows.near.u32(at: position)))
      let entry = try windows.near.u32(at: position + 4)
      let count = Int64(entry & 0x7fff_ffff)
      guard !overflow, start >= 0, start <= size, count <= size - start else {
        note("the file ends before a chunk of its index", at: position, windows)
        continue
      }
      streams[index].next = AVIChunk(stream: index, payload: start..<start + count, isKey: entry >> 31 == 0)
      return
    }
  }

  private mutating func note(_ message: String, at offset: Int64, _ windows: AVIWindows) {
    if problem == nil {
      problem = MovieError(.truncated, message, box: "indx", offset: offset, file: windows.near.source.name)
    }
  }
}
