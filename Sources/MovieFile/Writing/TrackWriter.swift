/// A track while it is written: its properties, its tables, and the samples whose decode times are not certain yet.
final class TrackWriter {
  var draft: TrackDraft
  let id: UInt32
  var tables = SampleTables()
  /// The track's edits, in the samples' own times; nil for all of it.
  var segments: [TrackTimeline.Segment]?
  private var order: DecodeOrder<SampleBytes>?
  /// True if the track has ended.
  private(set) var isFinished = false

  init(_ draft: TrackDraft, id: UInt32) {
    self.draft = draft
    self.id = id
    if case .presented(let depth) = draft.timing, depth > 0 { order = DecodeOrder(depth: depth) }
  }

  /// True if segments say what is shown, rather than edits.
  var isPresented: Bool {
    if case .stored = draft.timing { false } else { true }
  }

  /// Adds samples, and calls a body with those whose decode times are certain.
  func take(
    _ run: SampleRun, _ bytes: SampleBytes,
    _ body: (SampleRun, SampleBytes) throws(MovieError) -> Void
  ) throws(MovieError) {
    guard case .presented = draft.timing else { return try body(run, bytes) }
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

  /// The presentation range of the track's samples, on their own timeline.
  var presentedRange: Range<Int64> {
    tables.earliestPresentation..<max(tables.earliestPresentation, tables.presentationEnd)
  }

  /// The frames per sample of QuickTime audio that counts frames; nil for other tracks.
  var audioPacketLayout: Int? {
    guard draft.sampleEntries.count == 1, let packet = draft.sampleEntries[0].audioPacketLayout,
      tables.holdsOnly(duration: Int64(packet.frames), size: packet.bytes)
    else { return nil }
    return packet.frames
  }
}
