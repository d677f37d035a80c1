package import CGStreamer
import CoreMedia

/// A time in nanoseconds, as in GStreamer; files and graphs use `CMTime`.
public struct ClockTime: Equatable, Comparable, Hashable, Sendable {
  package var nanoseconds: UInt

  package static let zero = ClockTime(nanoseconds: 0)
  package static let second = ClockTime(nanoseconds: 1_000_000_000)

  package init(nanoseconds: UInt) { self.nanoseconds = nanoseconds }

  /// Makes a time; `nil` for GST_CLOCK_TIME_NONE.
  package init?(_ time: GstClockTime) {
    if time == .max { return nil }
    nanoseconds = time
  }

  /// Makes a time of `count * denominator / numerator` seconds, multiplied in 128 bits and rounded once to the nearest
  /// nanosecond.
  package init(_ count: UInt, times denominator: UInt, over numerator: UInt) {
    nanoseconds = gst_util_uint64_scale_round(count, denominator * ClockTime.second.nanoseconds, numerator)
  }

  public static func < (a: ClockTime, b: ClockTime) -> Bool { a.nanoseconds < b.nanoseconds }
}

extension Optional where Wrapped == ClockTime {
  /// The C form: GST_CLOCK_TIME_NONE for `nil`.
  package var clockTime: GstClockTime { self?.nanoseconds ?? .max }
}

extension ClockTime {
  /// Makes a time rounded once to the nearest nanosecond; times before zero are zero, infinite ones the largest.
  package init(_ time: CMTime) {
    guard time.isNumeric, time.value > 0, time.timescale > 0 else {
      self = ClockTime(nanoseconds: time.isPositiveInfinity ? .max - 1 : 0)
      return
    }
    self.init(UInt(time.value), times: 1, over: UInt(time.timescale))
  }

  /// The time as a rational with a time scale of one nanosecond.
  package var time: CMTime { CMTime(value: Int64(clamping: nanoseconds), timescale: 1_000_000_000) }

  /// Makes the time of a sample; samples before zero are at zero.
  package init(samples: Int64, at rate: Int) { self.init(UInt(max(0, samples)), times: 1, over: UInt(rate)) }

  /// Returns the nearest sample at a rate.
  package func samples(at rate: Int) -> Int64 {
    Int64(clamping: gst_util_uint64_scale_round(nanoseconds, UInt(rate), 1_000_000_000))
  }
}
