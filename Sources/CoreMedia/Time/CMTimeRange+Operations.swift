extension CMTimeRange {
  /// Returns true if a time is not before the start and before the end; false for invalid ranges, indefinite ones and
  /// times of another epoch.
  ///
  /// Source: `CMTimeRangeContainsTime`.
  public func containsTime(_ time: CMTime) -> Bool {
    guard isDefinite, time.isValid, !time.isIndefinite, time.isOfEpoch(start) else { return false }
    return start <= time && time < end
  }

  /// Returns true if another range starts not before this one and ends not after it; an empty range contains no range.
  ///
  /// Source: `CMTimeRangeContainsTimeRange`.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool {
    guard isDefinite, !isEmpty, range.isDefinite, range.start.isOfEpoch(start) else { return false }
    return start <= range.start && range.end <= end
  }

  /// The range from the earlier start to the later end; invalid unless both are valid, definite and of one epoch.
  ///
  /// An empty range counts as a position: its union with a later range begins at it.
  ///
  /// Source: `CMTimeRangeGetUnion`.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isDefinite, otherRange.isDefinite, otherRange.start.isOfEpoch(start) else { return .invalid }
    return CMTimeRange(start: min(start, otherRange.start), end: max(end, otherRange.end))
  }

  /// The times that both ranges contain; `zero` if there are none, invalid unless both are valid, definite and of one
  /// epoch.
  ///
  /// Source: `CMTimeRangeGetIntersection`.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isDefinite, otherRange.isDefinite, otherRange.start.isOfEpoch(start) else { return .invalid }
    let (latestStart, earliestEnd) = (max(start, otherRange.start), min(end, otherRange.end))
    return latestStart < earliestEnd ? CMTimeRange(start: latestStart, end: earliestEnd) : .zero
  }

  /// True if both start and end can be computed and compared.
  var isDefinite: Bool { isValid && !isIndefinite && end.isValid }
}

extension CMTime {
  /// Returns true if two times may be compared inside a range: numbers need the same epoch, infinities have none.
  fileprivate func isOfEpoch(_ other: CMTime) -> Bool {
    !isNumeric || !other.isNumeric || epoch == other.epoch
  }

  /// The time of a range that is nearest to this one.
  func clamped(to range: CMTimeRange) -> CMTime {
    guard isValid, range.isDefinite, !range.isEmpty, isOfEpoch(range.start) else { return .invalid }
    if isIndefinite { return self }
    return self < range.start ? range.start : self > range.end ? range.end : self
  }

  /// This time moved by whole durations of a range until it lies inside.
  func folded(into range: CMTimeRange) -> CMTime {
    guard isNumeric, range.isDefinite, !range.isEmpty, range.start.isNumeric, isOfEpoch(range.start) else {
      return .invalid
    }
    if range.containsTime(self) { return self }
    guard range.duration.isNumeric, let time = WideTime(self), let start = WideTime(range.start),
      let duration = WideTime(range.duration),
      let passed = time.adding(start.negated)?.reduced.remainder(dividingBy: duration)
    else { return .invalid }
    let isRounded = hasBeenRounded || range.start.hasBeenRounded || range.duration.hasBeenRounded
    if let sum = start.adding(passed), sum.denominator <= UInt128(Int32.max.magnitude) {
      return sum.time(isRounded: isRounded, epoch: epoch)
    }
    return range.start + passed.time(isRounded: isRounded, epoch: 0)
  }

  /// This duration in the proportion of two ranges.
  func mapped(fromDurationOf source: CMTimeRange, toDurationOf target: CMTimeRange) -> CMTime {
    guard isNumeric, epoch == 0, source.isMappable, target.isMappable else { return .invalid }
    if source.duration.isPositiveInfinity, target.duration.isPositiveInfinity { return self }
    let isRounded = hasBeenRounded || source.duration.hasBeenRounded || target.duration.hasBeenRounded
    guard source.duration.isNumeric, target.duration.isNumeric, let time = WideTime(self),
      let from = WideTime(source.duration), let to = WideTime(target.duration)
    else { return .invalid }
    if let exact = time.multiplied(by: to, dividedBy: from) {
      return exact.time(isRounded: isRounded, epoch: 0)
    }
    return multiplied(by: target.duration.seconds / source.duration.seconds)
  }

  /// This time moved and scaled so that one range becomes the other.
  func mapped(from source: CMTimeRange, to target: CMTimeRange) -> CMTime {
    guard isNumeric, source.isMappable, target.isMappable, source.start.isNumeric, target.start.isNumeric,
      epoch == source.start.epoch
    else { return .invalid }
    let flagged = [self, source.start, source.duration, target.start, target.duration]
    // One exact number, rounded once; only numbers near the limits need the steps below.
    if source.duration.isNumeric, target.duration.isNumeric, let time = WideTime(self),
      let sourceStart = WideTime(source.start), let targetStart = WideTime(target.start),
      let from = WideTime(source.duration), let to = WideTime(target.duration),
      let offset = time.adding(sourceStart.negated)?.multiplied(by: to, dividedBy: from),
      let sum = targetStart.adding(offset)
    {
      return sum.time(isRounded: flagged.contains { $0.hasBeenRounded }, epoch: target.start.epoch)
    }
    var offset = self - source.start
    offset.epoch = 0
    return target.start + offset.mapped(fromDurationOf: source, toDurationOf: target)
  }
}

extension CMTimeRange {
  fileprivate var isMappable: Bool { isDefinite && !isEmpty }
}
