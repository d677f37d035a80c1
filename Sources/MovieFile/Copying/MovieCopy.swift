/// Copies the tracks of a movie into another file: samples, times and descriptions are unchanged.
///
///     let copy = try MovieCopy(Movie(path: "in.mov"), to: .mp4)
///     try copy.write(to: FileByteSink(creating: "out.mp4"), layout: copy.headersFirst()) { bytes, all in … }
///
/// Media bytes are copied by the kernel where it can. Media outside of the edits are copied, and stay outside; of a part of a
/// movie, only the samples that it needs.
public struct MovieCopy {
  public let movie: Movie
  public let format: MovieFormat
  /// The copied tracks.
  public let tracks: [Track]
  /// The tracks of texts, timecode and metadata that the format cannot hold, and the reason.
  public let omittedTracks: [(track: Track, reason: String)]
  /// The metadata of the movie and its tracks that the format cannot hold; nil stands for the movie.
  public let omittedMetadata: [(track: UInt32?, item: MetadataItem)]
  private let copies: [CopiedTable]
  /// Chapters in place of the movie's own, and the end of the copy; nil for those of the movie.
  private let chapters: (lists: [ChapterList], end: CMTime)?
  private let draft: MovieDraft

  /// - Parameters:
  ///   - tracks: The tracks to copy; nil for all but the texts, timecode and metadata that the format cannot hold.
  ///   - range: The part of the movie's timeline to copy; nil for all of it.
  ///   - metadata: The boxes of the copy's metadata; nil for those of the movie, as far as the format holds them.
  ///   - chapters: Chapters in place of the movie's own, and the end of the copy; nil for those of the movie.
  ///   - omitsPrivate: True to leave out private metadata of the tracks: places, people, and what is not understood.
  /// - Throws: `notStorable` if the format cannot hold one of them; `protected` if one is encrypted; read errors.
  public init(
    _ movie: Movie, to format: MovieFormat, tracks: [Track]? = nil, range: CMTimeRange? = nil,
    metadata: [RawBox]? = nil, chapters: (lists: [ChapterList], end: CMTime)? = nil, omitsPrivate: Bool = false
  ) throws(MovieError) {
    self.movie = movie
    self.format = format
    self.chapters = chapters
    // Texts and pictures of chapters are tracks, too, which only other tracks' references name.
    let chapterTracks = chapters == nil ? [] : Set(movie.tracks.flatMap(\.chapterTrackIDs))
    let wanted = (tracks ?? movie.tracks).filter { !chapterTracks.contains($0.id) }
    let omitted = tracks == nil ? Self.omittedTracks(of: wanted, in: format) : []
    omittedTracks = omitted
    self.tracks = wanted.filter { track in !omitted.contains { $0.track.id == track.id } }
    var draft = try MovieDraft(copying: movie, to: format, tracks: self.tracks)
    if let metadata { draft.boxes = metadata }
    // The times of a part need not be whole in the movie's units.
    if range != nil { draft.timescale = nil }
    self.draft = draft
    let absent = Set(movie.tracks.map(\.id)).subtracting(self.tracks.map(\.id))
    var copies: [CopiedTable] = []
    let timescale = draft.timescale ?? 600
    for track in self.tracks {
      var draft = try MovieError.naming(track: Int(track.id)) { () throws(MovieError) in
        try TrackDraft(
          copying: track, of: movie, to: format, movieTimescale: timescale, omitsPrivate: omitsPrivate)
      }
      draft.references = draft.references.compactMap { $0.without(absent) }
      var copy = CopiedTable(movie: movie, track: track, draft: draft)
      if let range { try copy.limit(to: range) }
      copies.append(copy)
    }
    self.copies = copies
    guard metadata == nil else {
      omittedMetadata = []
      return
    }
    var items = try CopiedMetadata(movie, to: format).omitted.map { item in (nil as UInt32?, item) }
    for track in self.tracks {
      items += try CopiedMetadata(movie, track, to: format).omitted.map { (track.id, $0) }
    }
    omittedMetadata = items
  }

