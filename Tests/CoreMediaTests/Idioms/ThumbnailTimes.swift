// Evenly spaced times for a strip of thumbnails, kept as objects in arrays.

import CoreMedia
import Testing

private func thumbnailTimes(duration: CMTime, count: Int) -> [NSValue] {
  let step = CMTimeMultiplyByRatio(duration, multiplier: 1, divisor: Int32(count))
  var times: [NSValue] = []
  var currentTime = CMTime.zero
  while CMTimeCompare(currentTime, duration) < 0 {
    times.append(NSValue(time: currentTime))
    currentTime = CMTimeAdd(currentTime, step)
  }
  return times
}

private func progress(_ time: CMTime, in range: CMTimeRange) -> Double {
  guard range.containsTime(time), range.duration.isNumeric, range.duration > .zero else { return 0 }
  return (time - range.start).seconds / range.duration.seconds
}

@Test func times_areEvenlySpacedAndExact() {
  let times = thumbnailTimes(duration: CMTime(value: 1001, timescale: 30000), count: 7)
  #expect(times.count == 7)
  #expect(times.map(\.timeValue).last == CMTime(value: 1001 * 6, timescale: 210_000))
  #expect(!times.contains { $0.timeValue.hasBeenRounded })
}

@Test func progress_isAFractionOfTheRange() {
  let range = CMTimeRange(
    start: CMTime(seconds: 2, preferredTimescale: 600), end: CMTime(seconds: 6, preferredTimescale: 600))
  #expect(progress(CMTime(value: 4, timescale: 1), in: range) == 0.5)
  #expect(progress(range.end, in: range) == 0)
  #expect(min(range.start, range.end) == range.start)
  #expect([range.end, range.start].sorted() == [range.start, range.end])
}
