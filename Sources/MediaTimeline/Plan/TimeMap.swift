package import CoreMedia

/// The way from times of a timeline to those of a clip's source: exact, at any speed.
///
///     timeline   ──────|████████████|──────      range
///     source     ───|██████|───────────────      sourceRange; here it is half as long: speed is 1/2
///
/// A reversed map leads from the beginning of the clip to the end of its source: there, a time means the frame that ends at it.
package struct TimeMap: Hashable, Sendable {
  /// The place of the clip on the timeline.
  package let range: CMTimeRange
  /// The part of the source that is shown there.
  package let sourceRange: CMTimeRange
  /// Seconds of the source a second of the timeline; positive.
  package let speed: ExactTime
  /// True if the source is played backwards.
  package let isReversed: Bool

  /// - Parameter sourceRange: A range that is not empty.
  package init(_ range: CMTimeRange, to sourceRange: CMTimeRange, isReversed: Bool = false) {
    (self.range, self.sourceRange, self.isReversed) = (range, sourceRange, isReversed)
    let (length, sourceLength) = (ExactTime(range.duration), ExactTime(sourceRange.duration))
    speed = length == sourceLength ? ExactTime(1, over: 1) : sourceLength / length
  }

  /// True if the source is neither faster nor slower, nor played backwards.
  package var keepsSpeed: Bool { speed.numerator == speed.denominator && !isReversed }

  /// The same ranges, played forwards.
  package var forwards: TimeMap { isReversed ? TimeMap(range, to: sourceRange) : self }

  /// The time of the source at a time of the timeline, which may be outside of the clip.
  package func sourceTime(at time: CMTime) -> ExactTime { sourceTime(at: ExactTime(time)) }

  package func sourceTime(at time: ExactTime) -> ExactTime {
    let passed = (time - ExactTime(range.start)) * speed
    return isReversed ? ExactTime(sourceRange.end) - passed : ExactTime(sourceRange.start) + passed
  }

  /// The time of the timeline at a time of the source.
  package func time(atSource time: CMTime) -> ExactTime { self.time(atSource: ExactTime(time)) }

  package func time(atSource time: ExactTime) -> ExactTime {
    let passed = isReversed ? ExactTime(sourceRange.end) - time : time - ExactTime(sourceRange.start)
    return ExactTime(range.start) + passed / speed
  }

  /// The times of the timeline between which a part of the source is shown.
  package func times(ofSource start: ExactTime, _ end: ExactTime) -> (start: ExactTime, end: ExactTime) {
    isReversed ? (time(atSource: end), time(atSource: start)) : (time(atSource: start), time(atSource: end))
  }

  /// True if another map goes on where this one ends, in the source and on the timeline, at the same speed.
  package func isContinued(by next: TimeMap) -> Bool {
    !isReversed && !next.isReversed && range.end == next.range.start && sourceRange.end == next.sourceRange.start
      && speed == next.speed
  }
}
