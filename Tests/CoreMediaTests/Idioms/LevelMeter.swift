// A level meter reads the samples of captured audio.

import CoreMedia
import Testing

private func peak(of sampleBuffer: CMSampleBuffer) -> Float? {
  guard let format = CMSampleBufferGetFormatDescription(sampleBuffer),
    let description = CMAudioFormatDescriptionGetStreamBasicDescription(format)?.pointee,
    description.mFormatID == kAudioFormatLinearPCM
  else { return nil }
  var audioBufferList = AudioBufferList()
  var blockBuffer: CMBlockBuffer?
  CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    sampleBuffer, bufferListSizeNeededOut: nil, bufferListOut: &audioBufferList,
    bufferListSize: MemoryLayout<AudioBufferList>.size, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil,
    flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment, blockBufferOut: &blockBuffer)
  var peak: Float = 0
  for buffer in UnsafeMutableAudioBufferListPointer(&audioBufferList) {
    for sample in UnsafeBufferPointer<Int16>(buffer) {
      peak = max(peak, abs(Float(sample)) / Float(Int16.max))
    }
  }
  return peak
}

@Test func theLevel_isThatOfTheLoudestSample() throws {
  var asbd = AudioStreamBasicDescription(
    mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kLinearPCMFormatFlagIsSignedInteger | kLinearPCMFormatFlagIsPacked, mBytesPerPacket: 2,
    mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
  var format: CMAudioFormatDescription?
  CMAudioFormatDescriptionCreate(
    allocator: kCFAllocatorDefault, asbd: &asbd, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
    extensions: nil, formatDescriptionOut: &format)
  let samples: [Int16] = [0, 100, .max, -200]
  let data = try CMBlockBuffer(length: 8)
  try samples.withUnsafeBytes { try data.replaceDataBytes(with: $0) }
  var sample: CMSampleBuffer?
  CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: nil, dataBuffer: data, formatDescription: try #require(format), sampleCount: 4,
    presentationTimeStamp: .zero, packetDescriptions: nil, sampleBufferOut: &sample)
  #expect(peak(of: try #require(sample)) == 1)
}
