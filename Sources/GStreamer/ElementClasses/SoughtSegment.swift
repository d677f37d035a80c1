package import CGStreamer
import CoreMedia

/// The range that a source was asked for, on its own axis, with its direction.
public struct SoughtSegment: Sendable {
  package let start: CMTime
  /// Positive infinity: up to the end.
  package let end: CMTime
  package let rate: Double
  package var isReverse: Bool { rate < 0 }

  package init(_ segment: GstSegment) {
    start = Self.time(segment.start)
    end = segment.stop == .max ? .positiveInfinity : Self.time(segment.stop)
    rate = segment.rate
  }

  /// Nanoseconds were rounded: whatever starts within half of one was meant.
  package static func time(_ nanoseconds: UInt) -> CMTime {
    guard nanoseconds > 0, nanoseconds < UInt(Int64.max / 4) else { return CMTime(ClockTime(nanoseconds)) }
    return CMTime(value: 2 * Int64(nanoseconds) + 1, timescale: 2_000_000_000)
  }
}
