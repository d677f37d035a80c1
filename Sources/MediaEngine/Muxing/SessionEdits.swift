import CoreMedia
import MovieFile

/// The parts of a track that a program's sessions show.
///
///     samples   ░░▓▓▓▓▓▓▓▓░   ░▓▓▓▓        a session each: shown from its start, stored before and after
///     movie       ▓▓▓▓▓▓▓▓     ▓▓▓▓        an empty edit where a session has no sample
struct SessionEdits {
  private(set) var sessions: [ProgramSession] = []
  /// The start of the first sample and the end of the last one of each session, in units of the track.
  private var spans: [Int: (first: Int64, end: Int64)] = [:]

  var isEmpty: Bool { sessions.isEmpty }
  var hasSamples: Bool { !spans.isEmpty }
  /// The time of the samples that is 0 in the movie; nil without a session.
  var origin: CMTime? { sessions.first.map { $0.start - $0.target } }

  /// Sets the sessions so far, unless more is known.
  mutating func setSessions(_ new: [ProgramSession]) {
    if new.count > sessions.count || (new.count == sessions.count && sessions.last?.end.isNumeric != true) {
      sessions = new
    }
  }

  /// Notes a sample's presentation, on the stream's timeline.
  ///
  /// - Parameter mediaStart: The start of what a decoder makes of the sample: of an encoder's first packet, all of it is before what is
  ///   heard, and that of its last one begins before the end of the session.
  mutating func note(start: Int64, end: Int64, mediaStart: Int64, timescale: Int32) {
    let time = CMTime(value: mediaStart, timescale: timescale)
    let session = sessions.lastIndex { $0.boundary <= time } ?? 0
    let span = spans[session] ?? (start, end)
    spans[session] = (min(span.first, start), max(span.end, end))
  }

  /// A sample that is written at the movie's own times, as far as its session shows it; in units.
  struct Shown {
    var start: Int64
    /// Nil if the sample has no end of its own.
    var end: Int64?
    /// The part of the sample before its session.
    var hidden: CMTime
  }

  /// Returns the part of a sample that its session shows; nil if that is none of it.
  func shown(_ start: Int64, end: Int64?, timescale: Int32) -> Shown? {
    guard let session = session(at: start, timescale: timescale) else { return nil }
    let time = CMTime(value: start, timescale: timescale)
    let shown = Shown(
      start: session.movieTime(of: time, timescale: timescale),
      end: end.map { session.movieTime(of: CMTime(value: $0, timescale: timescale), timescale: timescale) },
      hidden: max(.zero, session.start - time))
    let isBehind = session.end.isNumeric && time >= session.end
    return isBehind || shown.end.map({ $0 <= shown.start }) ?? false ? nil : shown
  }

  /// Returns the time of the movie at which the session of a sample ends, in units; nil if it is not known yet.
  func movieEnd(ofSessionAt start: Int64, timescale: Int32) -> Int64? {
    guard let session = session(at: start, timescale: timescale), session.end.isNumeric else { return nil }
    return session.movieTime(of: session.end, timescale: timescale)
  }

  private func session(at place: Int64, timescale: Int32) -> ProgramSession? {
    let time = CMTime(value: place, timescale: timescale)
    return sessions.last { $0.boundary <= time } ?? sessions.first
  }

  /// Returns the track's edits: of a session that shows none of its samples, an empty one if its end is known.
  ///
  /// - Parameters:
  ///   - end: The end of what the track has of the last session with samples, in units; nil for the end of its last sample.
  ///   - areHeld: True if a sample lasts until the next one, or the end of its session, as frames do.
  func segments(timescale: Int32, end: Int64?, areHeld: Bool) -> [TrackTimeline.Segment] {
    let last = spans.keys.max()
    return sessions.indices.compactMap { index in
      let session = sessions[index]
      guard let span = spans[index] else { return session.emptySegment }
      let mediaEnd = index == last ? min(span.end, end ?? span.end) : span.end
      let start = max(session.start, CMTime(value: span.first, timescale: timescale))
      var stop = CMTime(value: mediaEnd, timescale: timescale)
      if session.end.isNumeric { stop = areHeld ? session.end : min(stop, session.end) }
      guard stop > start else { return session.emptySegment }
      let target = CMTimeRange(
        start: session.target + (start - session.start), end: session.target + (stop - session.start))
      return TrackTimeline.Segment(
        target: target, source: CMTimeRange(start: start, end: stop), rate: .one)
    }
  }

  /// Returns the end of the session of the latest samples, in units, if it is after them: the last frame is held up to it. Nil if it is
  /// not, or not known.
  func heldEnd(timescale: Int32) -> Int64? {
    guard let last = spans.keys.max(), let span = spans[last] else { return nil }
    let end = CMTimeConvertScale(sessions[last].end, timescale: timescale, method: .default)
    return end.isNumeric && end.value > span.end ? end.value : nil
  }

  /// Returns where the session of the latest samples begins, as long as none of them is known to be shown: of its length, nothing is known
  /// yet. Nil without a session.
  func expectedSegment(timescale: Int32) -> TrackTimeline.Segment? {
    guard let session = spans.keys.max().map({ sessions[$0] }) ?? sessions.last else { return nil }
    let length = CMTime(value: 1, timescale: timescale)
    return TrackTimeline.Segment(
      target: CMTimeRange(start: session.target, duration: length),
      source: CMTimeRange(start: session.start, duration: length), rate: .one)
  }
}

extension ProgramSession {
  /// Returns the time of the movie at which a time of the stream is shown, or the start or the end of the session beyond which it is; in
  /// units.
  fileprivate func movieTime(of time: CMTime, timescale: Int32) -> Int64 {
    let shown = max(start, end.isNumeric ? min(time, end) : time)
    return CMTimeConvertScale(target + (shown - start), timescale: timescale, method: .default).value
  }

  /// The empty edit of a session that shows nothing; nil without a length.
  fileprivate var emptySegment: TrackTimeline.Segment? {
    guard end.isNumeric, end > start else { return nil }
    return TrackTimeline.Segment(
      target: CMTimeRange(start: target, duration: end - start), source: nil, rate: .one)
  }
}

extension TrackTimeline.Segment {
  /// Returns the segment at an earlier time of the movie.
  func earlier(by distance: CMTime) -> TrackTimeline.Segment {
    TrackTimeline.Segment(
      target: CMTimeRange(start: target.start - distance, duration: target.duration), source: source, rate: rate)
  }
}
