internal import MediaSource

extension CMTime {
  /// The latest time of timelines, after 292 years: graphs count nanoseconds, in 64 bits.
  static let timelineEnd = CMTime(value: .max, timescale: 1_000_000_000)

  /// True for a number that is no later than timelines go on, in any epoch.
  var isOnTimeline: Bool {
    isNumber && Int128(value) * 1_000_000_000 <= Int128(Int64.max) * Int128(timescale)
  }
}

extension CMTimeRange {
  /// True if the range has a start, or begins with what there is, and has a duration, or goes on to the end.
  var hasReadableTimes: Bool {
    (start.isNumber || start.isNegativeInfinity) && (duration.isNumber || duration.isPositiveInfinity)
  }

  /// The part of the range that timelines have, which begin at zero: all of it without a beginning and an end.
  var onTimeline: CMTimeRange {
    if start.isNegativeInfinity && duration.isPositiveInfinity { return .wholeTimeline }
    guard start <= .timelineEnd else { return .zero }
    let shown = intersection(.wholeTimeline)
    return shown.end <= .timelineEnd ? shown : CMTimeRange(start: shown.start, end: .positiveInfinity)
  }
}
