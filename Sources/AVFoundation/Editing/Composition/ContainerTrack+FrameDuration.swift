internal import MediaSource

extension ContainerTrack {
  /// The duration of a frame at the nominal rate, exact for usual rates; not numeric without video. Of a composition, that of its
  /// fastest segment: the mean over segments of which some are slowed would be too few frames for the others.
  func nominalFrameDuration() throws -> CMTime {
    if let composed = self as? CompositionTrackContent { return try composed.fastestFrameDuration() }
    let rate = Double(try nominalFrameRate())
    guard rate.isFinite, rate > 0 else { return .invalid }
    let shortest = try minFrameDuration()
    if shortest.isNumeric, shortest > .zero, abs(shortest.seconds * rate - 1) < 0.005 { return shortest }
    let whole = rate.rounded()
    if whole >= 1, abs(rate / whole - 1) < 0.0002 { return CMTime(value: 1, timescale: CMTimeScale(min(whole, 1000))) }
    // The rates of television: multiples of 1000/1001.
    let nominal = (rate * 1.001).rounded()
    if nominal >= 1, nominal < 1000, abs(rate * 1.001 / nominal - 1) < 0.0002 {
      return CMTime(value: 1001, timescale: CMTimeScale(nominal) * 1000)
    }
    return CMTime(seconds: 1 / rate, preferredTimescale: 90000)
  }
}
