/// A movie in one piece: chunks of one track's samples after another's, and headers before or after them.
final class OnePieceLayout: MovieLayout {
  private let movie: WrittenMovie
  private let file: any RandomAccessByteSink
  /// The bytes wanted for headers before the media; nil for headers at the end.
  private let wanted: Int64?
  /// The samples of each track's next chunk.
  private var chunks: [Chunk] = []
  /// The offset of the media; nil before the first chunk.
  private var mediaStart: Int64?
  /// The bytes reserved for the headers.
  private var reserved: Range<Int64> = 0..<0
  /// The track to which samples were appended last.
  private var lastTrack: Int?

  /// The chunk size, in bytes, after which it is written: for samples in memory, and for those that the kernel copies.
  private static let chunkBytes: Int64 = 1 << 20
  private static let rangeBytes: Int64 = 1 << 24
  /// The limit of reserved bytes; larger headers are inserted when their size is known.
  private static let mostReserved: Int64 = 1 << 26

  /// Contiguous samples of the file.
  private struct Chunk {
    var bytes: [SampleBytes] = []
    var byteCount: Int64 = 0
    var samples = 0
    var description = 0
    var start: Int64 = 0

    mutating func append(_ run: SampleRun, _ bytes: SampleBytes) {
      if samples == 0 { (start, description) = (run.first.decodeTime, run.first.descriptionIndex) }
      self.bytes.join(bytes)
      byteCount += bytes.count
      samples += run.count
    }
  }

  /// - Parameter wanted: The bytes to reserve for headers before the media; nil for headers at the end.
  /// - Throws: `notStorable` if the sink cannot change written bytes.
  init(_ movie: WrittenMovie, reserving wanted: Int64?) throws(MovieError) {
    guard let file = movie.sink as? any RandomAccessByteSink else {
      throw MovieError(
        .notStorable, "a movie in one piece goes into a file; only fragments can be sent as they are made")
    }
    (self.movie, self.file, self.wanted) = (movie, file, wanted)
  }

  /// False: the headers are written last, wherever they are.
  var hasHeaders: Bool { false }

  func addTrack() { chunks.append(Chunk()) }
  func trackEnded() {}
  func endFragment() {}

  /// Adds samples to their track's chunk, which is written when it is long enough.
  func place(_ run: SampleRun, _ bytes: SampleBytes, _ track: Int) throws(MovieError) {
    let most = greatestCount(of: run, in: movie.tracks[track].draft)
    for first in stride(from: 0, to: run.count, by: most) {
      let part = SampleRun(first: run[first], count: min(most, run.count - first))
      let start = Int64(first) * Int64(run.first.size)
      try placePart(part, bytes.part(start..<start + part.byteCount), track)
    }
  }

  /// Returns the number of samples of a run that go into one chunk of the duration that a track has for its chunks; at least 1.
  private func greatestCount(of run: SampleRun, in draft: TrackDraft) -> Int {
    guard let longest = draft.chunkDuration, run.first.duration > 0 else { return run.count }
    let units = CMTimeConvertScale(longest, timescale: draft.timescale, method: .roundTowardZero)
    guard units.isNumeric else { return run.count }
    return min(run.count, max(1, Int(clamping: units.value / run.first.duration)))
  }

  private func placePart(_ run: SampleRun, _ bytes: SampleBytes, _ track: Int) throws(MovieError) {
    let (writer, preferences) = (movie.tracks[track], movie.preferences)
    if preferences.keepsOrder, let last = lastTrack, last != track, chunks[last].samples > 0 { try writeChunk(last) }
    lastTrack = track
    if chunks[track].samples > 0 {
      let length = CMTime(value: run.decodeEnd - chunks[track].start, timescale: writer.draft.timescale)
      let inMemory = if case .memory = bytes { true } else { false }
      let longest = writer.draft.chunkDuration ?? preferences.chunkDuration
      if chunks[track].description != run.first.descriptionIndex || length > longest
        || chunks[track].byteCount + bytes.count > (inMemory ? Self.chunkBytes : Self.rangeBytes)
      {
        try writeChunk(track)
      }
    }
    try writer.tables.append(run)
    chunks[track].append(run, bytes)
  }

