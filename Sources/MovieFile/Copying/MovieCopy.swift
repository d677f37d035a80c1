/// Copies the tracks of a movie into another file: samples, times and descriptions as they are.
///
///     let copy = try MovieCopy(Movie(path: "in.mov"), to: .mp4)
///     try copy.write(to: FileByteSink(creating: "out.mp4"), layout: copy.headersFirst()) { bytes, all in … }
///
/// Coded media are copied by the kernel where it can. What is edited away stays in the file, and edited away.
public struct MovieCopy {
  public let movie: Movie
  public let format: MovieFormat
  /// The tracks that are copied.
  public let tracks: [Track]
  /// What the movie and its tracks say about themselves that the kind of file cannot hold; nil stands for the movie.
  public let omittedMetadata: [(track: UInt32?, item: MetadataItem)]
  private let drafts: [TrackDraft]
  private let draft: MovieDraft

  /// - Parameter tracks: Which tracks to copy; nil for all.
  /// - Throws: `unfit` if the kind of file cannot hold one of them; `protected` if one is encrypted; what reading throws.
  public init(_ movie: Movie, to format: MovieFormat, tracks: [Track]? = nil) throws(MovieError) {
    self.movie = movie
    self.format = format
    self.tracks = tracks ?? movie.tracks
    draft = try MovieDraft(copying: movie, to: format, tracks: self.tracks)
    let absent = Set(movie.tracks.map(\.id)).subtracting(self.tracks.map(\.id))
    var drafts: [TrackDraft] = []
    let timescale = draft.timescale ?? 600
    for track in self.tracks {
      var draft = try MovieError.naming(track: Int(track.id)) { () throws(MovieError) in
        try TrackDraft(copying: track, of: movie, to: format, movieTimescale: timescale)
      }
      draft.references = draft.references.compactMap { $0.without(absent) }
      drafts.append(draft)
    }
    self.drafts = drafts
    var omitted = try CopiedMetadata(movie, to: format).omitted.map { item in (nil as UInt32?, item) }
    for track in self.tracks {
      omitted += try CopiedMetadata(movie, track, to: format).omitted.map { (track.id, $0) }
    }
    omittedMetadata = omitted
  }

  /// Bytes of all samples.
  public func byteCount() throws(MovieError) -> Int64 {
    var sum: Int64 = 0
    for track in tracks { sum += try track.samples().byteCount }
    return sum
  }

  /// Headers first, with as much room as they will need, so that nothing is moved: how much that is, is worked out by making all
  /// tables.
  ///
  /// - Throws: what `write` throws.
  public func headersFirst() throws(MovieError) -> MovieWriter.Layout {
    let counter = CountingByteSink()
    try write(to: counter)
    return .headersFirst(asInFileOf: counter.count, media: try byteCount(), draft)
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - sink: One whose bytes can be changed, but for fragments.
  ///   - progress: Called with the bytes of samples that are written, and of all of them; may throw to stop.
  /// - Throws: `unfit` for a sink that the layout cannot go into; `truncated`, `malformed` or `excessive` for samples that are not
  ///   there or cannot be; what reading, writing and `progress` throw.
  public func write(
    to sink: any ByteSink, layout: MovieWriter.Layout = .headersLast,
    progress: (Int64, Int64) throws(MovieError) -> Void = { _, _ in }
  ) throws(MovieError) {
    let writer = try MovieWriter(draft, to: sink, layout: layout)
    if case .fragments(let interval) = layout { writer.fragmentIndexCapacity = try fragmentCount(interval) }
    // In fragments each track has a run of its own, wherever its samples were.
    let isFragmented = writer.fragments != nil
    writer.keepsOrder = !isFragmented
    let lead = isFragmented ? .zero : Self.largestLead
    var slice = writer.chunkDuration
    if case .fragments(let interval) = layout { slice = min(slice, interval) }
    var cursors: [CopyCursor] = []
    for (track, draft) in zip(tracks, drafts) {
      let number = try writer.addTrack(draft)
      if let cursor = try CopyCursor(track, of: movie, number: number) {
        cursors.append(cursor)
      } else {
        try writer.finishTrack(number)
      }
    }
    let all = try byteCount()
    var done: Int64 = 0
    while let (next, end) = Self.next(cursors, lead: lead, slice: slice) {
      done += try cursors[next].copy(before: end, slice, to: writer)
      try progress(done, all)
      if cursors[next].isAtEnd {
        try writer.finishTrack(cursors[next].number)
        cursors.remove(at: next)
      }
    }
    try writer.finish()
  }

  /// How far the samples of a track may be ahead of another's that come later in the source.
  private static let largestLead = CMTime(value: 1, timescale: 1)

  /// Which track is copied next, and up to which time.
  ///
  /// Samples stay in the order that they have in the source, so that the kernel copies long pieces, as long as no track gets
  /// far ahead; then a slice of the one that is behind is next, again and again.
  private static func next(_ cursors: [CopyCursor], lead: CMTime, slice: CMTime) -> (Int, end: CMTime)? {
    guard let behind = cursors.indices.min(by: { cursors[$0].time < cursors[$1].time }) else { return nil }
    let limit = cursors[behind].time + lead
    let first = cursors.indices.filter { cursors[$0].time < limit }.min { cursors[$0].offset < cursors[$1].offset }
    guard let first, first != behind else { return (behind, cursors[behind].time + slice) }
    return (first, limit)
  }

  /// About how many fragments the copy will have, up to some thousands.
  private func fragmentCount(_ interval: CMTime) throws(MovieError) -> Int {
    var length = CMTime.zero
    for track in tracks {
      length = max(length, CMTime(value: try track.samples().decodeEnd, timescale: track.timescale))
    }
    return MovieWriter.Layout.fragments(interval: interval).indexCapacity(forLength: length)
  }
}

extension TrackReference {
  /// The reference without tracks that are not copied; nil if it was to no others.
  fileprivate func without(_ absent: Set<UInt32>) -> TrackReference? {
    let present = trackIDs.filter { !absent.contains($0) }
    return present.isEmpty && !trackIDs.isEmpty ? nil : TrackReference(type: type, trackIDs: present)
  }
}

extension MovieWriter.Layout {
  /// Headers first, with as much room as they have in a file of the same samples whose headers are last.
  ///
  /// - Parameters:
  ///   - size: The bytes of that file.
  ///   - media: The bytes of the samples.
  public static func headersFirst(asInFileOf size: Int64, media: Int64, _ draft: MovieDraft) -> Self {
    var fileType = BoxWriter()
    (draft.fileType ?? draft.format.fileType()).write(to: &fileType)
    // All that is neither media nor the boxes before and around it.
    return .headersFirst(reserved: size - media - Int64(fileType.count) - 16)
  }
}
