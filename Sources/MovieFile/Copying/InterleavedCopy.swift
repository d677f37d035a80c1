/// A track to copy into another file: its properties there, and its samples.
package protocol CopiedMedia {
  var draft: TrackDraft { get }
  /// The edits; nil where the draft has them.
  var segments: [TrackTimeline.Segment]? { get }
  /// Returns the number of bytes of all samples.
  func byteCount() throws -> Int64
  /// Returns a cursor at the first sample; nil if there is none.
  func cursor() throws -> (any CopyCursor)?
}

/// The position of a track's copy.
package protocol CopyCursor {
  /// The decode time of the next sample.
  var time: CMTime { get }
  /// The offset of the next sample in its file.
  var offset: Int64 { get }
  var isAtEnd: Bool { get }
  /// Copies samples that are decoded before a time, at least one.
  ///
  /// - Parameters:
  ///   - slice: The approximate duration to copy at once of PCM, whose runs of equal samples have any length.
  ///   - number: The number that the writer has given to the track.
  /// - Returns: The number of bytes of the samples.
  mutating func copy(
    before end: CMTime, _ slice: CMTime, to writer: any MediaWriter, track number: Int
  ) throws -> Int64
}

/// Copies tracks side by side into a file.
///
///     movie's tables ─▶ TableCopyCursor, bytes by the kernel ─┐
///     other tracks ───▶ a cursor of theirs ──────────────────┴▶ InterleavedCopy ─▶ MovieWriter, AudioFileWriter
package struct InterleavedCopy {
  package let tracks: [any CopiedMedia]
  /// The time by which a track may be ahead of another one whose samples follow in the source: within it, samples stay
  /// in the order of the source, so that the kernel copies long pieces. 0 to take turns by time alone.
  private let lead: CMTime
  /// The duration to copy of the track that is furthest behind.
  private let slice: CMTime

  package init(_ tracks: [any CopiedMedia], lead: CMTime = .zero, slice: CMTime = CMTime(value: 1, timescale: 2)) {
    (self.tracks, self.lead, self.slice) = (tracks, lead, slice)
  }

  /// Returns the number of bytes of all samples.
  package func byteCount() throws -> Int64 { try tracks.reduce(0) { try $0 + $1.byteCount() } }

  /// Adds the tracks and all of their samples to a writer that has none.
  ///
  /// - Parameter progress: Called with the number of sample bytes written, and of all sample bytes; may throw to stop.
  package func write(to writer: any MediaWriter, progress: (Int64, Int64) throws -> Void) throws {
    var cursors: [(number: Int, cursor: any CopyCursor)] = []
    for track in tracks {
      let number = try writer.addTrack(track.draft)
      if let segments = track.segments { writer.setSegments(segments, ofTrack: number) }
      if let cursor = try track.cursor() {
        cursors.append((number, cursor))
      } else {
        try writer.finishTrack(number)
      }
    }
    let all = try byteCount()
    var done: Int64 = 0
    while let (next, end) = next(cursors.map(\.cursor)) {
      done += try cursors[next].cursor.copy(before: end, slice, to: writer, track: cursors[next].number)
      try progress(done, all)
      if cursors[next].cursor.isAtEnd {
        try writer.finishTrack(cursors[next].number)
        cursors.remove(at: next)
      }
    }
  }

  /// Returns the next cursor to copy, and the time up to which.
  private func next(_ cursors: [any CopyCursor]) -> (Int, end: CMTime)? {
    guard let behind = cursors.indices.min(by: { cursors[$0].time < cursors[$1].time }) else { return nil }
    let limit = cursors[behind].time + lead
    let first = cursors.indices.filter { cursors[$0].time < limit }.min { cursors[$0].offset < cursors[$1].offset }
    guard let first, first != behind else { return (behind, cursors[behind].time + slice) }
    return (first, limit)
  }
}
