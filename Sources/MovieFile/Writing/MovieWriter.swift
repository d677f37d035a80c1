/// Writes a movie file: headers, media and tables, from samples that are appended track by track.
///
///     let writer = try MovieWriter(MovieDraft(.mp4), to: FileByteSink(creating: path))
///     let video = try writer.addTrack(draft)
///     try writer.append(sample, .memory(bytes), toTrack: video)
///     try writer.finish()
///
/// Memory is bounded by the tables, about five bytes a sample, and half a second of media of each track. Used by one
/// thread at a time. The tracks' samples may be appended in any order; the file is best interleaved if their times
/// advance together.
public final class MovieWriter {
  /// The order of headers and media in the file.
  public enum Layout: Hashable, Sendable {
    /// Media first, headers at the end: nothing is written twice.
    case headersLast
    /// Headers first, so that playback can begin before all of the file is loaded.
    ///
    /// Room for them is reserved; if they turn out to be larger, the media are moved once.
    ///
    /// - Parameter reserved: The bytes to reserve, up to 64 MB; 0 if the size is unknown.
    case headersFirst(reserved: Int64)
    /// Movie fragments: the file can be read up to the last complete fragment at any time.
    ///
    /// - Parameter interval: The duration of a fragment, whose multiples the fragments end at; positive. Some end
    ///   earlier: where the sample description changes, and before sync frames. With positive infinity, they end where
    ///   `endFragment()` is called.
    case fragments(interval: CMTime)

    package var isFragmented: Bool { if case .fragments = self { true } else { false } }
  }

  public let layout: Layout
  let movie: WrittenMovie
  private let arrangement: any MovieLayout
  private var isFinished = false
  /// True if samples are in the file in the order in which they are appended; otherwise each track's are collected in
  /// chunks of about `chunkDuration`. Ignored in fragments.
  var keepsOrder: Bool {
    get { movie.preferences.keepsOrder }
    set { movie.preferences.keepsOrder = newValue }
  }
  /// The maximum duration of a chunk.
  public var chunkDuration: CMTime {
    get { movie.preferences.chunkDuration }
    set { movie.preferences.chunkDuration = newValue }
  }
  /// The number of entries of the fragment index, with which players that load parts of the file seek: the number of
  /// fragments, or fewer; 0 for no index. Requires a sink whose bytes can be changed; to be set before the first
  /// sample.
  public var fragmentIndexCapacity: Int {
    get { movie.preferences.fragmentIndexCapacity }
    set { movie.preferences.fragmentIndexCapacity = newValue }
  }

  /// The number of the first fragment; each other one has one more. To be set before the first sample.
  public var firstFragmentNumber: UInt32 {
    get { movie.preferences.firstFragmentNumber }
    set { movie.preferences.firstFragmentNumber = newValue }
  }

  /// The expected duration of a movie in fragments ('mehd'), which its headers state until the duration is known; nil, as it is at first,
  /// if they state none. To be set before the first sample.
  public var durationHint: CMTime? {
    get { movie.preferences.durationHint }
    set { movie.preferences.durationHint = newValue }
  }

  /// - Throws: `notStorable` if the layout needs to change written bytes, and the sink cannot.
  public init(_ draft: MovieDraft, to sink: any ByteSink, layout: Layout = .headersLast) throws(MovieError) {
    self.layout = layout
    movie = WrittenMovie(draft, to: sink)
    switch layout {
    case .fragments(let interval): arrangement = try FragmentLayout(movie, interval: interval)
    case .headersLast: arrangement = try OnePieceLayout(movie, reserving: nil)
    case .headersFirst(let reserved): arrangement = try OnePieceLayout(movie, reserving: reserved)
    }
  }

  /// Adds a track.
  ///
  /// - Returns: The track's number, for `append`: its index among the tracks.
  /// - Throws: `notStorable` if the format cannot hold it, or the headers are written.
  @discardableResult
  public func addTrack(_ draft: TrackDraft) throws(MovieError) -> Int {
    guard !arrangement.hasHeaders else {
      throw MovieError(.notStorable, "the tracks of a movie in fragments are known before its first fragment")
    }
    try movie.draft.format.check(draft)
    let used = Set(movie.tracks.map(\.id))
    let id = draft.id != 0 ? draft.id : (used.max() ?? 0) + 1
    guard !used.contains(id), id < .max else { throw MovieError(.notStorable, "two tracks have the identifier \(id)") }
    movie.tracks.append(TrackWriter(draft, id: id))
    arrangement.addTrack()
    return movie.tracks.count - 1
  }

  /// Returns the number of sample descriptions of a track.
  public func descriptionCount(ofTrack track: Int) -> Int { movie.tracks[track].draft.sampleEntries.count }

  /// Returns the identifier of a track.
  public func id(ofTrack track: Int) -> UInt32 { movie.tracks[track].id }

