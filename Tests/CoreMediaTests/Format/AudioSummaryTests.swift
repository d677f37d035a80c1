import CoreMedia
import Foundation
import Testing

@Suite struct AudioSummaries {
  private func audio(
    _ id: AudioFormatID, rate: Double, channels: UInt32, layout: ManagedAudioChannelLayout? = nil
  ) throws -> CMAudioFormatDescription {
    try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: rate, mFormatID: id, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 1024,
        mBytesPerFrame: 0, mChannelsPerFrame: channels, mBitsPerChannel: 0, mReserved: 0), layout: layout,
      magicCookie: Data([1, 2, 3]))
  }

  private func summary(_ array: [Any]) -> (OSStatus, CMAudioFormatDescription?) {
    var summary: CMAudioFormatDescription?
    let status = CMAudioFormatDescriptionCreateSummary(
      allocator: kCFAllocatorDefault, formatDescriptionArray: array as CFArray, flags: 0,
      formatDescriptionOut: &summary)
    return (status, summary)
  }

  @Test func mixedStreams_fitIntoFloatAtTheHighestRateAndMostChannels() throws {
    let surround = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_D)
    let (status, made) = summary([
      try audio(kAudioFormatMPEG4AAC, rate: 96_000, channels: 2),
      try audio(kAudioFormatAC3, rate: 48_000, channels: 6),
      try audio(kAudioFormatAC3, rate: 48_000, channels: 6, layout: surround),
      try audio(kAudioFormatOpus, rate: .nan, channels: 1),
    ])
    #expect(status == noErr)
    let summary = try #require(made)
    let asbd = try #require(summary.audioStreamBasicDescription)
    #expect(summary.mediaSubType == .linearPCM && asbd.mFormatID == kAudioFormatLinearPCM)
    #expect(asbd.mSampleRate == 96_000 && asbd.mChannelsPerFrame == 6)
    #expect(asbd.mBytesPerFrame == 24 && asbd.mBytesPerPacket == 24 && asbd.mFramesPerPacket == 1)
    #expect(asbd.mBitsPerChannel == 32 && asbd.mFormatFlags == kAudioFormatFlagsNativeFloatPacked)
    #expect(summary.audioChannelLayout == surround && summary.magicCookie == nil)
  }

  @Test func emptyListAndVideo_areRefused() throws {
    let picture = try CMFormatDescription(videoCodecType: .h264, width: 4, height: 4)
    for array in [[], [picture], [try audio(kAudioFormatOpus, rate: 48_000, channels: 1), picture], ["sound"]] {
      let (status, made) = summary(array)
      #expect(status == kCMFormatDescriptionError_InvalidParameter && made == nil)
    }
    let (status, made) = summary([try audio(kAudioFormatOpus, rate: 48_000, channels: .max)])
    #expect(status == kCMFormatDescriptionError_InvalidParameter && made == nil)
  }
}
