// The functions of Core Media on ranges and mappings, as C and older Swift code call them.

/// Creates a range; see `CMTimeRange.init(start:duration:)`.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// Creates the range between two times; see `CMTimeRange.init(start:end:)`.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}

/// The end of a range; see `CMTimeRange.end`.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime {
  range.end
}

/// The union of two ranges; see `CMTimeRange.union(_:)`.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}

/// The intersection of two ranges; see `CMTimeRange.intersection(_:)`.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.intersection(otherRange)
}

/// Returns true if a range contains a time, which is false for its end; see `CMTimeRange.containsTime(_:)`.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.containsTime(time)
}

/// Returns true if a range contains another; see `CMTimeRange.containsTimeRange(_:)`.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.containsTimeRange(otherRange)
}

/// Returns true if two ranges have equal starts and durations.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
  range1 == range2
}

/// The time inside a range, end included, that is nearest to a given one.
///
/// Invalid if the time or the range is, if the range is empty or indefinite, or if their epochs differ.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  time.clamped(to: range)
}

/// A time moved by whole durations of a range until it lies inside, as the position in a loop.
///
/// Invalid if the time is no number, if the range is empty or not definite, or if their epochs differ; in an endless
/// range only times before its start are.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  time.folded(into: foldRange)
}

/// A time translated so that one range becomes another: `(t - from.start) * to.duration / from.duration + to.start`.
///
/// Exact if a time can hold the result, otherwise rounded once. Between two endless ranges times move but do not scale.
/// Invalid if a range is empty or not definite, if only one is endless, or if the time is not of the first range's
/// epoch; the result has the second one's.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  t.mapped(from: fromRange, to: toRange)
}

/// A duration scaled in proportion to two ranges: `dur * to.duration / from.duration`.
///
/// Invalid if the duration's epoch is not 0, else as `CMTimeMapTimeFromRangeToRange(_:fromRange:toRange:)`.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  dur.mapped(fromDurationOf: fromRange, toDurationOf: toRange)
}

/// Writes a range to standard error, such as `{{0/1 = 0.000}, {5/1 = 5.000}}`: start and duration.
public func CMTimeRangeShow(_ range: CMTimeRange) {
  show(range.text)
}

/// Creates a mapping; invalid if a duration's epoch is not 0.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  guard source.duration.epoch == 0, target.duration.epoch == 0 else { return .invalid }
  return CMTimeMapping(source: source, target: target)
}

/// Creates a mapping that shows nothing during a range: its source is invalid; invalid as a whole if the duration's
/// epoch is not 0.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  guard target.duration.epoch == 0 else { return .invalid }
  return CMTimeMapping(source: .invalid, target: target)
}

/// Writes a mapping to standard error: source and target.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) {
  show(mapping.text)
}

/// Returns true if a range is valid; see `CMTimeRange.isValid`.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }
/// Returns true if a range is invalid; see `CMTimeRange.isValid`.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }
/// Returns true if a range is indefinite; see `CMTimeRange.isIndefinite`.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
/// Returns true if a range contains no time; see `CMTimeRange.isEmpty`.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }
/// Returns true if a mapping is valid; see `CMTimeMapping.isValid`.
public func CMTIMEMAPPING_IS_VALID(_ mapping: CMTimeMapping) -> Bool { mapping.isValid }
/// Returns true if a mapping is invalid; see `CMTimeMapping.isValid`.
public func CMTIMEMAPPING_IS_INVALID(_ mapping: CMTimeMapping) -> Bool { !mapping.isValid }
/// Returns true if a mapping is empty; see `CMTimeMapping.isEmpty`.
public func CMTIMEMAPPING_IS_EMPTY(_ mapping: CMTimeMapping) -> Bool { mapping.isEmpty }
