internal import CGStreamer
import CoreMedia

/// The range of a source's seek, on the source's own timeline, with its direction.
public struct SeekSegment: Sendable {
  package let start: CMTime
  /// The end; positive infinity for the end of the stream.
  package let end: CMTime
  package let rate: Double
  package var isReverse: Bool { rate < 0 }

  init(_ segment: GstSegment) {
    start = Self.time(segment.start)
    end = segment.stop == .max ? .positiveInfinity : Self.time(segment.stop)
    rate = segment.rate
  }

  /// Returns an exact time for rounded nanoseconds: half a nanosecond later, so that it includes all samples that start
  /// within the rounding.
  package static func time(_ nanoseconds: UInt) -> CMTime {
    guard nanoseconds > 0, nanoseconds < UInt(Int64.max / 4) else { return CMTime(ClockTime(nanoseconds)) }
    return CMTime(value: 2 * Int64(nanoseconds) + 1, timescale: 2_000_000_000)
  }
}
