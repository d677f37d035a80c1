/// Copies the tracks of a movie into another file: samples, times and descriptions as they are.
///
///     let copy = try MovieCopy(Movie(path: "in.mov"), to: .mp4)
///     try copy.write(to: FileByteSink(creating: "out.mp4"), headersFirst: true) { bytes, all in … }
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
    var drafts: [TrackDraft] = []
    for track in self.tracks {
      drafts.append(try TrackDraft(copying: track, of: movie, to: format, movieTimescale: draft.timescale ?? 600))
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

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - headersFirst: Whether playback can begin before all of the file is there. How large the headers will be is worked
  ///     out beforehand: nothing is moved.
  ///   - progress: Called with the bytes of samples that are written, and of all of them; may throw to stop.
  public func write(
    to sink: any RandomAccessByteSink, headersFirst: Bool = false,
    progress: (Int64, Int64) throws(MovieError) -> Void = { _, _ in }
  ) throws(MovieError) {
    guard headersFirst else { return try write(to: sink, layout: .headersLast, progress: progress) }
    let counter = CountingByteSink()
    try write(to: counter, layout: .headersLast) { _, _ in }
    let layout = MovieWriter.Layout.headersFirst(asInFileOf: counter.count, media: try byteCount(), draft)
    try write(to: sink, layout: layout, progress: progress)
  }

  /// Writes the file in a layout of the caller's choice.
  public func write(
    to sink: any ByteSink, layout: MovieWriter.Layout, progress: (Int64, Int64) throws(MovieError) -> Void = { _, _ in }
  ) throws(MovieError) {
    let writer = try MovieWriter(draft, to: sink, layout: layout)
    if case .fragments(let interval) = layout { writer.fragmentIndexCapacity = try fragmentCount(interval) }
    var cursors: [Cursor] = []
    for (track, draft) in zip(tracks, drafts) {
      let number = try writer.addTrack(draft)
      let samples = try track.samples()
      if samples.count > 0 {
        cursors.append(Cursor(track: track, number: number, samples: samples))
      } else {
        try writer.finishTrack(number)
      }
    }
    let all = try byteCount()
    var done: Int64 = 0
    // Half a second of the track that is furthest behind, again and again.
    while let next = cursors.indices.min(by: { cursors[$0].time < cursors[$1].time }) {
      done += try copySlice(&cursors[next], writer)
      try progress(done, all)
      if cursors[next].isAtEnd {
        try writer.finishTrack(cursors[next].number)
        cursors.remove(at: next)
      }
    }
    try writer.finish()
  }

  /// About how many fragments the copy will have, up to some thousands.
  private func fragmentCount(_ interval: CMTime) throws(MovieError) -> Int {
    var length = CMTime.zero
    for track in tracks {
      length = max(length, CMTime(value: try track.samples().decodeEnd, timescale: track.timescale))
    }
    let count = (length.seconds / interval.seconds).rounded(.up)
    return count < 4096 ? Int(count) + 1 : 4096
  }

  /// Where the copy of a track is.
  private struct Cursor {
    let track: Track
    let number: Int
    let samples: SampleTable
    var sample = 0
    /// The decode time of the next sample.
    var time = CMTime.zero

    var isAtEnd: Bool { sample >= samples.count }
  }

  private func copySlice(_ cursor: inout Cursor, _ writer: MovieWriter) throws(MovieError) -> Int64 {
    let slice = CMTimeConvertScale(writer.chunkDuration, timescale: cursor.track.timescale, method: .default).value
    var bytes: Int64 = 0
    var start: Int64?
    while !cursor.isAtEnd {
      var run = try cursor.samples.run(from: cursor.sample)
      let time = run.first.decodeTime
      cursor.time = CMTime(value: time, timescale: cursor.track.timescale)
      if let start, time - start >= slice { break }
      start = start ?? time
      // Sound that is stored sample by sample comes in runs of any length.
      // Readers take 1024 frames at once.
      if run.count > 1024, run.first.duration == 1 { run.count = min(run.count, max(1024, Int(slice) / 1024 * 1024)) }
      let source = try movie.source(of: run.first, in: cursor.track)
      let range = run.first.offset..<run.first.offset + run.byteCount
      guard range.lowerBound >= 0, range.upperBound <= source.size else {
        throw MovieError(
          .truncated, "the file ends before sample \(run.first.index) does", offset: source.size, file: source.name)
      }
      try writer.append(run, .range(range, source), toTrack: cursor.number)
      bytes += run.byteCount
      cursor.sample += run.count
      cursor.time = CMTime(value: run.decodeEnd, timescale: cursor.track.timescale)
    }
    return bytes
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
