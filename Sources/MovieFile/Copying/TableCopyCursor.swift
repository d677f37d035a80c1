/// A track of a movie to copy: its bytes go where the samples go by the kernel, if it can.
struct CopiedTable: CopiedMedia {
  let movie: Movie
  let track: Track
  let draft: TrackDraft
  var segments: [TrackTimeline.Segment]? { nil }

  func byteCount() throws -> Int64 { try track.samples().byteCount }
  func cursor() throws -> (any CopyCursor)? { try TableCopyCursor(track, of: movie) }
}

/// The position of the copy of a movie's track.
struct TableCopyCursor: CopyCursor {
  private let movie: Movie
  private let track: Track
  private let samples: SampleTable
  /// The next samples; at the end, the last ones.
  private var run: SampleRun
  private(set) var isAtEnd = false

  /// Creates a cursor at a track's first sample; nil if it has none.
  init?(_ track: Track, of movie: Movie) throws(MovieError) {
    samples = try track.samples()
    guard samples.count > 0 else { return nil }
    run = try samples.run(from: 0)
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
      isAtEnd = next >= samples.count
      if !isAtEnd { run = try samples.run(from: next) }
    } while !isAtEnd && offset == position && time < end
    return position - start
  }
}