  /// Changes a track's properties; in a movie in fragments, written headers stay as they are.
  public func updateTrack(_ track: Int, _ body: (inout TrackDraft) -> Void) throws(MovieError) {
    var draft = movie.tracks[track].draft
    body(&draft)
    guard !arrangement.hasHeaders || draft.sampleEntries == movie.tracks[track].draft.sampleEntries else {
      throw MovieError(
        .notStorable, "the sample descriptions of a movie in fragments are known before its first fragment")
    }
    try movie.draft.format.check(draft)
    movie.tracks[track].draft = draft
  }

  /// Changes the movie's properties.
  public func updateMovie(_ body: (inout MovieDraft) -> Void) { body(&movie.draft) }

  /// Sets a track's edits; their sources are on the timeline of its samples' presentation times.
  ///
  /// Without them, all of a presented track's samples are shown at their own times.
  public func setSegments(_ segments: [TrackTimeline.Segment]?, ofTrack track: Int) {
    movie.tracks[track].segments = segments
  }

  /// Adds consecutive samples of one description; `bytes` are those of all of them.
  ///
  /// - Throws: `notStorable` for a description that the track does not have; `excessive` for numbers beyond the tables'
  ///   limits; `malformed` for decreasing decode times; write errors.
  public func append(_ run: SampleRun, _ bytes: SampleBytes, toTrack track: Int) throws(MovieError) {
    precondition(!isFinished, "the movie is finished")
    let writer = movie.tracks[track]
    guard writer.draft.sampleEntries.indices.contains(run.first.descriptionIndex) else {
      throw MovieError(
        .notStorable,
        "a sample has description \(run.first.descriptionIndex + 1) of \(writer.draft.sampleEntries.count)")
    }
    guard run.canBeCounted else {
      throw MovieError(.excessive, "\(run.count) samples of \(run.first.size) bytes have times that exceed 61 bits")
    }
    guard bytes.count == run.byteCount else {
      throw MovieError(.malformed, "\(run.count) samples of \(run.first.size) bytes have \(bytes.count) together")
    }
    try writer.take(run, bytes) { run, bytes throws(MovieError) in try arrangement.place(run, bytes, track) }
  }

  /// Adds one sample.
  public func append(_ sample: Sample, _ bytes: SampleBytes, toTrack track: Int) throws(MovieError) {
    try append(SampleRun(first: sample, count: 1), bytes, toTrack: track)
  }

  /// Ends a segment of a movie in fragments at a time of the samples: the next one begins with the first fragment from it on
  /// that players can start at, after a 'styp' box.
  public func endSegment(at time: CMTime) { (arrangement as? FragmentLayout)?.endSegment(at: time) }

  /// Has fragments end at multiples of their interval after a time of the samples, instead of the movie's start; before the first sample.
  public func countFragments(from time: CMTime) { (arrangement as? FragmentLayout)?.start = time }

  /// Has samples in fragments keep their times, less an origin, whatever segments show; before the first sample.
  ///
  /// No edit moves them: what is needed before the first frame or sound is decoded before its time. Only where that would be before 0
  /// is the track late, and an edit compensates for it.
  public func keepTimes(from origin: CMTime) { (arrangement as? FragmentLayout)?.origin = origin }

  /// Writes the samples of a track that wait for more of their chunk, in a movie in one piece.
  public func writePendingSamples(ofTrack track: Int) throws(MovieError) {
    try (arrangement as? OnePieceLayout)?.writePending(track)
  }

  public func limitPresentation(to end: Int64, ofTrack track: Int) {
    movie.tracks[track].tables.presentationLimit = end
  }

  public func holdPresentation(to end: Int64, ofTrack track: Int) { movie.tracks[track].tables.heldEnd = end }

  /// Ends a track, so that fragments do not wait for its samples.
  public func finishTrack(_ track: Int) throws(MovieError) {
    try movie.tracks[track].finish { run, bytes throws(MovieError) in try arrangement.place(run, bytes, track) }
    try arrangement.trackEnded()
  }

  /// Writes the samples so far as a fragment, as far as their decode times are certain; nothing in a movie in one piece.
  ///
  /// - Throws: The errors of `append`.
  public func endFragment() throws(MovieError) { try arrangement.endFragment() }

  /// Writes the rest of the file; nothing can be appended afterwards.
  public func finish() throws(MovieError) {
    precondition(!isFinished, "the movie is finished")
    for (track, writer) in movie.tracks.enumerated() {
      try writer.finish { run, bytes throws(MovieError) in try arrangement.place(run, bytes, track) }
      if writer.isPresented { writer.tables.stretchToEnd() }
    }
    isFinished = true
    try arrangement.finish()
    try movie.sink.commit()
  }
}

extension BoxWriter {
  /// Adds a free box of at least 8 bytes.
  mutating func writeFree(_ size: Int) {
    box("free") { $0.zeros(size - 8) }
  }
}
