/// A track of a movie to copy: its bytes go where the samples go by the kernel, if it can.
struct CopiedTable: CopiedMedia {
  let movie: Movie
  let track: Track
  var draft: TrackDraft
  /// The edits of a part; nil where the draft has them.
  var segments: [TrackTimeline.Segment]?
  /// The samples that are copied; nil for all.
  var range: Range<Int>?

  func byteCount() throws(MovieError) -> Int64 {
    let samples = try track.samples()
    guard let range else { return samples.byteCount }
    var sum: Int64 = 0
    var index = range.lowerBound
    while index < range.upperBound {
      let run = try samples.run(from: index, before: range.upperBound)
      sum += run.byteCount
      index += run.count
    }
    return sum
  }

  /// Returns the number of samples that are copied.
  func sampleCount() throws(MovieError) -> Int {
    if let range { return range.count }
    return try track.samples().count
  }

  func cursor() throws -> (any CopyCursor)? {
    try TableCopyCursor(track, of: movie, in: range ?? 0..<track.samples().count)
  }
}

/// The position of the copy of a movie's track.
struct TableCopyCursor: CopyCursor {
  private let movie: Movie
  private let track: Track
  private let samples: SampleTable
  /// The end of the samples that are copied.
  private let end: Int
  /// The next samples; at the end, the last ones.
  private var run: SampleRun
  private(set) var isAtEnd = false

  /// Creates a cursor at the first of some samples of a track; nil if there are none.
  init?(_ track: Track, of movie: Movie, in range: Range<Int>) throws(MovieError) {
    samples = try track.samples()
    guard !range.isEmpty else { return nil }
    end = range.upperBound
    run = try samples.run(from: range.lowerBound, before: end)
    (self.movie, self.track) = (movie, track)
  }

  /// The decode time of the next sample.
  var time: CMTime { CMTime(value: run.first.decodeTime, timescale: track.timescale) }

  /// The offset of the next sample in its file.
  var offset: Int64 { run.first.offset }

  /// Copies contiguous samples that are decoded before a time, at least one.
  mutating func copy(
    before end: CMTime, _ slice: CMTime, to writer: any MediaWriter, track number: Int
  ) throws -> Int64 {
    let start = offset
    var position = start
    repeat {
      var piece = run
      if piece.first.duration == 1 {
        let frames = CMTimeConvertScale(slice, timescale: track.timescale, method: .default).value
        // Readers read 1024 frames at once.
        piece.count = min(piece.count, max(1024, Int(frames) / 1024 * 1024))
      }
      let source = try movie.source(of: piece.first, in: track)
      let range = piece.first.offset..<piece.first.offset + piece.byteCount
      guard range.lowerBound >= 0, range.upperBound <= source.size else {
        throw MovieError(
          .truncated, "the file ends before sample \(piece.first.index) does", offset: source.size, file: source.name)
      }
      try writer.append(piece, .range(range, source), toTrack: number)
      position = range.upperBound
      let next = piece.first.index + piece.count
      isAtEnd = next >= self.end
      if !isAtEnd { run = try samples.run(from: next, before: self.end) }
    } while !isAtEnd && offset == position && time < end
    return position - start
  }
}
