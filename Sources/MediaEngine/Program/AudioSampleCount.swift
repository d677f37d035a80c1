import CoreMedia

/// The number of a stream's audio samples since a time: it tells where the next ones would begin.
struct AudioSampleCount {
  private var origin = CMTime.invalid
  private var count: Int64 = 0

  /// Begins to count at a time; at that of the next samples where it is invalid.
  mutating func startAnew(at time: CMTime = .invalid) { (origin, count) = (time, 0) }

  mutating func add(_ samples: Int) { count += Int64(samples) }

  /// Returns the samples from the end of the stream to a time; nil without a stream.
  func distance(to time: CMTime, rate: Int32) -> Int64? {
    let place = CMTimeConvertScale(time - origin, timescale: rate, method: .default)
    guard place.isNumeric else { return nil }
    let (distance, overflow) = place.value.subtractingReportingOverflow(count)
    return overflow || distance == .min ? nil : distance
  }

  /// The end of the stream.
  func end(rate: Int32) -> CMTime { origin + CMTime(value: count, timescale: rate) }

  /// The largest difference of a stamp from the count that is one of rounding: programs round stamps to frames of video, of which few are
  /// longer.
  static func tolerance(rate: Int32) -> Int64 { Int64(rate / 24) }
}
