// A rendered frame becomes a sample buffer for a writer or a display.

import CoreMedia
import Testing

private func createSampleBuffer(from pixelBuffer: CVPixelBuffer, presentationTime: CMTime) -> CMSampleBuffer? {
  var timing = CMSampleTimingInfo(
    duration: CMTime.invalid, presentationTimeStamp: presentationTime, decodeTimeStamp: CMTime.invalid)
  var formatDescription: CMFormatDescription?
  guard
    CMVideoFormatDescriptionCreateForImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: pixelBuffer, formatDescriptionOut: &formatDescription) == noErr,
    let format = formatDescription
  else { return nil }
  var sampleBuffer: CMSampleBuffer?
  let result = CMSampleBufferCreateForImageBuffer(
    allocator: kCFAllocatorDefault, imageBuffer: pixelBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
    formatDescription: format, sampleTiming: &timing, sampleBufferOut: &sampleBuffer)
  guard result == noErr, let sampleBuffer else { return nil }
  if let attachments = CMSampleBufferGetSampleAttachmentsArray(sampleBuffer, createIfNecessary: true) {
    let dictionary = unsafeBitCast(CFArrayGetValueAtIndex(attachments, 0), to: CFMutableDictionary.self)
    CFDictionarySetValue(
      dictionary, Unmanaged.passUnretained(kCMSampleAttachmentKey_DisplayImmediately).toOpaque(),
      Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
  }
  return sampleBuffer
}

@Test func aPixelBuffer_becomesASampleBuffer() throws {
  let attributes =
    [kCVPixelBufferCGImageCompatibilityKey: true, kCVPixelBufferIOSurfacePropertiesKey: [:] as [String: Any]]
    as CFDictionary
  var pixelBuffer: CVPixelBuffer?
  let result = CVPixelBufferCreate(
    kCFAllocatorDefault, 320, 240, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, attributes, &pixelBuffer)
  #expect(result == kCVReturnSuccess)
  let pixels = try #require(pixelBuffer)
  let sample = try #require(createSampleBuffer(from: pixels, presentationTime: CMTimeMake(value: 3, timescale: 30)))
  #expect(CMSampleBufferGetImageBuffer(sample) === pixels)
  #expect(CMSampleBufferGetPresentationTimeStamp(sample).seconds == 0.1)
  #expect(sample.sampleAttachments.first?[.displayImmediately] as? Bool == true)
  let dimensions = CMVideoFormatDescriptionGetDimensions(try #require(CMSampleBufferGetFormatDescription(sample)))
  #expect(dimensions.width == 320 && dimensions.height == 240)
}
