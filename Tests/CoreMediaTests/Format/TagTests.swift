import CoreMedia
import Testing

@Suite struct TagTests {
  @Test func tags_haveValuesOfTheirCategory() {
    let tags: [CMTag] = [.videoLayerID(1), .stereoView(.leftEye), .mediaType(.video), .packingType(.sideBySide)]
    #expect(tags.firstValue(matchingCategory: .stereoView) == .leftEye)
    #expect(tags.firstValue(matchingCategory: .videoLayerID) == 1 && tags.first(matchingCategory: .trackID) == nil)
    #expect(tags.firstValue(matchingCategory: .mediaType) == .video)
    #expect(tags[1] == CMTag(rawCategory: 0x6579_6573, rawTagValue: 1) && tags[1] != .stereoView(.rightEye))
    #expect(tags[1].value(onlyIfMatching: .packingType) == nil)
    #expect(CMTag(rawCategory: 0x7061_636B, rawTagValue: 7).value(onlyIfMatching: .packingType) == nil, "no packing")
    #expect(
      CMTag.videoLayerID(-1).value(onlyIfMatching: .videoLayerID) == -1
        && "\(tags[0])" == "{category: 'vlay', value: 1}")
  }

  @Test func taggedBuffers_keepTheirMedia() throws {
    var frame: CVPixelBuffer?
    CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, nil, &frame)
    let left = CMTaggedBuffer(tags: [.stereoView(.leftEye)], buffer: .pixelBuffer(try #require(frame)))
    guard case .pixelBuffer(let own) = left.buffer else { return #expect(Bool(false)) }
    #expect(own === frame && left.tags.firstValue(matchingCategory: .stereoView) == .leftEye)
  }

  @Test func numbers_areThoseOfApplesHeaders() {
    #expect(kCMFormatDescriptionBridgeError_InvalidParameter == -12712)
    #expect(kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor == -12717)
    #expect(kCMFormatDescriptionBridgeError_InvalidSlice == -12719)
    #expect(kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG == kCVImageBufferTransferFunction_ITU_R_2100_HLG)
  }
}
