/// A walk from chunk to chunk through the data of a file without an index.
///
/// The sizes of lists are not believed: a recording that was broken off has none.
struct AVIListCursor: AVIChunkCursor {
  /// Chunks that are no stream's.
  private static let others: Set<BoxType> = ["LIST", "RIFF", "RIFX", "JUNK", "idx1"]

  private let streamCount: Int
  private var position: Int64
  private(set) var problem: MovieError?
  /// The number of places behind damage whose following chunk is looked at.
  private var budget = 65_536

  init(from start: Int64, streamCount: Int) { (position, self.streamCount) = (start, streamCount) }

  mutating func next(_ windows: AVIWindows) throws(MovieError) -> AVIChunk? {
    let source = windows.near.source
    while position <= source.size - 8 {
      guard let chunk = try windows.near.chunk(at: position), isKnown(chunk.type) else {
        try resynchronise(windows)
        continue
      }
      if chunk.listType != nil {
        position = chunk.contents.lowerBound
        // A list of other things has chunks of its own.
        if !["rec ", "movi", "AVIX", "AVI "].contains(chunk.listType ?? "    ") {
          position = min(chunk.end, source.size)
        }
        continue
      }
      guard chunk.contents.upperBound <= source.size else {
        note(.truncated, "the last chunk has \(chunk.size) bytes; the file ends before", windows)
        // The size may be damaged.
        try resynchronise(windows)
        continue
      }
      position = chunk.end
      if let id = AVIChunk.ID(chunk.type, streamCount: streamCount), id.kind == .data {
        return AVIChunk(stream: id.stream, payload: chunk.contents, isKey: nil)
      }
    }
    return nil
  }

  private func isKnown(_ type: BoxType) -> Bool {
    if AVIChunk.ID(type, streamCount: streamCount) != nil { return true }
    // OpenDML's indexes: `ix00`.
    return type.rawValue >> 16 == 0x6978 || Self.others.contains(type)
  }

  /// Moves to the next byte at which a chunk begins that another one or the end follows.
  private mutating func resynchronise(_ windows: AVIWindows) throws(MovieError) {
    let source = windows.near.source
    let start = position
    position += 1
    while position <= source.size - 8 {
      if isKnown(try windows.near.type(at: position)), budget > 0, let chunk = try windows.near.chunk(at: position),
        chunk.contents.upperBound <= source.size
      {
        budget -= 1
        let next = chunk.listType != nil ? chunk.contents.lowerBound : chunk.end
        if next > source.size - 8 { break }
        if isKnown(try windows.far.type(at: next)) { break }
      }
      position += 1
    }
    if position > source.size - 8 { position = source.size }
    note(.malformed, "\(position - start) bytes are no chunks", windows, at: start)
  }

  private mutating func note(
    _ code: MovieError.Code, _ message: String, _ windows: AVIWindows, at offset: Int64? = nil
  ) {
    if problem == nil {
      problem = MovieError(code, message, box: "movi", offset: offset ?? position, file: windows.near.source.name)
    }
  }
}
