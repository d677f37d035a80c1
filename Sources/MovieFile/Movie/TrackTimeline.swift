/// The exact mapping of a track's media to the movie's timeline by its edits.
public struct TrackTimeline: Sendable {
  /// A segment of the timeline.
  public struct Segment: Hashable, Sendable {
    /// The time range in the movie.
    public let target: CMTimeRange
    /// The part of the media that it shows, at `rate`; nil for an empty segment.
    public let source: CMTimeRange?
    /// The media seconds per movie second; 0 holds one frame.
    public let rate: FixedPoint

    package init(target: CMTimeRange, source: CMTimeRange?, rate: FixedPoint) {
      (self.target, self.source, self.rate) = (target, source, rate)
    }
  }

  /// The segments, in order and without gaps.
  public let segments: [Segment]
  /// The segments with media, by the start of their media; of equal ones the first on the timeline comes first.
  private let byMediaTime: [Segment]
  /// The latest end of media among the segments up to each index.
  private let latestEnds: [CMTime]

  /// - Parameters:
  ///   - edits: The edit list; nil shows all media from 0 on.
  ///   - mediaEnd: The end of the media; edits without a duration extend to it.
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
        // The earlier edits exceed the range of times.
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

  /// The end of the timeline.
  public var duration: CMTime { segments.last?.target.end ?? .zero }

  /// Returns the time at which the movie shows a time of the media, or would show it without the edits.
  ///
  /// Of several segments, the one that starts latest in the media counts. Media outside all segments are placed as if
  /// the previous segment continued, or the first one began earlier: the result may be negative or overlap with others.
  /// Invalid if the track shows no media at all.
  public func movieTime(ofMedia time: CMTime) -> CMTime {
    guard let segment = segment(ofMedia: time) else { return .invalid }
    return segment.movieTime(ofMedia: time)
  }

  /// Returns the segment that places a time of the media; nil if the track shows no media.
  func segment(ofMedia time: CMTime) -> Segment? {
    guard let first = byMediaTime.first else { return nil }
    let after = byMediaTime.partitioningIndex { $0.mediaStart > time }
    guard after > 0 else { return first }
    var index = after - 1
    // The first of those that start at the same time, unless only a longer one before extends that far.
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

  /// Returns the segment at a time of the movie, and the time of the media; nil outside of the timeline. An empty
  /// segment has no time of the media.
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
    // A duration of zero, "up to the end", is written by muxers of fragments, which do not know it.
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
  /// The end of the media; a segment that holds one frame ends with it.
  var mediaEnd: CMTime { source?.end ?? .invalid }

  /// Returns the movie time of a media time, extrapolated beyond this segment in both directions.
  package func movieTime(ofMedia time: CMTime) -> CMTime {
    let offset = time - mediaStart
    guard rate != .one, rate.rawValue > 0 else { return target.start + offset }
    return target.start + CMTimeMultiplyByRatio(offset, multiplier: FixedPoint.one.rawValue, divisor: rate.rawValue)
  }

  /// Returns the media time at a time of the movie; nil for an empty segment.
  func mediaTime(at time: CMTime) -> CMTime? {
    guard let source else { return nil }
    let offset = time - target.start
    if rate == .one { return source.start + offset }
    guard rate.rawValue > 0 else { return source.start }
    return source.start + CMTimeMultiplyByRatio(offset, multiplier: rate.rawValue, divisor: FixedPoint.one.rawValue)
  }
}

extension Track {
  /// Returns the mapping of the media to the movie's timeline.
  ///
  /// The end of the media is the header's, or in fragmented movies, whose header cannot know it, the end of the
  /// samples.
  public func timeline() throws(MovieError) -> TrackTimeline {
    var end = mediaHeader.duration ?? 0
    if end == 0 || isFragmented { end = try samples().presentationRange.upperBound }
    return TrackTimeline(edits: edits, mediaEnd: end, timescale: timescale, movieTimescale: movieTimescale)
  }
}
