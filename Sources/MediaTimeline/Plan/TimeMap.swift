package import CoreMedia

/// The way from times of a timeline to those of a clip's source: exact, at any speed.
///
///     timeline   ──────|████████████|──────      range
///     source     ───|██████|───────────────      sourceRange; here it is half as long: speed is 1/2
package struct TimeMap: Hashable, Sendable {
  /// The place of the clip on the timeline.
  package let range: CMTimeRange
  /// The part of the source that is shown there.
  package let sourceRange: CMTimeRange
  /// Seconds of the source a second of the timeline; positive.
  package let speed: ExactTime

  /// - Parameter sourceRange: A range that is not empty.
  package init(_ range: CMTimeRange, to sourceRange: CMTimeRange) {
    (self.range, self.sourceRange) = (range, sourceRange)
    let (length, sourceLength) = (ExactTime(range.duration), ExactTime(sourceRange.duration))
    speed = length == sourceLength ? ExactTime(1, over: 1) : sourceLength / length
  }

  /// True if the source is neither faster nor slower.
  package var keepsSpeed: Bool { speed.numerator == speed.denominator }

  /// The time of the source at a time of the timeline, which may be outside of the clip.
  package func sourceTime(at time: CMTime) -> ExactTime { sourceTime(at: ExactTime(time)) }

  package func sourceTime(at time: ExactTime) -> ExactTime {
    ExactTime(sourceRange.start) + (time - ExactTime(range.start)) * speed
  }

  /// The time of the timeline at a time of the source.
  package func time(atSource time: CMTime) -> ExactTime { self.time(atSource: ExactTime(time)) }

  package func time(atSource time: ExactTime) -> ExactTime {
    ExactTime(range.start) + (time - ExactTime(sourceRange.start)) / speed
  }

  /// True if another map goes on where this one ends, in the source and on the timeline, at the same speed.
  package func isContinued(by next: TimeMap) -> Bool {
    range.end == next.range.start && sourceRange.end == next.sourceRange.start && speed == next.speed
  }
}
