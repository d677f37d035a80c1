/// The position of a track's copy.
struct CopyCursor {
  /// The number that the writer returned for the track.
  let number: Int
  private let movie: Movie
  private let track: Track
  private let samples: SampleTable
  /// The next samples; at the end, the last ones.
  private var run: SampleRun
  private(set) var isAtEnd = false

  /// Creates a cursor at a track's first sample; nil if it has none.
  init?(_ track: Track, of movie: Movie, number: Int) throws(MovieError) {
    samples = try track.samples()
    guard samples.count > 0 else { return nil }
    run = try samples.run(from: 0)
    (self.number, self.movie, self.track) = (number, movie, track)
  }

  /// The decode time of the next sample.
  var time: CMTime { CMTime(value: run.first.decodeTime, timescale: track.timescale) }

  /// The offset of the next sample in its file.
  var offset: Int64 { run.first.offset }

  /// Copies contiguous samples that are decoded before a time, at least one.
  ///
  /// - Parameter slice: The approximate duration to copy at once of PCM, whose runs of equal samples have any length.
  /// - Returns: The number of bytes of the samples.
  mutating func copy(before end: CMTime, _ slice: CMTime, to writer: MovieWriter) throws(MovieError) -> Int64 {
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
