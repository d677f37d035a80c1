// A streamer converts the samples of an encoder to an H.264 elementary stream: start codes instead of lengths, and the
// parameter sets before each sync sample.

import CoreMedia
import Testing

private func elementaryStream(from sampleBuffer: CMSampleBuffer) -> Data {
  var elementaryStream = Data()
  let startCode = Data([0x00, 0x00, 0x00, 0x01])
  var isSync = true
  if let attachments = CMSampleBufferGetSampleAttachmentsArray(sampleBuffer, createIfNecessary: false)
    as? [[CFString: Any]], let first = attachments.first
  {
    isSync = !((first[kCMSampleAttachmentKey_NotSync] as? Bool) ?? false)
  }
  if isSync, let description = CMSampleBufferGetFormatDescription(sampleBuffer) {
    var count = 0
    CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
      description, parameterSetIndex: 0, parameterSetPointerOut: nil, parameterSetSizeOut: nil,
      parameterSetCountOut: &count, nalUnitHeaderLengthOut: nil)
    for index in 0..<count {
      var pointer: UnsafePointer<UInt8>?
      var length = 0
      CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
        description, parameterSetIndex: index, parameterSetPointerOut: &pointer, parameterSetSizeOut: &length,
        parameterSetCountOut: nil, nalUnitHeaderLengthOut: nil)
      guard let pointer else { continue }
      elementaryStream.append(startCode)
      elementaryStream.append(pointer, count: length)
    }
  }
  guard let dataBuffer = CMSampleBufferGetDataBuffer(sampleBuffer) else { return elementaryStream }
  var totalLength = 0
  var bytes: UnsafeMutablePointer<Int8>?
  CMBlockBufferGetDataPointer(
    dataBuffer, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: &totalLength, dataPointerOut: &bytes)
  guard let bytes else { return elementaryStream }
  var offset = 0
  while offset < totalLength - 4 {
    var length: UInt32 = 0
    memcpy(&length, bytes + offset, 4)
    length = CFSwapInt32BigToHost(length)
    elementaryStream.append(startCode)
    bytes.withMemoryRebound(to: UInt8.self, capacity: totalLength) {
      elementaryStream.append($0 + offset + 4, count: Int(length))
    }
    offset += 4 + Int(length)
  }
  return elementaryStream
}

@Test func lengthsBecomeStartCodes_andParameterSetsComeFirst() throws {
  let sps: [UInt8] = [
    0x67, 0x64, 0x00, 0x1f, 0xac, 0xd9, 0x40, 0x50, 0x05, 0xbb, 0x01, 0x10, 0x00, 0x00, 0x03, 0x00, 0x10, 0x00, 0x00,
    0x03, 0x03, 0xc0, 0xf1, 0x83, 0x19, 0x60,
  ]
  let pps: [UInt8] = [0x68, 0xeb, 0xe3, 0xcb, 0x22, 0xc0]
  let sample = try CMSampleBuffer(
    dataBuffer: blockBuffer([0, 0, 0, 2, 0x65, 0x88, 0, 0, 0, 3, 0x41, 0x9a, 0x01]),
    formatDescription: CMFormatDescription(h264ParameterSets: [Data(sps), Data(pps)]), numSamples: 1,
    sampleTimings: [], sampleSizes: [13])
  let units = Data([0, 0, 0, 1, 0x65, 0x88, 0, 0, 0, 1, 0x41, 0x9a, 0x01])
  #expect(elementaryStream(from: sample) == Data([0, 0, 0, 1] + sps + [0, 0, 0, 1] + pps) + units)
  sample.sampleAttachments[0][.notSync] = true
  #expect(elementaryStream(from: sample) == units)
}
