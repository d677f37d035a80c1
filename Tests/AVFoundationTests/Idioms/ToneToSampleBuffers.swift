// A tone in two planar channels becomes sample buffers; they are cut, attenuated and read back.

import AVFoundation
import Testing

private enum ToneError: Error { case osStatus(OSStatus) }

private func check(_ status: OSStatus) throws {
  guard status == noErr else { throw ToneError.osStatus(status) }
}

private func makeTone(frames: Int, at start: CMTime, sampleRate: Double) throws -> CMSampleBuffer {
  var asbd = AudioStreamBasicDescription(
    mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
    mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
  var layout = AudioChannelLayout()
  layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
  var format: CMAudioFormatDescription?
  try check(
    CMAudioFormatDescriptionCreate(
      allocator: kCFAllocatorDefault, asbd: &asbd, layoutSize: MemoryLayout<AudioChannelLayout>.size, layout: &layout,
      magicCookieSize: 0, magicCookie: nil, extensions: nil, formatDescriptionOut: &format))

  let bufferList = AudioBufferList.allocate(maximumBuffers: 2)
  defer {
    for buffer in bufferList { free(buffer.mData) }
    free(bufferList.unsafeMutablePointer)
  }
  for channel in 0..<2 {
    let samples = UnsafeMutablePointer<Float>.init(OpaquePointer(malloc(frames * 4)!))
    for frame in 0..<frames { samples[frame] = Float(channel == 0 ? frame : -frame) / Float(frames) }
    bufferList[channel] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(frames * 4), mData: samples)
  }

  var timing = CMSampleTimingInfo(
    duration: CMTime(value: 1, timescale: CMTimeScale(sampleRate)), presentationTimeStamp: start,
    decodeTimeStamp: .invalid)
  var sampleBuffer: CMSampleBuffer?
  try check(
    CMSampleBufferCreate(
      allocator: kCFAllocatorDefault, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
      formatDescription: format, sampleCount: frames, sampleTimingEntryCount: 1, sampleTimingArray: &timing,
      sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &sampleBuffer))
  try check(
    CMSampleBufferSetDataBufferFromAudioBufferList(
      sampleBuffer!, blockBufferAllocator: kCFAllocatorDefault, blockBufferMemoryAllocator: kCFAllocatorDefault,
      flags: 0, bufferList: bufferList.unsafePointer))
  try check(CMSampleBufferSetDataReady(sampleBuffer!))
  return sampleBuffer!
}

private func applyGain(_ gain: Float, to sampleBuffer: CMSampleBuffer) throws {
  var size = 0
  try check(
    CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
      sampleBuffer, bufferListSizeNeededOut: &size, bufferListOut: nil, bufferListSize: 0, blockBufferAllocator: nil,
      blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: nil))
  let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  defer { memory.deallocate() }
  let list = memory.bindMemory(to: AudioBufferList.self, capacity: 1)
  var blockBuffer: CMBlockBuffer?
  try check(
    CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
      sampleBuffer, bufferListSizeNeededOut: nil, bufferListOut: list, bufferListSize: size,
      blockBufferAllocator: kCFAllocatorDefault, blockBufferMemoryAllocator: kCFAllocatorDefault,
      flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment, blockBufferOut: &blockBuffer))
  withExtendedLifetime(blockBuffer) {
    for buffer in UnsafeMutableAudioBufferListPointer(list) {
      guard let data = buffer.mData else { continue }
      let samples = data.assumingMemoryBound(to: Float.self)
      for index in 0..<Int(buffer.mDataByteSize) / MemoryLayout<Float>.size { samples[index] *= gain }
    }
  }
}

@Test func aTone_becomesSampleBuffersThatAreCutAndMadeQuieter() throws {
  let tone = try makeTone(frames: 400, at: CMTime(value: 44_100, timescale: 44_100), sampleRate: 44_100)
  #expect(CMSampleBufferGetNumSamples(tone) == 400 && CMSampleBufferDataIsReady(tone))
  #expect(CMSampleBufferGetDuration(tone) == CMTime(value: 400, timescale: 44_100))
  #expect(tone.dataBuffer?.dataLength == 2 * 400 * 4)

  var half: CMSampleBuffer?
  let status = CMSampleBufferCopySampleBufferForRange(
    allocator: kCFAllocatorDefault, sampleBuffer: tone, sampleRange: CFRange(location: 200, length: 100),
    sampleBufferOut: &half)
  // The channels are planar: no single range of bytes holds these samples.
  #expect(status != noErr && half == nil)

  try applyGain(0.5, to: tone)
  try tone.withAudioBufferList { list, _ in
    #expect(list.count == 2)
    let left = UnsafeBufferPointer<Float>(list[0])
    let right = UnsafeBufferPointer<Float>(list[1])
    #expect(left.count == 400 && left[200] == 0.25 && right[200] == -0.25)
  }
  let copy = AudioBufferList.allocate(maximumBuffers: 2)
  defer { free(copy.unsafeMutablePointer) }
  var (left, right) = ([Float](repeating: 9, count: 10), [Float](repeating: 9, count: 10))
  left.withUnsafeMutableBufferPointer { left in
    right.withUnsafeMutableBufferPointer { right in
      copy[0] = AudioBuffer(left, numberOfChannels: 1)
      copy[1] = AudioBuffer(right, numberOfChannels: 1)
      #expect(
        CMSampleBufferCopyPCMDataIntoAudioBufferList(
          tone, at: 40, frameCount: 10, into: copy.unsafeMutablePointer) == noErr)
    }
  }
  #expect(left[0] == 0.05 && right[0] == -0.05 && left[9] == Float(49) / 400 / 2)

  var layoutSize = 0
  let format = try #require(CMSampleBufferGetFormatDescription(tone))
  let layout = CMAudioFormatDescriptionGetChannelLayout(format, sizeOut: &layoutSize)
  #expect(layout?.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo && layoutSize >= 12)
  #expect(format.audioChannelLayout?.numberOfChannels == 2)
}
