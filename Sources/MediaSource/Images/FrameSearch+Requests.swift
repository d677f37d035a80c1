internal import GStreamer
import CoreMedia

/// The choice of the frame for an image.
///
/// - The decoded frame at hand and the key frames around the time are cheapest: the nearest of those that begin within
///   the tolerances.
/// - Without one, the frame presented at the time itself, or the nearest within the tolerances if there is none. If it
///   begins too early, the next frame, if that begins within the tolerances.
/// - At the end of the track and after it, the last frame, if the tolerances reach it.
/// - Before the first frame of media that begin late, that frame: players show it until then.
///
/// The actual time is the one at which the frame begins. Where a tolerance is infinite or both are zero, a frame that is
/// presented at the earliest permitted time counts as beginning then: with tolerances of zero, the actual time is the time
/// itself.
extension FrameSearch {
  /// A frame, and its presentation in one piece of the timeline.
  package struct Choice: Sendable {
    package var sample: CodedSample
    package var shown: Times
    /// The actual time of the image.
    package var actual: CMTime
  }

  /// - Parameter held: a frame that is already decoded.
  /// - Throws: `DecoderError` with `noSample` if no frame is within the tolerances.
  package func choose(_ request: ImageRequest, held: Choice?) throws -> Choice {
    let (time, bounds) = (stamps.start(request.time), try request.bounds())
    let (lower, upper) = (stamps.start(bounds.lower), stamps.start(bounds.upper))
    let earliest = stamps.end(bounds.lower)
    let countsFromBound = request.countsFromBound(bounds)
    func isShown(_ choice: Choice) -> Bool { choice.shown.end > lower && choice.shown.start <= upper }
    func isNear(_ choice: Choice) -> Bool { isShown(choice) && (countsFromBound || choice.shown.start >= earliest) }
    func timed(_ choice: Choice) -> Choice {
      var choice = choice
      let isFirst = countsFromBound && choice.shown.start <= lower
      choice.actual = isFirst ? bounds.lower : choice.shown.start
      return choice
    }
    let pieces = timeline.pieces.filter { $0.mediaStart != nil && $0.end > lower && $0.start <= upper }
    guard let place = nearest(pieces, to: time) else {
      throw DecoderError(.noSample, "nothing is shown at \(time.positionText)")
    }
    let isPastEnd = time >= timeline.end
    if lower < upper, !isPastEnd {
      var candidates = try keys(around: time, in: place).filter { isNear($0) }
      if let held, isNear(held) { candidates.append(held) }
      if let best = candidates.min(by: { Self.distance($0.shown, time) < Self.distance($1.shown, time) }) {
        return timed(best)
      }
    }
    let end = place.mediaEnd(timescale: scale)
    let media = time >= place.end ? end - 1 : place.mediaTime(at: time, timescale: scale)
    guard let sample = try firstFrame(at: media, before: end), let choice = try choice(sample, in: place),
      try isShown(choice) || track.sample(shownAt: media) == nil || decodableTime(atOrAfter: media) > media
    else { throw DecoderError(.noSample, "nothing is shown at \(time.positionText)") }
    if !isNear(choice), let next = try frame(beginningAfter: time, in: pieces), isNear(next) { return timed(next) }
    return timed(choice)
  }

  private var scale: Int32 { track.timescale }

  /// Returns the first frame that begins after a time; nil if the pieces show none.
  private func frame(beginningAfter time: CMTime, in pieces: [EditedTimeline.Piece]) throws -> Choice? {
    for piece in pieces where piece.end > time {
      let media =
        piece.start > time
        ? piece.mediaStart : try track.presentationTime(after: piece.mediaTime(at: time, timescale: scale))
      guard let media, let sample = try firstFrame(at: media, before: piece.mediaEnd(timescale: scale)),
        let choice = try choice(sample, in: piece)
      else { continue }
      return choice
    }
    return nil
  }

  /// Returns the piece that contains a time, or the nearest one.
  private func nearest(_ pieces: [EditedTimeline.Piece], to time: CMTime) -> EditedTimeline.Piece? {
    func distance(_ piece: EditedTimeline.Piece) -> CMTime {
      time < piece.start ? piece.start - time : time < piece.end ? .zero : time - piece.end
    }
    return pieces.min { distance($0) < distance($1) }
  }

  private static func distance(_ shown: Times, _ time: CMTime) -> CMTime {
    shown.start > time ? shown.start - time : time < shown.end ? .zero : time - shown.start
  }

  /// Returns the last key frame at or before a time and the first one after it, within the piece.
  private func keys(around time: CMTime, in piece: EditedTimeline.Piece) throws -> [Choice] {
    guard piece.rate > 0 else { return [] }
    let media = piece.mediaTime(at: min(time, piece.end), timescale: scale)
    let shown = try track.sample(shownAt: media)
    guard let place = try shown ?? track.firstSample() else { return [] }
    // A key frame is decoded before leading frames, which are presented before it.
    var before = try track.syncSample(atOrBefore: place)
    while let key = before, try key.presentationTime > media || track.isHidden(key) {
      before = try track.syncSample(before: key)
    }
    var after = try shown == nil && place.isSync ? place : track.syncSample(after: place)
    while let key = after, try key.presentationTime <= media || track.isHidden(key) {
      after = try track.syncSample(after: key)
    }
    return try [before, after].compactMap { try $0.flatMap { try choice($0, in: piece) } }
  }

  /// Returns the choice of a frame; nil if the piece does not show it.
  private func choice(_ sample: CodedSample, in piece: EditedTimeline.Piece) throws -> Choice? {
    let shown = try times(of: sample, in: piece)
    guard shown.end > piece.start, shown.start < piece.end else { return nil }
    return Choice(sample: sample, shown: shown, actual: shown.start)
  }
}
