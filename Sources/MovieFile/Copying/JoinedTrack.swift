/// A track whose samples come from several movies, one after the other, as if one encoder had made them all.
///
///     part 1   ▓▓▓▓▓▓▓▓░        ░ is left out: what an encoder took in before and behind its part
///     part 2         ░░▓▓▓▓▓▓▓▓░
///     joined   ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓
package struct JoinedTrack: CopiedMedia {
  /// The samples of one movie.
  package struct Piece: Sendable {
    let movie: Movie
    let track: Track
    let samples: SampleTable
    /// The samples that are copied, by their indices.
    let range: Range<Int>
    /// The distance from the times of the movie's samples to those of the whole.
    let shift: Int64

    /// - Parameters:
    ///   - shift: The distance from the times of the movie's samples to those of the whole, in units of the track.
    ///   - kept: The times of the whole, in the same units, at which the copied samples begin to be shown; nil for all.
    /// - Throws: Read errors.
    package init(_ track: Track, of movie: Movie, shift: Int64, kept: Range<Int64>? = nil) throws(MovieError) {
      (self.movie, self.track, self.shift) = (movie, track, shift)
      let samples = try track.samples()
      self.samples = samples
      guard let kept else {
        range = 0..<samples.count
        return
      }
      var (first, end) = (samples.count, samples.count)
      try samples.forEachRun { run throws(MovieError) in
        // Audio is not reordered: the runs' times increase.
        let start = run.first.presentationTime + shift
        let duration = max(1, run.first.duration)
        func index(of time: Int64) -> Int? {
          guard start + Int64(run.count - 1) * duration >= time else { return nil }
          return run.first.index + Int(max(0, (time - start + duration - 1) / duration))
        }
        if first == samples.count, let index = index(of: kept.lowerBound) { first = index }
        if end == samples.count, kept.upperBound != .max, let index = index(of: kept.upperBound) { end = index }
      }
      range = min(first, end)..<end
    }

    /// The time of the whole at which the first copied sample begins; nil without any.
    package func start() throws(MovieError) -> Int64? {
      range.isEmpty ? nil : try samples[range.lowerBound].presentationTime + shift
    }

    /// The time of the whole at which the last copied sample ends; nil without any.
    package func end() throws(MovieError) -> Int64? {
      guard !range.isEmpty else { return nil }
      let last = try samples[range.upperBound - 1]
      return last.presentationTime + last.duration + shift
    }

    /// The number of copied samples.
    package var count: Int { range.count }
  }

  package private(set) var draft: TrackDraft
  package let segments: [TrackTimeline.Segment]?
  private let pieces: [Piece]
  /// The descriptions of each piece's samples in the whole.
  private let descriptions: [[Int]]
  /// The units of the whole in one of each piece.
  private let factors: [Int64]

  /// - Parameters:
  ///   - pieces: One or more, in order.
  ///   - format: The format of the movie, or of a description of it.
  ///   - segments: The parts that are shown.
  /// - Throws: `notStorable` if the format cannot hold it, or the pieces are of different kinds; read errors.
  package init(_ pieces: [Piece], to format: MovieFormat, segments: [TrackTimeline.Segment]) throws(MovieError) {
    guard let first = pieces.first else { throw MovieError(.notStorable, "there is no part of the track") }
    var draft = try TrackDraft(
      copying: first.track, of: first.movie, to: format, movieTimescale: first.movie.header.timescale)
    // A first part that begins between the units of its source has finer ones than the others.
    guard let timescale = leastCommonMultiple(of: Set(pieces.map(\.track.timescale))) else {
      throw MovieError(.notStorable, "the parts of a track have times in units that have no common ones")
    }
    draft.timescale = timescale
    var descriptions: [[Int]] = []
    for piece in pieces {
      let other = try TrackDraft(
        copying: piece.track, of: piece.movie, to: format, movieTimescale: piece.movie.header.timescale)
      guard other.handlerType == draft.handlerType else {
        throw MovieError(.notStorable, "the parts of a track have different media")
      }
      descriptions.append(
        other.sampleEntries.map { entry in
          if let known = draft.sampleEntries.firstIndex(of: entry) { return known }
          draft.sampleEntries.append(entry)
          return draft.sampleEntries.count - 1
        })
    }
    let isReordered = pieces.contains { $0.samples.isReordered }
    draft.timing = .presented(reorderDepth: isReordered ? 16 : 0)
    draft.references = []
    factors = pieces.map { Int64(timescale / $0.track.timescale) }
    (self.draft, self.pieces, self.descriptions, self.segments) = (draft, pieces, descriptions, segments)
  }

  package func byteCount() throws -> Int64 {
    try pieces.reduce(0) { sum, piece in
      var bytes: Int64 = 0
      try piece.samples.forEachRun(in: piece.range) { bytes += $0.byteCount }
      return sum + bytes
    }
  }

  package func cursor() throws -> (any CopyCursor)? { try Cursor(of: self) }

  private struct Cursor: CopyCursor {
    private let joined: JoinedTrack
    private var piece: Int
    /// The next samples, at their times in the whole; at the end, the last ones.
    private var run: SampleRun
    private(set) var isAtEnd = false

    init?(of joined: JoinedTrack) throws(MovieError) {
      guard let first = joined.pieces.firstIndex(where: { !$0.range.isEmpty }) else { return nil }
      (self.joined, piece) = (joined, first)
      run = try joined.run(from: joined.pieces[first].range.lowerBound, of: first)
    }

    var time: CMTime { CMTime(value: run.first.decodeTime, timescale: joined.draft.timescale) }
    var offset: Int64 { run.first.offset }

    mutating func copy(
      before end: CMTime, _ slice: CMTime, to writer: any MediaWriter, track number: Int
    ) throws -> Int64 {
      var bytes: Int64 = 0
      repeat {
        var next = run
        if next.first.duration == 1 {
          let frames = CMTimeConvertScale(slice, timescale: joined.draft.timescale, method: .default).value
          // Readers read 1024 frames at once.
          next.count = min(next.count, max(1024, Int(frames) / 1024 * 1024))
        }
        let part = joined.pieces[piece]
        var stored = next.first
        stored.descriptionIndex = 0
        let source = try part.movie.source(of: stored, in: part.track)
        let range = next.first.offset..<next.first.offset + next.byteCount
        guard range.lowerBound >= 0, range.upperBound <= source.size else {
          throw MovieError(
            .truncated, "the file ends before sample \(next.first.index) does", offset: source.size, file: source.name)
        }
        try writer.append(next, .range(range, source), toTrack: number)
        bytes += next.byteCount
        try advance(by: next)
      } while !isAtEnd && time < end
      return bytes
    }

    private mutating func advance(by done: SampleRun) throws(MovieError) {
      let index = done.first.index + done.count
      if index < joined.pieces[piece].range.upperBound {
        run = try joined.run(from: index, of: piece)
        return
      }
      guard let following = joined.pieces.indices.first(where: { $0 > piece && !joined.pieces[$0].range.isEmpty })
      else {
        isAtEnd = true
        return
      }
      piece = following
      run = try joined.run(from: joined.pieces[following].range.lowerBound, of: following)
    }
  }

  /// Returns samples of a piece at their times in the whole.
  private func run(from index: Int, of number: Int) throws(MovieError) -> SampleRun {
    let piece = pieces[number]
    var run = try piece.samples.run(from: index, before: piece.range.upperBound)
    let factor = factors[number]
    func whole(_ time: Int64, movedBy shift: Int64) throws(MovieError) -> Int64 {
      let moved = time.addingReportingOverflow(shift)
      let scaled = moved.partialValue.multipliedReportingOverflow(by: factor)
      guard !moved.overflow, !scaled.overflow else {
        throw MovieError(.notStorable, "a part has times that are too late")
      }
      return scaled.partialValue
    }
    run.first.presentationTime = try whole(run.first.presentationTime, movedBy: piece.shift)
    run.first.decodeTime = try whole(run.first.decodeTime, movedBy: piece.shift)
    run.first.duration = try whole(run.first.duration, movedBy: 0)
    run.first.timescale = draft.timescale
    guard run.canBeCounted else { throw MovieError(.notStorable, "a part has times that are too late") }
    let known = descriptions[number]
    run.first.descriptionIndex =
      known.indices.contains(run.first.descriptionIndex) ? known[run.first.descriptionIndex] : 0
    return run
  }
}
