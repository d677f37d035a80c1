/// The state of a movie in one piece while it is written.
struct OnePieceState {
  /// The offset of the media; nil before the first chunk.
  var mediaStart: Int64?
  /// The bytes reserved for the headers.
  var reserved: Range<Int64> = 0..<0
  /// The track to which samples were appended last.
  var lastTrack: TrackWriter?
}

// A movie in one piece: chunks of one track's samples after another's, and headers before or after them.

extension MovieWriter {
  /// The chunk size, in bytes, after which it is written: for samples in memory, and for those that the kernel copies.
  private static let chunkBytes: Int64 = 1 << 20
  private static let rangeBytes: Int64 = 1 << 24
  /// The limit of reserved bytes; larger headers are inserted when their size is known.
  private static let mostReserved: Int64 = 1 << 26

  /// Adds samples to their track's chunk, which is written when it is long enough.
  func placeInChunk(_ run: SampleRun, _ bytes: SampleBytes, _ writer: TrackWriter) throws(MovieError) {
    if keepsOrder, let last = onePiece.lastTrack, last !== writer, last.chunk.samples > 0 { try writeChunk(last) }
    onePiece.lastTrack = writer
    let chunk = writer.chunk
    if chunk.samples > 0 {
      let length = CMTime(value: run.decodeEnd - chunk.start, timescale: writer.draft.timescale)
      let inMemory = if case .memory = bytes { true } else { false }
      if chunk.description != run.first.descriptionIndex || length > chunkDuration
        || chunk.byteCount + bytes.count > (inMemory ? Self.chunkBytes : Self.rangeBytes)
      {
        try writeChunk(writer)
      }
    }
    try writer.append(run, bytes)
  }

  private func writeChunk(_ writer: TrackWriter) throws(MovieError) {
    try beginOnePiece()
    let chunk = writer.takeChunk()
    writer.tables.appendChunk(at: position, samples: chunk.samples, description: chunk.description)
    try chunk.bytes.write(to: sink)
    position += chunk.byteCount
  }

  /// Writes the remaining chunks and the headers.
  func finishOnePiece() throws(MovieError) {
    try beginOnePiece()
    for writer in tracks.filter({ $0.chunk.samples > 0 }).sorted(by: startsEarlier) { try writeChunk(writer) }
    for writer in tracks { try writer.tables.finish() }
    try writeHeaders()
  }

  private func startsEarlier(_ a: TrackWriter, _ b: TrackWriter) -> Bool {
    CMTime(value: a.chunk.start, timescale: a.draft.timescale)
      < CMTime(value: b.chunk.start, timescale: b.draft.timescale)
  }

  /// Writes the boxes before the media.
  private func beginOnePiece() throws(MovieError) {
    guard onePiece.mediaStart == nil else { return }
    var boxes = BoxWriter()
    (draft.fileType ?? draft.format.fileType()).write(to: &boxes)
    if case .headersFirst(let wanted) = layout {
      let start = Int64(boxes.count)
      if wanted >= 8 { boxes.writeFree(Int(min(wanted, Self.mostReserved))) }
      onePiece.reserved = start..<Int64(boxes.count)
    }
    // Becomes part of a larger header if there are 4 GB of media or more.
    boxes.box(draft.format.isQuickTime ? "wide" : "free") { _ in }
    boxes.u32(0)
    boxes.boxType(.mdat)
    try sink.append(boxes)
    position = Int64(boxes.count)
    onePiece.mediaStart = position
  }

  private func writeHeaders() throws(MovieError) {
    guard let file = sink as? any RandomAccessByteSink, let mediaStart = onePiece.mediaStart else { return }
    let size = position - mediaStart + 8
    var header = BoxWriter()
    if let small = UInt32(exactly: size) {
      header.u32(small)
      header.boxType(.mdat)
      try file.overwrite(at: mediaStart - 8, with: header)
    } else {
      header.u32(1)
      header.boxType(.mdat)
      header.u64(UInt64(size + 8))
      try file.overwrite(at: mediaStart - 16, with: header)
    }
    let timelines = try resolveTimelines()
    guard case .headersFirst = layout else {
      let large = tracks.contains { $0.tables.needsLargeOffsets(movedBy: 0) }
      let moov = movieBox(timelines, movedBy: 0, largeOffsets: large)
      try sink.append(moov)
      position += Int64(moov.count)
      return
    }
    try writeHeadersFirst(timelines, in: file)
  }

  private func writeHeadersFirst(_ timelines: ResolvedTimelines, in file: any RandomAccessByteSink) throws(MovieError) {
    var large = tracks.contains { $0.tables.needsLargeOffsets(movedBy: 0) }
    var moov = movieBox(timelines, movedBy: 0, largeOffsets: large)
    let reserved = onePiece.reserved
    let room = reserved.upperBound - reserved.lowerBound
    var distance: Int64 = 0
    if Int64(moov.count) != room, Int64(moov.count) + 8 > room {
      // Moved chunks may need larger offsets.
      large = tracks.contains { $0.tables.needsLargeOffsets(movedBy: 2 * Int64(moov.count) + 1 << 16) }
      let size = movieBox(timelines, movedBy: 0, largeOffsets: large).count
      distance = try file.insert(Int64(size) + 8 - room, at: reserved.lowerBound)
      moov = movieBox(timelines, movedBy: distance, largeOffsets: large)
      position += distance
    }
    let rest = Int(room + distance) - moov.count
    if rest > 0 { moov.writeFree(rest) }
    try file.overwrite(at: reserved.lowerBound, with: moov)
  }
}
