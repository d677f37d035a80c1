/// Writes a movie file: headers, media and tables, from coded samples that come track by track.
///
///     let writer = try MovieWriter(MovieDraft(.mp4), to: FileByteSink(creating: path))
///     let video = try writer.addTrack(draft)
///     try writer.append(sample, .memory(bytes), toTrack: video)
///     try writer.finish()
///
/// Memory is bounded by the tables: about five bytes a sample, and half a second of media of each track. Belongs to one
/// thread at a time. Who calls may append the tracks' samples in any order; the file is best if times go along together.
public final class MovieWriter {
  /// Where things are in the file.
  public enum Layout: Hashable, Sendable {
    /// Media first, headers at the end: nothing is written twice.
    case headersLast
    /// Headers first, so that playback can begin before all of the file is there.
    ///
    /// Room for them is kept free; if they turn out to be larger, the media are moved once.
    /// - Parameter reserved: Bytes to keep free, up to 64 MB; 0 if nobody can tell.
    case headersFirst(reserved: Int64)
    /// Movie fragments: what is written can be read up to the last whole fragment at any time.
    ///
    /// - Parameter interval: How long a fragment is, a multiple of which each one ends at; positive. Some end earlier: where the
    ///   sample description changes, and before pictures from which a player can start.
    case fragments(interval: CMTime)
  }

  public let layout: Layout
  var draft: MovieDraft
  let sink: any ByteSink
  private(set) var tracks: [TrackWriter] = []
  /// How many bytes were written.
  var position: Int64 = 0
  var onePiece = OnePieceState()
  var fragments: FragmentState?
  private var isFinished = false
  /// Whether samples come to lie in the file in the order in which they are appended; otherwise each track's are gathered, so
  /// that its chunks are about `chunkDuration` long. Means nothing in fragments.
  var keepsOrder = false
  /// How long a chunk is at most.
  public var chunkDuration = CMTime(value: 1, timescale: 2)
  /// How many entries the index of a movie in fragments has room for, which lets players that ask for parts of the file find a
  /// time: as many as there are fragments, or fewer; 0 for no index. For sinks whose bytes can be changed, before the first sample.
  public var fragmentIndexCapacity = 0

  /// - Throws: `unfit` if the layout needs to change bytes that are written, and the sink cannot.
  public init(_ draft: MovieDraft, to sink: any ByteSink, layout: Layout = .headersLast) throws(MovieError) {
    self.draft = draft
    self.sink = sink
    self.layout = layout
    if case .fragments(let interval) = layout {
      guard interval.isNumeric, interval > .zero else {
        throw MovieError(.unfit, "fragments have a positive length")
      }
      fragments = FragmentState(interval: interval)
    } else if !(sink is any RandomAccessByteSink) {
      throw MovieError(.unfit, "a movie in one piece goes into a file; only fragments can be sent as they are made")
    }
  }

  /// Adds a track.
  ///
  /// - Returns: What `append` calls it: its place among the tracks.
  /// - Throws: `unfit` if the kind of file cannot hold it, or has begun.
  @discardableResult
  public func addTrack(_ draft: TrackDraft) throws(MovieError) -> Int {
    guard fragments?.hasBegun != true else {
      throw MovieError(.unfit, "the tracks of a movie in fragments are known before its first fragment")
    }
    try self.draft.format.check(draft)
    let used = Set(tracks.map(\.id))
    let id = draft.id != 0 ? draft.id : (used.max() ?? 0) + 1
    guard !used.contains(id), id < .max else { throw MovieError(.unfit, "two tracks have the identifier \(id)") }
    tracks.append(TrackWriter(draft, id: id))
    return tracks.count - 1
  }

  /// How many sample descriptions a track has.
  public func descriptionCount(ofTrack track: Int) -> Int { tracks[track].draft.sampleEntries.count }

  /// The identifier of a track.
  public func id(ofTrack track: Int) -> UInt32 { tracks[track].id }

  /// Changes what is known of a track; in a movie in fragments, headers that are written stay as they are.
  public func updateTrack(_ track: Int, _ body: (inout TrackDraft) -> Void) throws(MovieError) {
    var draft = tracks[track].draft
    body(&draft)
    guard fragments?.hasBegun != true || draft.sampleEntries == tracks[track].draft.sampleEntries else {
      throw MovieError(.unfit, "the sample descriptions of a movie in fragments are known before its first fragment")
    }
    try self.draft.format.check(draft)
    tracks[track].draft = draft
  }

  /// Changes what is known of the movie.
  public func updateMovie(_ body: (inout MovieDraft) -> Void) { body(&draft) }

  /// Says what of a track's media is shown when: sources are on the timeline of its samples' presentation times.
  ///
  /// Without it, all that a presented track has is shown, where its samples' times say.
  public func setSegments(_ segments: [TrackTimeline.Segment]?, ofTrack track: Int) {
    tracks[track].segments = segments
  }

  /// Adds samples of one description that follow each other; `bytes` are those of all of them.
  ///
  /// - Throws: `unfit` for a description that the track does not have; `excessive` for numbers that no table holds;
  ///   `malformed` for decode times that go back; what writing throws.
  public func append(_ run: SampleRun, _ bytes: SampleBytes, toTrack track: Int) throws(MovieError) {
    precondition(!isFinished, "the movie is finished")
    let writer = tracks[track]
    guard writer.draft.sampleEntries.indices.contains(run.first.descriptionIndex) else {
      throw MovieError(
        .unfit, "a sample has description \(run.first.descriptionIndex + 1) of \(writer.draft.sampleEntries.count)")
    }
    guard run.canBeCounted else {
      throw MovieError(.excessive, "\(run.count) samples of \(run.first.size) bytes have times that exceed 61 bits")
    }
    guard bytes.count == run.byteCount else {
      throw MovieError(.malformed, "\(run.count) samples of \(run.first.size) bytes have \(bytes.count) together")
    }
    try writer.take(run, bytes) { run, bytes throws(MovieError) in try place(run, bytes, writer) }
  }

  /// Adds one sample.
  public func append(_ sample: Sample, _ bytes: SampleBytes, toTrack track: Int) throws(MovieError) {
    try append(SampleRun(first: sample, count: 1), bytes, toTrack: track)
  }

  /// Says that a track gets no more samples, so that nobody waits for them.
  public func finishTrack(_ track: Int) throws(MovieError) {
    let writer = tracks[track]
    try writer.finish { run, bytes throws(MovieError) in try place(run, bytes, writer) }
    if fragments != nil { try writeFragments() }
  }

  /// Writes what is missing; nothing can be appended after this.
  public func finish() throws(MovieError) {
    precondition(!isFinished, "the movie is finished")
    for writer in tracks {
      try writer.finish { run, bytes throws(MovieError) in try place(run, bytes, writer) }
      if writer.isPresented { writer.tables.stretchToEnd() }
    }
    isFinished = true
    if fragments != nil { try finishFragments() } else { try finishOnePiece() }
    try sink.commit()
  }

  /// Puts samples whose decode times are certain into the file, or where they wait for more of their kind.
  private func place(_ run: SampleRun, _ bytes: SampleBytes, _ writer: TrackWriter) throws(MovieError) {
    guard fragments != nil else { return try placeInChunk(run, bytes, writer) }
    try writer.tables.note(run)
    writer.fragment.append(run, bytes)
    try writeFragments()
  }
}

extension BoxWriter {
  /// Adds a box that means nothing; of at least 8 bytes.
  mutating func writeFree(_ size: Int) {
    box("free") { $0.zeros(size - 8) }
  }
}
