internal import GStreamer
import CoreMedia

/// Finds the frame for a request by the track's tables, without decoding.
///
/// - The decoded frame at hand and the key frames around the time are cheapest: the nearest of those within the
///   tolerances.
/// - Without one, the frame presented at the time itself, or the nearest within the tolerances if there is none.
/// - At the end of the track and after it, the last frame, if the tolerances reach it.
///
/// The actual time is the first presentation of the frame within the tolerances: with a tolerance of zero it is the
/// time itself.
package struct ImageSearch {
  package let core: FrameCore

  package init(core: FrameCore) { self.core = core }

  /// A frame, and its presentation in one piece of the timeline.
  package struct Choice {
    package var piece: EditedTimeline.Piece
    package var index: Int
    package var start: CMTime
    package var end: CMTime
    /// The actual time of the image.
    package var actual: CMTime
  }

  /// - Parameter held: a frame that is already decoded.
  /// - Throws: `DecoderError` with `nothingThere` if no frame is within the tolerances.
  package func choose(_ request: ImageRequest, held: Choice?) throws -> Choice {
    let (time, (lower, upper)) = (request.time, try request.bounds())
    let timeline = try core.timeline()
    let pieces = timeline.pieces.filter { $0.mediaStart != nil && $0.end > lower && $0.start <= upper }
    guard let place = nearest(pieces, to: time) else {
      throw DecoderError(.nothingThere, "nothing is shown at \(time.positionText)")
    }
    let isPastEnd = time >= timeline.end
    if lower < upper, !isPastEnd {
      var candidates = try keys(around: time, in: place).filter { $0.end > lower && $0.start <= upper }
      if let held, held.end > lower, held.start <= upper { candidates.append(held) }
      if var best = candidates.min(by: { Self.distance($0, time) < Self.distance($1, time) }) {
        best.actual = max(best.start, lower)
        return best
      }
    }
    let media =
      time >= place.end ? place.mediaEnd(timescale: scale) - 1 : place.mediaTime(at: time, timescale: scale)
    guard let index = try core.visible(atOrBefore: media) ?? firstVisible(in: place),
      var choice = try choice(index, in: place), choice.end > lower, choice.start <= upper
    else { throw DecoderError(.nothingThere, "nothing is shown at \(time.positionText)") }
    choice.actual = max(choice.start, lower)
    return choice
  }

  private var scale: Int32 { core.track.timescale }

  /// Returns the piece that contains a time, or the nearest one.
  private func nearest(_ pieces: [EditedTimeline.Piece], to time: CMTime) -> EditedTimeline.Piece? {
    func distance(_ piece: EditedTimeline.Piece) -> CMTime {
      time < piece.start ? piece.start - time : time < piece.end ? .zero : time - piece.end
    }
    return pieces.min { distance($0) < distance($1) }
  }

  private static func distance(_ choice: Choice, _ time: CMTime) -> CMTime {
    choice.start > time ? choice.start - time : time < choice.end ? .zero : time - choice.start
  }

  /// The media may begin after the piece does: its first frame is also presented before its own time.
  private func firstVisible(in piece: EditedTimeline.Piece) throws -> Int? {
    guard let start = piece.mediaStart, let next = try core.track.presentationTime(after: start),
      next < piece.mediaEnd(timescale: scale)
    else { return nil }
    return try core.visible(atOrBefore: next)
  }

  /// Returns the last key frame at or before a time and the first one after it, within the piece.
  private func keys(around time: CMTime, in piece: EditedTimeline.Piece) throws -> [Choice] {
    guard piece.rate > 0 else { return [] }
    let (track, media) = (core.track, piece.mediaTime(at: min(time, piece.end), timescale: scale))
    var result: [Choice] = []
    var index = try track.sampleShown(at: media) ?? -1
    // A key frame is decoded before leading frames, which are presented before it.
    var before = try track.syncSample(atOrBefore: max(index, 0))
    while let key = before, try track.sample(key).presentationTime > media || core.isHidden(key) {
      before = try track.syncSample(atOrBefore: key - 1)
    }
    if let before, let choice = try choice(before, in: piece) { result.append(choice) }
    while let after = try track.syncSample(after: index) {
      if try track.sample(after).presentationTime > media, try !core.isHidden(after) {
        if let choice = try choice(after, in: piece) { result.append(choice) }
        break
      }
      index = after
    }
    return result
  }

  /// Returns the choice of a frame; nil if the piece does not show it.
  private func choice(_ index: Int, in piece: EditedTimeline.Piece) throws -> Choice? {
    let sample = try core.track.sample(index)
    if piece.rate == 0 {
      return Choice(piece: piece, index: index, start: piece.start, end: piece.end, actual: piece.start)
    }
    let start = piece.time(ofMedia: sample.presentationTime, timescale: scale)
    let end = min(piece.end, piece.time(ofMedia: try core.nextStart(after: sample), timescale: scale))
    // The last frame is presented until the end of the piece, whatever its duration in the table.
    guard end > piece.start, start < piece.end else { return nil }
    return Choice(piece: piece, index: index, start: start, end: end, actual: start)
  }
}
