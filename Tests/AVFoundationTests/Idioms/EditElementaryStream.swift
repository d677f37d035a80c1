// Frames of a network camera: start codes become lengths in place, frames get display attachments, a decoder's queue
// sorts them.

import AVFoundation
import Testing

private func makeBlockBuffer(_ frame: [UInt8]) throws -> CMBlockBuffer {
  let memory = UnsafeMutableRawPointer(malloc(frame.count)!)
  memory.copyMemory(from: frame, byteCount: frame.count)
  var blockBuffer: CMBlockBuffer?
  let status = CMBlockBufferCreateWithMemoryBlock(
    allocator: kCFAllocatorDefault, memoryBlock: memory, blockLength: frame.count, blockAllocator: kCFAllocatorDefault,
    customBlockSource: nil, offsetToData: 0, dataLength: frame.count, flags: 0, blockBufferOut: &blockBuffer)
  guard status == kCMBlockBufferNoErr, let blockBuffer else {
    throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
  }
  return blockBuffer
}

/// Replaces `00 00 00 01 …` by a length of four bytes, in place.
private func replaceStartCode(_ blockBuffer: CMBlockBuffer) {
  var length = UInt32(CMBlockBufferGetDataLength(blockBuffer) - 4).bigEndian
  CMBlockBufferReplaceDataBytes(
    with: &length, blockBuffer: blockBuffer, offsetIntoDestination: 0, dataLength: MemoryLayout<UInt32>.size)
}

private func makeSample(_ frame: [UInt8], pts: Int64, format: CMFormatDescription) throws -> CMSampleBuffer {
  let blockBuffer = try makeBlockBuffer(frame)
  replaceStartCode(blockBuffer)
  var sampleSize = frame.count
  var timing = CMSampleTimingInfo(
    duration: CMTimeMake(value: 1, timescale: 25), presentationTimeStamp: CMTimeMake(value: pts, timescale: 25),
    decodeTimeStamp: CMTime.invalid)
  var sampleBuffer: CMSampleBuffer?
  CMSampleBufferCreateReady(
    allocator: kCFAllocatorDefault, dataBuffer: blockBuffer, formatDescription: format, sampleCount: 1,
    sampleTimingEntryCount: 1, sampleTimingArray: &timing, sampleSizeEntryCount: 1, sampleSizeArray: &sampleSize,
    sampleBufferOut: &sampleBuffer)
  guard let sampleBuffer else { throw CMSampleBuffer.Error.allocationFailed }

  let attachments = CMSampleBufferGetSampleAttachmentsArray(sampleBuffer, createIfNecessary: true)! as CFArray
  let dictionary = unsafeBitCast(CFArrayGetValueAtIndex(attachments, 0), to: CFMutableDictionary.self)
  CFDictionarySetValue(
    dictionary, Unmanaged.passUnretained(kCMSampleAttachmentKey_DisplayImmediately).toOpaque(),
    Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
  let isKey = frame[4] & 0x1F == 5
  if !isKey {
    CFDictionarySetValue(
      dictionary, Unmanaged.passUnretained(kCMSampleAttachmentKey_NotSync).toOpaque(),
      Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
  }
  return sampleBuffer
}

private func isKeyFrame(_ sampleBuffer: CMSampleBuffer) -> Bool {
  guard
    let array = CMSampleBufferGetSampleAttachmentsArray(sampleBuffer, createIfNecessary: false)
      as? [[CFString: Any]], let first = array.first
  else { return true }
  return !(first[kCMSampleAttachmentKey_NotSync] as? Bool ?? false)
}

@Test func framesOfANetworkCamera_areMarkedAndPutIntoOrder() throws {
  let format = try CMVideoFormatDescription(videoCodecType: .h264, width: 64, height: 48)
  var queue: CMBufferQueue?
  CMBufferQueueCreate(
    allocator: kCFAllocatorDefault, capacity: 0,
    callbacks: CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS(), queueOut: &queue)
  let frames: [([UInt8], Int64)] = [
    ([0, 0, 0, 1, 0x65, 8], 0), ([0, 0, 0, 1, 0x41, 9, 9], 2), ([0, 0, 0, 1, 0x01], 1),
  ]
  for (frame, pts) in frames { CMBufferQueueEnqueue(queue!, buffer: try makeSample(frame, pts: pts, format: format)) }

  var order: [(Double, Bool, [UInt8])] = []
  while let sample = CMBufferQueueDequeue(queue!) as! CMSampleBuffer? {
    var (length, pointer) = (0, UnsafeMutablePointer<Int8>?.none)
    CMBlockBufferGetDataPointer(
      sample.dataBuffer!, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: &length, dataPointerOut: &pointer)
    let bytes = UnsafeRawBufferPointer(start: pointer, count: length)
    order.append((sample.presentationTimeStamp.seconds * 25, isKeyFrame(sample), Array(bytes)))
    #expect(sample.sampleAttachments[0][.displayImmediately] as? Bool == true)
  }
  #expect(order.map(\.0) == [0, 1, 2] && order.map(\.1) == [true, false, false])
  #expect(order.map(\.2) == [[0, 0, 0, 2, 0x65, 8], [0, 0, 0, 1, 0x01], [0, 0, 0, 3, 0x41, 9, 9]])
}
