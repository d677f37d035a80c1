// Silence for a gap between two recordings.

import CoreMedia
import Testing

private func createSilentAudio(startFrame: Int64, frames: Int, sampleRate: Float64, channels: UInt32) -> CMSampleBuffer?
{
  let bytesPerFrame = UInt32(2 * channels)
  let blockSize = frames * Int(bytesPerFrame)
  var block: CMBlockBuffer?
  var status = CMBlockBufferCreateWithMemoryBlock(
    allocator: kCFAllocatorDefault, memoryBlock: nil, blockLength: blockSize, blockAllocator: nil,
    customBlockSource: nil, offsetToData: 0, dataLength: blockSize, flags: 0, blockBufferOut: &block)
  assert(status == kCMBlockBufferNoErr)
  guard let eBlock = block else { return nil }
  status = CMBlockBufferFillDataBytes(
    with: 0, blockBuffer: eBlock, offsetIntoDestination: 0, dataLength: blockSize)
  assert(status == kCMBlockBufferNoErr)
  var asbd = AudioStreamBasicDescription(
    mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kLinearPCMFormatFlagIsSignedInteger,
    mBytesPerPacket: bytesPerFrame, mFramesPerPacket: 1, mBytesPerFrame: bytesPerFrame, mChannelsPerFrame: channels,
    mBitsPerChannel: 16, mReserved: 0)
  var formatDesc: CMAudioFormatDescription?
  status = CMAudioFormatDescriptionCreate(
    allocator: kCFAllocatorDefault, asbd: &asbd, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
    extensions: nil, formatDescriptionOut: &formatDesc)
  assert(status == noErr)
  guard let formatDesc else { return nil }
  var sampleBuffer: CMSampleBuffer?
  status = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: kCFAllocatorDefault, dataBuffer: eBlock, formatDescription: formatDesc, sampleCount: frames,
    presentationTimeStamp: CMTimeMake(value: startFrame, timescale: Int32(sampleRate)), packetDescriptions: nil,
    sampleBufferOut: &sampleBuffer)
  assert(status == noErr)
  return sampleBuffer
}

@Test func silence_hasTheLengthOfTheGap() throws {
  let silence = try #require(createSilentAudio(startFrame: 48000, frames: 480, sampleRate: 48000, channels: 2))
  #expect(silence.presentationTimeStamp.seconds == 1 && silence.duration == CMTime(value: 1, timescale: 100))
  #expect(try silence.dataBuffer?.dataBytes() == Data(count: 1920))
}
