// A recorder that pauses: the samples after a pause are shifted back by its duration.

import CoreMedia
import Testing

private func adjustTime(_ sample: CMSampleBuffer, by offset: CMTime) -> CMSampleBuffer? {
  var count: CMItemCount = 0
  CMSampleBufferGetSampleTimingInfoArray(sample, entryCount: 0, arrayToFill: nil, entriesNeededOut: &count)
  var info = [CMSampleTimingInfo](
    repeating: CMSampleTimingInfo(duration: .zero, presentationTimeStamp: .zero, decodeTimeStamp: .zero), count: count)
  CMSampleBufferGetSampleTimingInfoArray(sample, entryCount: count, arrayToFill: &info, entriesNeededOut: &count)
  for i in 0..<count {
    info[i].decodeTimeStamp = CMTimeSubtract(info[i].decodeTimeStamp, offset)
    info[i].presentationTimeStamp = CMTimeSubtract(info[i].presentationTimeStamp, offset)
  }
  var out: CMSampleBuffer?
  CMSampleBufferCreateCopyWithNewTiming(
    allocator: nil, sampleBuffer: sample, sampleTimingEntryCount: count, sampleTimingArray: &info,
    sampleBufferOut: &out)
  return out
}

@Test func offsettingASampleBuffer_movesItsTimes() throws {
  let timing = CMSampleTimingInfo(
    duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: CMTime(value: 90, timescale: 30),
    decodeTimeStamp: .invalid)
  let sample = try CMSampleBuffer(
    dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [timing], sampleSizes: [])
  let moved = try #require(adjustTime(sample, by: CMTime(seconds: 2, preferredTimescale: 600)))
  #expect(moved.presentationTimeStamp == CMTime(value: 1, timescale: 1))
  #expect(!moved.decodeTimeStamp.isValid)
}
