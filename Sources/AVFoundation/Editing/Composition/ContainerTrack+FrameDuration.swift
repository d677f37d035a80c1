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
    // Less than half of what a whole rate and its 1000/1001 differ by: other rates near them are kept.
    if let usual = UsualFrameRate(nearest: rate), usual.difference(to: rate) < 0.0002 { return usual.frameDuration }
    return max(CMTime(value: 1, timescale: 1000), CMTime(seconds: 1 / rate, preferredTimescale: 90000))
  }
}
