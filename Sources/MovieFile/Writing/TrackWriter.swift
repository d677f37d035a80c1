/// A track while it is written: its properties, its tables, and the samples that are not in the file yet.
final class TrackWriter {
  var draft: TrackDraft
  let id: UInt32
  var tables = SampleTables()
  /// The track's edits, in the samples' own times; nil for all of it.
  var segments: [TrackTimeline.Segment]?
  /// The samples of the next chunk.
  private(set) var chunk = Chunk()
  /// The samples of the next fragments.
  var fragment = FragmentQueue()
  /// The distance by which presentation is delayed in the file, so that no sample is presented before it is decoded; an
  /// edit compensates for it. Ffmpeg 5 takes negative offsets in fragments for a delay of the track.
  var fragmentShift: Int64 = 0
  private var order: DecodeOrder<SampleBytes>?
  /// True if the track has ended.
  private(set) var isFinished = false

  /// Contiguous samples of the file.
  struct Chunk {
    var bytes: [SampleBytes] = []
    var byteCount: Int64 = 0
    var samples = 0
    var description = 0
    var start: Int64 = 0
    var end: Int64 = 0
  }

  init(_ draft: TrackDraft, id: UInt32) {
    self.draft = draft
    self.id = id
    if case .presented(let depth) = draft.timing, depth > 0 { order = DecodeOrder(depth: depth) }
  }

  var isPresented: Bool {
    if case .presented = draft.timing { true } else { false }
  }

  /// Adds samples, and calls a body with those whose decode times are certain.
  func take(
    _ run: SampleRun, _ bytes: SampleBytes,
    _ body: (SampleRun, SampleBytes) throws(MovieError) -> Void
  ) throws(MovieError) {
    guard isPresented else { return try body(run, bytes) }
    guard order != nil else {
      var run = run
      run.first.decodeTime = run.first.presentationTime
      return try body(run, bytes)
    }
    guard run.count == 1 else {
      throw MovieError(.malformed, "samples that may be out of order come one by one")
    }
    if let (sample, bytes) = try order?.push(run.first, bytes) { try body(SampleRun(first: sample, count: 1), bytes) }
  }

  /// Ends the track, and calls a body with the samples that were waiting.
  func finish(_ body: (SampleRun, SampleBytes) throws(MovieError) -> Void) throws(MovieError) {
    guard !isFinished else { return }
    isFinished = true
    while let (sample, bytes) = order?.pop() { try body(SampleRun(first: sample, count: 1), bytes) }
  }

  /// Adds samples to the current chunk.
  func append(_ run: SampleRun, _ bytes: SampleBytes) throws(MovieError) {
    try tables.append(run)
    if chunk.samples == 0 { (chunk.start, chunk.description) = (run.first.decodeTime, run.first.descriptionIndex) }
    chunk.bytes.join(bytes)
    chunk.byteCount += bytes.count
    chunk.samples += run.count
    chunk.end = run.decodeEnd
  }

  func takeChunk() -> Chunk {
    defer { chunk = Chunk() }
    return chunk
  }

  /// The presentation range of the track's samples, on their own timeline.
  var presentedRange: Range<Int64> {
    tables.earliestPresentation..<max(tables.earliestPresentation, tables.presentationEnd)
  }

  /// True if the next fragments begin with a sync sample, or there are no samples.
  var startsWithSync: Bool { fragment.entries.first?.run.first.isSync != false }

  /// The frames per sample of QuickTime audio that counts frames; nil for other tracks.
  var soundPacket: Int? {
    guard draft.sampleEntries.count == 1, let packet = draft.sampleEntries[0].soundPacket,
      tables.holdsOnly(duration: Int64(packet.frames), size: packet.bytes)
    else { return nil }
    return packet.frames
  }
}
