import CoreMedia
import MovieFile

extension SampleStatistics {
  /// Counts the samples of a track, by their times: containers without durations do not have the last one's.
  ///
  /// - Parameter frameDuration: The nominal duration of a frame; nil if the file states none.
  init(of track: any CodedTrack, isVideo: Bool, frameDuration: CMTime?) throws {
    var times: [Int64] = []
    var byteCount: Int64 = 0
    try track.forEachSample { sample in
      byteCount += Int64(sample.size)
      times.append(sample.presentationTime)
    }
    times.sort()
    self.init(sampleCount: times.count, byteCount: byteCount, duration: .zero, shortestDuration: .invalid)
    guard let first = times.first, let last = times.last else { return }
    // The mean step replaces the last sample's duration.
    duration =
      times.count > 1 && isVideo
      ? CMTimeMultiplyByRatio(
        track.time(last - first), multiplier: Int32(clamping: times.count), divisor: Int32(clamping: times.count - 1))
      : track.time(try track.presentationEnd() - first)
    if let shortest = zip(times.dropFirst(), times).lazy.map({ $0 - $1 }).filter({ $0 > 0 }).min() {
      shortestDuration = track.time(shortest)
    }
    if let frameDuration { steadyDuration = Self.steadyDuration(times, track.timescale, frameDuration) }
  }

  /// Returns the nominal frame duration of a stream, if all steps are multiples of it and most of them equal it: AVI
  /// has empty places for dropped frames.
  ///
  /// - Parameter times: The frames' presentation times, ascending.
  static func steadyDuration(_ times: [Int64], _ timescale: Int32, _ frame: CMTime) -> CMTime {
    guard times.count > 1, frame.isNumeric, frame.value > 0 else { return .invalid }
    // Times are rounded to the container's units: up to one in each step.
    let unit = Int128(timescale) * Int128(frame.value)
    var steady = 0
    for (time, next) in zip(times, times.dropFirst()) {
      let step = Int128(next - time) * Int128(frame.timescale)
      let count = max(1, ExactScale.nearest(step, over: unit))
      guard abs(step - count * unit) <= Int128(frame.timescale) else { return .invalid }
      if count == 1 { steady += 1 }
    }
    return steady * 2 >= times.count - 1 ? frame : .invalid
  }
}