  /// Writes a track's chunk, however short it is.
  func writePending(_ track: Int) throws(MovieError) { if chunks[track].samples > 0 { try writeChunk(track) } }

  private func writeChunk(_ track: Int) throws(MovieError) {
    try begin()
    let chunk = chunks[track]
    chunks[track] = Chunk()
    try align(to: movie.tracks[track].draft.chunkAlignment)
    movie.tracks[track].tables.appendChunk(
      at: movie.position, samples: chunk.samples, description: chunk.description)
    try chunk.bytes.write(to: file)
    movie.position += chunk.byteCount
  }

  /// Appends zeros, which no sample refers to, up to a multiple of a power of two.
  private func align(to alignment: Int64) throws(MovieError) {
    let padding = -movie.position & (alignment - 1)
    guard padding > 0 else { return }
    var zeros = BoxWriter()
    zeros.zeros(Int(padding))
    try movie.append(zeros)
  }

  /// Writes the remaining chunks and the headers.
  func finish() throws(MovieError) {
    try begin()
    let rest = chunks.indices.filter { chunks[$0].samples > 0 }
    for track in rest.sorted(by: { startOfChunk($0) < startOfChunk($1) }) { try writeChunk(track) }
    for writer in movie.tracks { try writer.tables.finish() }
    try writeHeaders()
  }

  private func startOfChunk(_ track: Int) -> CMTime {
    CMTime(value: chunks[track].start, timescale: movie.tracks[track].draft.timescale)
  }

  /// Writes the boxes before the media.
  private func begin() throws(MovieError) {
    guard mediaStart == nil else { return }
    var boxes = BoxWriter()
    let draft = movie.draft
    (draft.fileType ?? draft.format.fileType()).write(to: &boxes)
    if let wanted {
      let start = Int64(boxes.count)
      if wanted >= 8 { boxes.writeFree(Int(min(wanted, Self.mostReserved))) }
      reserved = start..<Int64(boxes.count)
    }
    // Becomes part of a larger header if there are 4 GB of media or more.
    boxes.box(draft.format.isQuickTime ? "wide" : "free") { _ in }
    boxes.u32(0)
    boxes.boxType(.mdat)
    try file.append(boxes)
    movie.position = Int64(boxes.count)
    mediaStart = movie.position
  }

  private func writeHeaders() throws(MovieError) {
    guard let mediaStart else { return }
    let size = movie.position - mediaStart + 8
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
    let timelines = try movie.resolveTimelines()
    if wanted != nil { return try writeHeadersFirst(timelines) }
    let moov = movie.box(timelines, .tables(movedBy: 0, largeOffsets: needsLargeOffsets(movedBy: 0)))
    try file.append(moov)
    movie.position += Int64(moov.count)
  }

  private func needsLargeOffsets(movedBy distance: Int64) -> Bool {
    movie.tracks.contains { $0.tables.needsLargeOffsets(movedBy: distance) }
  }

  private func writeHeadersFirst(_ timelines: ResolvedTimelines) throws(MovieError) {
    var large = needsLargeOffsets(movedBy: 0)
    var moov = movie.box(timelines, .tables(movedBy: 0, largeOffsets: large))
    let room = reserved.upperBound - reserved.lowerBound
    var distance: Int64 = 0
    if Int64(moov.count) != room, Int64(moov.count) + 8 > room {
      // Moved chunks may need larger offsets.
      large = needsLargeOffsets(movedBy: 2 * Int64(moov.count) + 1 << 16)
      let size = movie.box(timelines, .tables(movedBy: 0, largeOffsets: large)).count
      // Chunks keep their alignments.
      let alignment = movie.tracks.map(\.draft.chunkAlignment).max() ?? 1
      let missing = Int64(size) + 8 - room
      distance = try file.insert(missing + (-missing & (alignment - 1)), at: reserved.lowerBound)
      moov = movie.box(timelines, .tables(movedBy: distance, largeOffsets: large))
      movie.position += distance
    }
    let rest = Int(room + distance) - moov.count
    if rest > 0 { moov.writeFree(rest) }
    try file.overwrite(at: reserved.lowerBound, with: moov)
  }
}
