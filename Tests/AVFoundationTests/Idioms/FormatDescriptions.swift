// Audio and video format descriptions, made by hand for a writer's source format hint.

import AVFoundation
import Testing

private func soundFormat(sampleRate: Float64, channels: UInt32) throws -> CMAudioFormatDescription {
  var description = AudioStreamBasicDescription(
    mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2 * channels,
    mFramesPerPacket: 1, mBytesPerFrame: 2 * channels, mChannelsPerFrame: channels, mBitsPerChannel: 16, mReserved: 0)
  var format: CMAudioFormatDescription?
  CMAudioFormatDescriptionCreate(
    allocator: kCFAllocatorDefault, asbd: &description, layoutSize: 0, layout: nil, magicCookieSize: 0,
    magicCookie: nil, extensions: nil, formatDescriptionOut: &format)
  return try #require(format)
}

@Test func formats_areBuiltAndRead() throws {
  let audio = try soundFormat(sampleRate: 48_000, channels: 2)
  #expect(CMFormatDescriptionGetMediaType(audio) == kCMMediaType_Audio)
  let basic = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(audio)?.pointee)
  #expect(basic.mSampleRate == 48_000 && basic.mChannelsPerFrame == 2)

  let extensions: [CFString: Any] = [
    kCMFormatDescriptionExtension_PixelAspectRatio: [
      kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: 16,
      kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: 15,
    ] as [CFString: Any]
  ]
  var pictures: CMVideoFormatDescription?
  let status = CMVideoFormatDescriptionCreate(
    allocator: kCFAllocatorDefault, codecType: kCMVideoCodecType_H264, width: 720, height: 576,
    extensions: extensions as NSDictionary, formatDescriptionOut: &pictures)
  #expect(status == noErr)
  let format = try #require(pictures)
  let dimensions = CMVideoFormatDescriptionGetDimensions(format)
  #expect(dimensions.width == 720 && dimensions.height == 576)
  #expect(
    CMVideoFormatDescriptionGetPresentationDimensions(
      format, usePixelAspectRatio: true, useCleanAperture: false) == CGSize(width: 768, height: 576))
}