  /// Returns the tracks besides video and audio that a format cannot hold; none of a movie without video and audio, whose copy would be
  /// empty.
  private static func omittedTracks(of tracks: [Track], in format: MovieFormat) -> [(track: Track, reason: String)] {
    let media: Set<BoxType> = [.video, .audio, "auxv", "pict"]
    let others = tracks.filter { !media.contains($0.handlerType) }
    guard others.count < tracks.count else { return [] }
    var omitted: [(track: Track, reason: String)] = []
    for track in others {
      for description in track.sampleDescriptions {
        let code = description.format
        guard let reason = format.unsupportedReason(of: code, handler: track.handlerType) else { continue }
        omitted.append((track, "\(format.name) cannot hold '\(code.text)': \(reason)"))
        break
      }
    }
    return omitted
  }

  /// Returns the number of samples of each of the ``tracks``.
  ///
  /// - Throws: Read errors of the tables.
  public func sampleCounts() throws(MovieError) -> [Int] {
    var counts: [Int] = []
    for copy in copies { counts.append(try copy.sampleCount()) }
    return counts
  }

  /// Returns the number of bytes of all samples.
  public func byteCount() throws(MovieError) -> Int64 {
    var sum: Int64 = 0
    for copy in copies { sum += try copy.byteCount() }
    return sum
  }

  /// Returns a size that no copy exceeds, in bytes.
  ///
  /// - Throws: Read errors of the tables.
  public func greatestSize() throws(MovieError) -> Int64 {
    // A sample's size, duration, offset of presentation, sync and chunk entries; headers; metadata.
    var sum: Int64 = 4096
    for box in draft.boxes { sum += Int64(box.payload.count) + 8 }
    for copy in copies {
      sum += 4096 + 40 * Int64(try copy.sampleCount()) + (try copy.byteCount())
      for entry in copy.draft.sampleEntries { sum += Int64(entry.contents.count) }
    }
    return sum
  }

  /// Returns a layout with the headers first and exactly the room they need, so that nothing is moved: the size is
  /// found by making all tables.
  ///
  /// - Throws: The errors of `write`.
  public func headersFirst() throws -> MovieWriter.Layout {
    let counter = CountingByteSink()
    try write(to: counter)
    return .headersFirst(asInFileOf: counter.count, media: try byteCount(), draft)
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - sink: The sink; except for fragments, one whose bytes can be changed.
  ///   - progress: Called with the number of sample bytes written, and of all sample bytes; may throw to stop.
  /// - Throws: `MovieError`: `notStorable` if the sink does not support the layout; `truncated`, `malformed` or `excessive`
  ///   for missing or invalid samples; read and write errors. Errors of `progress`.
  public func write(
    to sink: any ByteSink, layout: MovieWriter.Layout = .headersLast,
    progress: (Int64, Int64) throws -> Void = { _, _ in }
  ) throws {
    let writer = try MovieWriter(draft, to: sink, layout: layout)
    var slice = writer.chunkDuration
    if case .fragments(let interval) = layout {
      writer.fragmentIndexCapacity = try fragmentCount(interval)
      slice = min(slice, interval)
    }
    // In fragments each track has a run of its own, whatever the order in the source.
    writer.keepsOrder = !layout.isFragmented
    try InterleavedCopy(copies, lead: layout.isFragmented ? .zero : Self.largestLead, slice: slice)
      .write(to: writer, progress: progress)
    if let chapters, !chapters.lists.isEmpty, !layout.isFragmented {
      let numbers = tracks.indices.filter { [.video, .audio].contains(tracks[$0].handlerType) }
      try writer.addChapters(chapters.lists, ofTracks: numbers, end: chapters.end)
    }
    try writer.finish()
  }

  /// The maximum time by which a track may be ahead of another one whose samples follow in the source.
  private static let largestLead = CMTime(value: 1, timescale: 1)

  /// Returns the approximate number of fragments of the copy, up to some thousands.
  private func fragmentCount(_ interval: CMTime) throws(MovieError) -> Int {
    var length = CMTime.zero
    for track in tracks {
      length = max(length, CMTime(value: try track.samples().decodeEnd, timescale: track.timescale))
    }
    return MovieWriter.Layout.fragments(interval: interval).indexCapacity(forLength: length)
  }
}

extension Track {
  /// The tracks of the chapters that the track refers to.
  fileprivate var chapterTrackIDs: [UInt32] { references.filter { $0.type == "chap" }.flatMap(\.trackIDs) }
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
