internal import CGStreamer
import CoreMedia

extension CMTime {
  /// Makes a time of nanoseconds; `nil` is invalid.
  package init(_ time: ClockTime?) {
    self = time.map { CMTime(value: Int64(clamping: $0.nanoseconds), timescale: 1_000_000_000) } ?? .invalid
  }

  /// Makes the rational time that nanoseconds approximate: a whole number of `denominator / numerator` seconds if one
  /// rounds to within a nanosecond of them (demuxers round either way), else nanoseconds.
  package init(_ time: ClockTime?, onGridOf numerator: Int, over denominator: Int) {
    guard let time, numerator > 0, denominator > 0, let timescale = Int32(exactly: numerator) else {
      self.init(time)
      return
    }
    let unit = UInt(denominator) * ClockTime.second.nanoseconds
    let count = gst_util_uint64_scale_round(time.nanoseconds, UInt(numerator), unit)
    let exact = gst_util_uint64_scale_round(count, unit, UInt(numerator))
    let distance = max(exact, time.nanoseconds) - min(exact, time.nanoseconds)
    let (value, overflow) = Int64(clamping: count).multipliedReportingOverflow(by: Int64(denominator))
    guard distance <= 1, !overflow else {
      self.init(time)
      return
    }
    self.init(value: value, timescale: timescale)
  }
}

extension ClockTime {
  /// Returns the nearest nanosecond; `nil` for times that are not numeric or negative.
  package static func stamp(_ time: CMTime) -> ClockTime? {
    guard time.isNumeric, time.value >= 0, time.timescale > 0 else { return nil }
    return ClockTime(UInt(time.value), times: 1, over: UInt(time.timescale))
  }
}
