/// Copies the tracks of a movie into another file: samples, times and descriptions are unchanged.
///
///     let copy = try MovieCopy(Movie(path: "in.mov"), to: .mp4)
///     try copy.write(to: FileByteSink(creating: "out.mp4"), layout: copy.headersFirst()) { bytes, all in … }
///
/// Media bytes are copied by the kernel where it can. Media outside of the edits are copied, and stay outside.
public struct MovieCopy {
  public let movie: Movie
  public let format: MovieFormat
  /// The copied tracks.
  public let tracks: [Track]
  /// The metadata of the movie and its tracks that the format cannot hold; nil stands for the movie.
  public let omittedMetadata: [(track: UInt32?, item: MetadataItem)]
  private let drafts: [TrackDraft]
  private let draft: MovieDraft

  /// - Parameter tracks: The tracks to copy; nil for all.
  /// - Throws: `unfit` if the format cannot hold one of them; `protected` if one is encrypted; read errors.
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

  /// Returns the number of bytes of all samples.
  public func byteCount() throws(MovieError) -> Int64 {
    var sum: Int64 = 0
    for track in tracks { sum += try track.samples().byteCount }
    return sum
  }

  /// Returns a layout with the headers first and exactly the room they need, so that nothing is moved: the size is
  /// found by making all tables.
  ///
  /// - Throws: The errors of `write`.
  public func headersFirst() throws(MovieError) -> MovieWriter.Layout {
    let counter = CountingByteSink()
    try write(to: counter)
    return .headersFirst(asInFileOf: counter.count, media: try byteCount(), draft)
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - sink: The sink; except for fragments, one whose bytes can be changed.
  ///   - progress: Called with the number of sample bytes written, and of all sample bytes; may throw to stop.
  /// - Throws: `unfit` if the sink does not support the layout; `truncated`, `malformed` or `excessive` for missing or
  ///   invalid samples; read and write errors; errors of `progress`.
  public func write(
    to sink: any ByteSink, layout: MovieWriter.Layout = .headersLast,
    progress: (Int64, Int64) throws(MovieError) -> Void = { _, _ in }
  ) throws(MovieError) {
    let writer = try MovieWriter(draft, to: sink, layout: layout)
    if case .fragments(let interval) = layout { writer.fragmentIndexCapacity = try fragmentCount(interval) }
    // In fragments each track has a run of its own, whatever the order in the source.
    writer.keepsOrder = !layout.isFragmented
    let lead = layout.isFragmented ? .zero : Self.largestLead
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

  /// The maximum time by which a track may be ahead of another one whose samples follow in the source.
  private static let largestLead = CMTime(value: 1, timescale: 1)

  /// Returns the next cursor to copy, and the time up to which.
  ///
  /// Samples stay in the order of the source, so that the kernel copies long pieces, as long as no track gets far
  /// ahead; otherwise the track that is furthest behind gets the next slice.
  private static func next(_ cursors: [CopyCursor], lead: CMTime, slice: CMTime) -> (Int, end: CMTime)? {
    guard let behind = cursors.indices.min(by: { cursors[$0].time < cursors[$1].time }) else { return nil }
    let limit = cursors[behind].time + lead
    let first = cursors.indices.filter { cursors[$0].time < limit }.min { cursors[$0].offset < cursors[$1].offset }
    guard let first, first != behind else { return (behind, cursors[behind].time + slice) }
    return (first, limit)
  }

  /// Returns the approximate number of fragments of the copy, up to some thousands.
  private func fragmentCount(_ interval: CMTime) throws(MovieError) -> Int {
    var length = CMTime.zero
    for track in tracks {
      length = max(length, CMTime(value: try track.samples().decodeEnd, timescale: track.timescale))
    }
    return MovieWriter.Layout.fragments(interval: interval).indexCapacity(forLength: length)
  }
}

extension TrackReference {
  /// Returns the reference without tracks that are not copied; nil if no other track remains.
  fileprivate func without(_ absent: Set<UInt32>) -> TrackReference? {
    let present = trackIDs.filter { !absent.contains($0) }
    return present.isEmpty && !trackIDs.isEmpty ? nil : TrackReference(type: type, trackIDs: present)
  }
}

extension MovieWriter.Layout {
  /// Returns a layout with the headers first, and the room they need in a file of the same samples with the headers
  /// last.
  ///
  /// - Parameters:
  ///   - size: The size of that file, in bytes.
  ///   - media: The number of bytes of the samples.
  public static func headersFirst(asInFileOf size: Int64, media: Int64, _ draft: MovieDraft) -> Self {
    var fileType = BoxWriter()
    (draft.fileType ?? draft.format.fileType()).write(to: &fileType)
    // Everything except the media and the boxes before and around them.
    return .headersFirst(reserved: size - media - Int64(fileType.count) - 16)
  }
}
