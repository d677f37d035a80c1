// A looping player shows its position in the loop, and maps a slow-motion segment to its source.

import CoreMedia
import Testing

@Test func aLoop_foldsTimeIntoItself() {
  let loop = CMTimeRange(start: CMTimeMake(value: 2, timescale: 1), duration: CMTimeMake(value: 3, timescale: 1))
  let position = CMTimeFoldIntoRange(CMTimeMake(value: 17, timescale: 2), foldRange: loop)
  #expect(CMTimeCompare(position, CMTimeMake(value: 5, timescale: 2)) == 0)
  #expect(CMTimeRangeContainsTime(loop, time: position))
}

@Test func slowMotion_mapsTargetToSource() {
  let mapping = CMTimeMapping(
    source: CMTimeRange(start: .zero, duration: CMTimeMake(value: 1001, timescale: 30000)),
    target: CMTimeRange(start: CMTimeMake(value: 10, timescale: 1), duration: CMTimeMake(value: 8008, timescale: 30000))
  )
  let halfway = CMTimeAdd(
    mapping.target.start, CMTimeMultiplyByRatio(mapping.target.duration, multiplier: 1, divisor: 2))
  let source = CMTimeMapTimeFromRangeToRange(halfway, fromRange: mapping.target, toRange: mapping.source)
  #expect(source == CMTimeMake(value: 1001, timescale: 60000) && !source.hasBeenRounded)
  #expect(CMTIMERANGE_IS_VALID(mapping.source) && !mapping.isEmpty)
}
