import CoreVideo
import Foundation
import Testing

/// The strings behind keys, which programs and archives look up by text: those that dumps of Apple's attachments show.
@Suite struct CVKeyTests {
  @Test func attachments_areCalledAsOnApplesSystems() {
    let names: [(CFString, String)] = [
      (kCVImageBufferCGColorSpaceKey, "CGColorSpace"), (kCVImageBufferCleanApertureKey, "CVCleanAperture"),
      (kCVImageBufferPreferredCleanApertureKey, "CVPreferredCleanAperture"),
      (kCVImageBufferFieldCountKey, "CVFieldCount"), (kCVImageBufferFieldDetailKey, "CVFieldDetail"),
      (kCVImageBufferPixelAspectRatioKey, "CVPixelAspectRatio"),
      (kCVImageBufferDisplayDimensionsKey, "CVDisplayDimensions"),
      (kCVImageBufferGammaLevelKey, "CVImageBufferGammaLevel"),
      (kCVImageBufferICCProfileKey, "CVImageBufferICCProfile"),
      (kCVImageBufferYCbCrMatrixKey, "CVImageBufferYCbCrMatrix"),
      (kCVImageBufferColorPrimariesKey, "CVImageBufferColorPrimaries"),
      (kCVImageBufferTransferFunctionKey, "CVImageBufferTransferFunction"),
      (kCVImageBufferChromaLocationTopFieldKey, "CVImageBufferChromaLocationTopField"),
      (kCVImageBufferChromaLocationBottomFieldKey, "CVImageBufferChromaLocationBottomField"),
      (kCVImageBufferChromaSubsamplingKey, "CVImageBufferChromaSubsampling"),
      (kCVBufferPropagatedAttachmentsKey, "PropagatedAttachments"),
      (kCVBufferNonPropagatedAttachmentsKey, "NonPropagatedAttachments"),
      (kCVPixelBufferPoolAllocationThresholdKey, "BufferPoolAllocationThreshold"),
    ]
    for (key, name) in names { #expect("\(key)" == name) }
  }

  @Test func pixelFormats_haveTheCodesOfApplesSDK() {
    let codes: [(OSType, String)] = [
      (kCVPixelFormatType_30RGB_r210, "r210"), (kCVPixelFormatType_30RGBLEPackedWideGamut, "w30r"),
      (kCVPixelFormatType_40ARGBLEWideGamut, "w40a"), (kCVPixelFormatType_40ARGBLEWideGamutPremultiplied, "w40m"),
      (kCVPixelFormatType_14Bayer_GRBG, "grb4"), (kCVPixelFormatType_14Bayer_RGGB, "rgg4"),
      (kCVPixelFormatType_14Bayer_BGGR, "bgg4"), (kCVPixelFormatType_14Bayer_GBRG, "gbr4"),
      (kCVPixelFormatType_Lossless_32BGRA, "&BGA"), (kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarVideoRange, "-8v0"),
    ]
    for (code, text) in codes { #expect(code == text.utf8.reduce(0) { $0 << 8 | OSType($1) }) }
    #expect(kCVPixelFormatType_1Monochrome == 1 && kCVPixelFormatType_8IndexedGray_WhiteIsZero == 0x28)
  }

  @Test(arguments: [
    kCVPixelFormatType_1Monochrome, kCVPixelFormatType_Lossless_32BGRA, kCVPixelFormatType_64RGBA_DownscaledProResRAW,
  ])
  func formatsThatCannotBeStored_areInvalid(format: OSType) {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 8, 8, format, nil, &buffer) == kCVReturnInvalidPixelFormat && buffer == nil)
    #expect(CVPixelFormatDescriptionCreateWithPixelFormatType(nil, format) == nil)
  }

  @Test func descriptions_sayWhatAFormatHolds() throws {
    let all = try #require(CVPixelFormatDescriptionArrayCreateWithAllPixelFormatTypes(nil) as? [NSNumber])
    #expect(all.count > 60 && all.contains(NSNumber(value: kCVPixelFormatType_32BGRA)))
    let bgra = try #require(CVPixelFormatDescriptionCreateWithPixelFormatType(nil, kCVPixelFormatType_32BGRA))
    #expect(bgra[kCVPixelFormatContainsAlpha] as? Bool == true && bgra[kCVPixelFormatBitsPerBlock] as? Int == 32)
    // As Apple's description of the format is printed.
    #expect(
      bgra[kCVPixelFormatCGBitmapInfo] as? Int == 8196 && bgra[kCVPixelFormatCGImageCompatibility] as? Bool == true)
    let nv12 = try #require(
      CVPixelFormatDescriptionCreateWithPixelFormatType(nil, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))
    #expect(nv12[kCVPixelFormatContainsYCbCr] as? Bool == true && nv12[kCVPixelFormatContainsAlpha] as? Bool == false)
    #expect(nv12[kCVPixelFormatComponentRange] as? NSString == kCVPixelFormatComponentRange_FullRange)
    #expect((nv12[kCVPixelFormatPlanes] as? [Any])?.count == 2)
  }

  @Test func resolvedAttributes_satisfyAllOrAreRefused() {
    func resolve(_ attributes: [[String: Any]]) -> (CVReturn, [String: Any]?) {
      var resolved: CFDictionary?
      let code = CVPixelBufferCreateResolvedAttributesDictionary(nil, attributes as CFArray, &resolved)
      return (code, resolved as? [String: Any])
    }
    let (bgra, nv12) = (kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    let (code, both) = resolve([
      ["PixelFormatType": [bgra, nv12], "Width": 64, "BytesPerRowAlignment": 16],
      ["PixelFormatType": nv12, "Height": 48, "BytesPerRowAlignment": 64, "ExtendedPixelsRight": 4],
    ])
    #expect(code == kCVReturnSuccess)
    #expect(both?["PixelFormatType"] as? NSNumber == NSNumber(value: nv12) && both?["Width"] as? Int == 64)
    #expect(both?["Height"] as? Int == 48 && both?["BytesPerRowAlignment"] as? Int == 64)
    #expect(resolve([["Width": 64], ["Width": 32]]).0 == kCVReturnInvalidPixelBufferAttributes)
    #expect(
      resolve([["PixelFormatType": bgra], ["PixelFormatType": nv12]]).0 == kCVReturnInvalidPixelBufferAttributes)
    #expect(resolve([]).0 == kCVReturnInvalidArgument)
  }

  @Test func formatsOfPrograms_areDescribed_andNotStored() throws {
    let code: OSType = 0x7265_656c
    #expect(CVPixelFormatDescriptionCreateWithPixelFormatType(nil, code) == nil)
    let description: [CFString: Any] = [kCVPixelFormatName: "ours", kCVPixelFormatBitsPerBlock: 24]
    CVPixelFormatDescriptionRegisterDescriptionWithPixelFormatType(description as CFDictionary, code)
    let read = CVPixelFormatDescriptionCreateWithPixelFormatType(nil, code) as? [CFString: Any]
    #expect(read?[kCVPixelFormatName] as? String == "ours" && read?[kCVPixelFormatBitsPerBlock] as? Int == 24)
    let all = CVPixelFormatDescriptionArrayCreateWithAllPixelFormatTypes(nil) as? [NSNumber]
    #expect(all?.contains(NSNumber(value: code)) == true)
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 8, 8, code, nil, &buffer) == kCVReturnInvalidPixelFormat && buffer == nil)
  }
}
