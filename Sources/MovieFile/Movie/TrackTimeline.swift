/// How a track's media lie on the movie's timeline: its edits, exactly.
public struct TrackTimeline: Sendable {
  /// A stretch of the timeline.
  public struct Segment: Hashable, Sendable {
    /// Where it is in the movie.
    public let target: CMTimeRange
    /// The part of the media that it shows, at `rate`; nil if it shows nothing.
    public let source: CMTimeRange?
    /// Media seconds a movie second; 0 holds one picture.
    public let rate: FixedPoint

    package init(target: CMTimeRange, source: CMTimeRange?, rate: FixedPoint) {
      (self.target, self.source, self.rate) = (target, source, rate)
    }
  }

  /// What lies where, in order and without gaps.
  public let segments: [Segment]
  /// The segments that show something, by the start of what they show; of equal ones the first on the timeline leads.
  private let byMediaTime: [Segment]
  /// The latest end of what any of the segments up to that place shows.
  private let latestEnds: [CMTime]

  /// - Parameters:
  ///   - edits: Nil shows all media from 0 on.
  ///   - mediaEnd: Where the media end; edits of no length go up to there.
  public init(edits: [Edit]?, mediaEnd: Int64, timescale: Int32, movieTimescale: Int32) {
    let end = CMTime(value: mediaEnd, timescale: timescale)
    var segments: [Segment] = []
    if let edits, !edits.isEmpty {
      var start: Int64 = 0
      for (index, edit) in edits.enumerated() {
        let segment = Segment(
          edit, start: CMTime(value: start, timescale: movieTimescale), mediaEnd: end, isLast: index == edits.count - 1)
        segments.append(segment)
        let (sum, overflow) = start.addingReportingOverflow(edit.duration)
        // The edits before this one fill more time than there is.
        if overflow { break }
        start = sum
      }
    } else {
      let range = CMTimeRange(start: .zero, duration: end)
      segments = [Segment(target: range, source: range, rate: .one)]
    }
    self.segments = segments
    byMediaTime = segments.filter { $0.source != nil }.enumerated().sorted { left, right in
      let (a, b) = (left.element.mediaStart, right.element.mediaStart)
      return a < b || (a == b && left.offset < right.offset)
    }.map(\.element)
    var latest = CMTime.negativeInfinity
    var ends: [CMTime] = []
    for segment in byMediaTime {
      latest = max(latest, segment.mediaEnd)
      ends.append(latest)
    }
    latestEnds = ends
  }

  /// Where the timeline ends.
  public var duration: CMTime { segments.last?.target.end ?? .zero }

  /// Where a time of the media is shown, or would be if the edits did not cut it off.
  ///
  /// Of several places, the one whose segment starts latest in the media. Media that no segment shows are placed as if the
  /// segment before them went on, or the first one began earlier: the result may be negative or overlap with others.
  /// Invalid if the track shows nothing at all.
  public func movieTime(ofMedia time: CMTime) -> CMTime {
    guard let segment = segment(ofMedia: time) else { return .invalid }
    return segment.movieTime(ofMedia: time)
  }

  /// The segment that places a time of the media; nil if the track shows nothing.
  func segment(ofMedia time: CMTime) -> Segment? {
    guard let first = byMediaTime.first else { return nil }
    let after = byMediaTime.partitioningIndex { $0.mediaStart > time }
    guard after > 0 else { return first }
    var index = after - 1
    // The first of those that start at the same time, unless only a longer one before reaches as far.
    while index > 0, byMediaTime[index].mediaEnd <= time ? latestEnds[index - 1] > time : startsLikeTheOneBefore(index)
    {
      index -= 1
    }
    return byMediaTime[index].mediaEnd > time ? byMediaTime[index] : byMediaTime[after - 1]
  }

  private func startsLikeTheOneBefore(_ index: Int) -> Bool {
    byMediaTime[index - 1].mediaStart == byMediaTime[index].mediaStart
      && byMediaTime[index - 1].mediaEnd > byMediaTime[index].mediaStart
  }

  /// What the movie shows at a time: the segment, and the time of the media; nil outside of the timeline. In a segment that
  /// shows nothing, there is no time of the media.
  public func media(at time: CMTime) -> (segment: Segment, time: CMTime?)? {
    let index = segments.partitioningIndex { $0.target.start > time } - 1
    guard index >= 0, segments[index].target.containsTime(time) else { return nil }
    return (segments[index], segments[index].mediaTime(at: time))
  }
}

extension TrackTimeline.Segment {
  init(_ edit: Edit, start: CMTime, mediaEnd: CMTime, isLast: Bool) {
    let mediaStart = edit.mediaTime.map { CMTime(value: $0, timescale: mediaEnd.timescale) }
    rate = edit.rate
    guard let mediaStart else {
      target = CMTimeRange(start: start, duration: CMTime(value: edit.duration, timescale: start.timescale))
      source = nil
      return
    }
    // "Up to the end": what writers of fragments say, who do not know it.
    guard edit.duration > 0 || !isLast else {
      let rest = max(mediaEnd - mediaStart, .zero)
      target = CMTimeRange(start: start, duration: rest)
      source = CMTimeRange(start: mediaStart, duration: rest)
      return
    }
    let duration = CMTime(value: edit.duration, timescale: start.timescale)
    target = CMTimeRange(start: start, duration: duration)
    source = CMTimeRange(
      start: mediaStart,
      duration: rate == .one
        ? duration
        : CMTimeMultiplyByRatio(duration, multiplier: max(rate.rawValue, 0), divisor: FixedPoint.one.rawValue))
  }

  var mediaStart: CMTime { source?.start ?? .invalid }
  /// A segment that holds one picture ends with it.
  var mediaEnd: CMTime { source?.end ?? .invalid }

  /// Where a time of the media is shown, if this segment went on in both directions.
  package func movieTime(ofMedia time: CMTime) -> CMTime {
    let offset = time - mediaStart
    guard rate != .one, rate.rawValue > 0 else { return target.start + offset }
    return target.start + CMTimeMultiplyByRatio(offset, multiplier: FixedPoint.one.rawValue, divisor: rate.rawValue)
  }

  /// What of the media this segment shows at a time of the movie; nil if it shows nothing.
  func mediaTime(at time: CMTime) -> CMTime? {
    guard let source else { return nil }
    let offset = time - target.start
    if rate == .one { return source.start + offset }
    guard rate.rawValue > 0 else { return source.start }
    return source.start + CMTimeMultiplyByRatio(offset, multiplier: rate.rawValue, divisor: FixedPoint.one.rawValue)
  }
}

extension Track {
  /// How the media lie on the movie's timeline.
  ///
  /// The end of the media is what the header states, or in fragmented movies, where it cannot know, the end of the samples.
  public func timeline() throws(MovieError) -> TrackTimeline {
    var end = mediaHeader.duration ?? 0
    if end == 0 || isFragmented { end = try samples().presentationRange.upperBound }
    return TrackTimeline(edits: edits, mediaEnd: end, timescale: timescale, movieTimescale: movieTimescale)
  }
}
