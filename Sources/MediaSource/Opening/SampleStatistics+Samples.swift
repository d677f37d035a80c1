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
    if let frameDuration { steadyDuration = SteadyRate.frameDuration(times, track.timescale, stated: frameDuration) }
  }
}
