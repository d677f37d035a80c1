/// The headers of a file, and the places of its data and index.
struct AVIHeaders {
  private(set) var streams: [AVIStreamHeader] = []
  /// The duration of a frame in the file's header, in microseconds; 0 if it is not stated.
  private(set) var microseconds: UInt32 = 0
  /// The contents of the first list of data.
  private var movie: Range<Int64> = 0..<0
  private var index: RIFFReader.Chunk?
  private var hasMoreParts = false

  /// The number of streams that the IDs of chunks can name.
  private static let streamLimit = 100
  private static let chunkLimit = 256

  init(_ reader: RIFFReader) throws(MovieError) {
    let source = reader.source
    var (offset, count): (Int64, Int) = (12, 0)
    var found: RIFFReader.Chunk?
    while found == nil, count < Self.chunkLimit, let chunk = try reader.chunk(at: offset) {
      count += 1
      switch chunk.listType {
      case "movi": found = chunk
      case "hdrl": try readHeaders(chunk, reader)
      default: break
      }
      offset = chunk.end
    }
    guard let list = found else {
      throw MovieError(.malformed, "the file has no data", box: "RIFF", offset: offset, file: source.name)
    }
    guard !streams.isEmpty else {
      throw MovieError(.malformed, "the file has no streams", box: "hdrl", offset: 12, file: source.name)
    }
    let start = list.contents.lowerBound
    // A recording that was broken off has no size.
    movie = start..<(list.size > 4 ? min(max(start, list.contents.upperBound), source.size) : source.size)
    // Chunks behind the data of a stream are not waited for.
    while source.arriving == nil, count < Self.chunkLimit, let chunk = try reader.chunk(at: offset) {
      count += 1
      if chunk.type == "idx1", index == nil { index = chunk }
      if chunk.listType == "AVIX" {
        hasMoreParts = true
        break
      }
      offset = chunk.end
    }
  }

  private mutating func readHeaders(_ list: RIFFReader.Chunk, _ reader: RIFFReader) throws(MovieError) {
    for chunk in try reader.chunks(in: list.contents) {
      if chunk.type == "avih", chunk.size >= 4 { microseconds = try reader.u32(at: chunk.contents.lowerBound) }
      if chunk.listType == "strl", streams.count < Self.streamLimit {
        streams.append(try AVIStreamHeader(chunk, reader))
      }
    }
  }

  /// Returns the best walk over the chunks: by OpenDML's indexes, by the index of the whole file, or without.
  func cursor(_ windows: AVIWindows) throws(MovieError) -> any AVIChunkCursor {
    if windows.near.source.arriving == nil, let indexes = try AVISuperIndexCursor(streams, windows),
      try leads(indexes, windows)
    {
      return indexes
    }
    if !hasMoreParts, let index,
      let cursor = try AVIIndexCursor(index, movie: movie, streamCount: streams.count, windows)
    {
      return cursor
    }
    return AVIListCursor(from: movie.lowerBound, streamCount: streams.count)
  }

  /// True if the first entries of the indexes lead to chunks of their streams.
  private func leads(_ indexes: AVISuperIndexCursor, _ windows: AVIWindows) throws(MovieError) -> Bool {
    var cursor = indexes
    for _ in 0..<8 {
      guard let chunk = try cursor.next(windows) else { return true }
      guard chunk.payload.lowerBound >= 8 else { return false }
      let type = try windows.far.type(at: chunk.payload.lowerBound - 8)
      guard AVIChunk.ID(type, streamCount: streams.count)?.stream == chunk.stream else { return false }
    }
    return true
  }
}

/// The beginnings of the streams' data, for formats that the headers do not describe.
struct AVIStreamHeads {
  private(set) var heads: [[UInt8]]
  private var cursor: any AVIChunkCursor

  /// The number of bytes of a beginning: parameter sets, a frame of audio and its successor's header.
  private static let size = 16_384
  /// The number of chunks that are read: streams may begin late, or have no data.
  private static let chunkLimit = 256

  init(_ cursor: any AVIChunkCursor, _ streams: [AVIStreamHeader]) {
    self.cursor = cursor
    heads = [[UInt8]](repeating: [], count: streams.count)
  }

  mutating func read(_ windows: AVIWindows) throws(MovieError) {
    for _ in 0..<Self.chunkLimit {
      guard heads.contains(where: { $0.isEmpty }), let chunk = try cursor.next(windows) else { return }
      guard heads[chunk.stream].isEmpty, !chunk.payload.isEmpty else { continue }
      heads[chunk.stream] = try windows.near.source.bytes(
        at: chunk.payload.lowerBound, count: min(chunk.payload.count, Self.size))
    }
  }
}
