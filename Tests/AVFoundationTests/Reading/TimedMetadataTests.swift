import AVFoundation
import Testing

/// Timed metadata of samples become groups of items.
@Suite struct TimedMetadataTests {
  private func sample(_ boxes: [(id: UInt32, bytes: [UInt8])], _ types: [CFString]) throws -> CMSampleBuffer {
    let format = try CMFormatDescription(
      boxedMetadataSpecifications: types.enumerated().map { index, type in
        [
          kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier as String: "mdta/com.example.\(index)"
            as NSString,
          kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType as String: type,
        ]
      })
    func big(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
    let bytes = boxes.flatMap { big(UInt32($0.bytes.count + 8)) + big($0.id) + $0.bytes }
    let data = try CMBlockBuffer(length: max(1, bytes.count), flags: .assureMemoryNow)
    try data.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return try CMSampleBuffer(
      dataBuffer: data, formatDescription: format, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: 10), presentationTimeStamp: CMTime(value: 3, timescale: 10),
          decodeTimeStamp: .invalid)
      ], sampleSizes: [bytes.count])
  }

  @Test func boxes_becomeItemsOfTheirTypes() throws {
    let group = try #require(
      AVTimedMetadataGroup(
        sampleBuffer: sample(
          [(1, Array("Grüße".utf8)), (2, [0xff, 0xfe]), (3, [0x3f, 0x80, 0, 0]), (9, [1])],
          [kCMMetadataBaseDataType_UTF8, kCMMetadataBaseDataType_SInt16, kCMMetadataBaseDataType_Float32])))
    #expect(
      group.timeRange == CMTimeRange(start: CMTime(value: 3, timescale: 10), duration: CMTime(value: 1, timescale: 10)))
    #expect(group.items.map { $0.identifier?.rawValue } == (0..<3).map { "mdta/com.example.\($0)" })
    #expect(group.items[0].stringValue == "Grüße" && group.items[0].dataType == kCMMetadataBaseDataType_UTF8 as String)
    #expect(group.items[1].numberValue == -2 && group.items[2].numberValue == 1)
    #expect(group.items[0].time == group.timeRange.start && group.items[0].duration == group.timeRange.duration)
  }

  @Test func otherTracks_failTheReaderOfAnAdaptor() throws {
    let (reader, output) = try AVAssetReader.started(SharedClip.movie, .video, nil)
    let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    #expect(adaptor.assetReaderTrackOutput === output)
    #expect(adaptor.nextTimedMetadataGroup() == nil && reader.status == .failed)
  }

  @Test func damagedBoxes_endTheSample() throws {
    let whole = try sample([(1, [1, 2, 3])], [kCMMetadataBaseDataType_RawData])
    try whole.dataBuffer?.withUnsafeMutableBytes { $0.storeBytes(of: UInt32(99).bigEndian, as: UInt32.self) }
    let group = try #require(AVTimedMetadataGroup(sampleBuffer: whole))
    #expect(group.items.isEmpty)
  }
}
