// Sample buffers before a writer: darkened in place, moved to a new start, with display attachments.

import AVFoundation
import Testing

private func makeSampleBuffer(at time: CMTime) throws -> CMSampleBuffer {
  var pixelBuffer: CVPixelBuffer?
  CVPixelBufferCreate(nil, 4, 2, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &pixelBuffer)
  let picture = try #require(pixelBuffer)
  var format: CMVideoFormatDescription?
  CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: kCFAllocatorDefault, imageBuffer: picture, formatDescriptionOut: &format)
  var timing = CMSampleTimingInfo(
    duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: time, decodeTimeStamp: .invalid)
  var sampleBuffer: CMSampleBuffer?
  CMSampleBufferCreateReadyWithImageBuffer(
    allocator: kCFAllocatorDefault, imageBuffer: picture, formatDescription: try #require(format),
    sampleTiming: &timing, sampleBufferOut: &sampleBuffer)
  return try #require(sampleBuffer)
}

private func darken(_ sampleBuffer: CMSampleBuffer) {
  guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
  CVPixelBufferLockBaseAddress(pixelBuffer, [])
  defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, []) }
  let height = CVPixelBufferGetHeightOfPlane(pixelBuffer, 0)
  let stride = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 0)
  guard let luma = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0) else { return }
  memset(luma, 16, height * stride)
}

private func retimed(_ sampleBuffer: CMSampleBuffer, by offset: CMTime) throws -> CMSampleBuffer {
  var count: CMItemCount = 0
  CMSampleBufferGetSampleTimingInfoArray(sampleBuffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: &count)
  var timings = [CMSampleTimingInfo](repeating: CMSampleTimingInfo(), count: count)
  CMSampleBufferGetSampleTimingInfoArray(
    sampleBuffer, entryCount: count, arrayToFill: &timings, entriesNeededOut: &count)
  for index in timings.indices {
    timings[index].presentationTimeStamp = CMTimeSubtract(timings[index].presentationTimeStamp, offset)
  }
  var out: CMSampleBuffer?
  CMSampleBufferCreateCopyWithNewTiming(
    allocator: kCFAllocatorDefault, sampleBuffer: sampleBuffer, sampleTimingEntryCount: count,
    sampleTimingArray: &timings, sampleBufferOut: &out)
  return try #require(out)
}

@Test func capturedBuffers_areEditedAndRetimed() throws {
  let start = CMTime(value: 900, timescale: 30)
  let buffers = try (0..<3).map { try makeSampleBuffer(at: start + CMTime(value: $0, timescale: 30)) }
  let edited = try buffers.map { buffer in
    darken(buffer)
    return try retimed(buffer, by: start)
  }
  let times = edited.map { CMSampleBufferGetPresentationTimeStamp($0) }
  #expect(times == [.zero, CMTime(value: 1, timescale: 30), CMTime(value: 2, timescale: 30)])
  let picture = try #require(edited[0].imageBuffer)
  #expect(picture === buffers[0].imageBuffer)
  #expect(CVPixelBufferGetBaseAddressOfPlane(picture, 0)?.load(as: UInt8.self) == 16)

  if let attachments = CMSampleBufferGetSampleAttachmentsArray(edited[0], createIfNecessary: true)
    as? [NSMutableDictionary]
  {
    attachments[0][kCMSampleAttachmentKey_DisplayImmediately] = true
  }
  #expect(edited[0].sampleAttachments[0][.displayImmediately] as? Bool == true)
}
