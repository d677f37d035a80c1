import AVFoundation
import Testing
import VideoToolbox

@Suite struct VideoToolboxTests {
  @Test func imagesOfFrames_haveTheirColours() throws {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(nil, 4, 2, kCVPixelFormatType_32BGRA, nil, &buffer)
    let frame = try #require(buffer)
    CVPixelBufferLockBaseAddress(frame, [])
    let base = try #require(CVPixelBufferGetBaseAddress(frame))
    for row in 0..<2 {
      for column in 0..<4 {
        let pixel = base + row * CVPixelBufferGetBytesPerRow(frame) + 4 * column
        pixel.copyMemory(from: [10, 20, 200, 255] as [UInt8], byteCount: 4)
      }
    }
    CVPixelBufferUnlockBaseAddress(frame, [])
    var made: CGImage?
    #expect(VTCreateCGImageFromCVPixelBuffer(frame, options: nil, imageOut: &made) == noErr)
    let image = try #require(made)
    #expect(image.width == 4 && image.height == 2)
    var pixels = [UInt8](repeating: 0, count: 32)
    pixels.withUnsafeMutableBytes {
      CGContext(
        data: $0.baseAddress, width: 4, height: 2, bitsPerComponent: 8, bytesPerRow: 16,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )?.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 2))
    }
    #expect(Array(pixels[12..<16]) == [200, 20, 10, 255])
  }

  @Test func framesThatCannotBeConverted_areTheDocumentedError() throws {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(nil, 4, 2, kCVPixelFormatType_DepthFloat32, nil, &buffer)
    let frame = try #require(buffer)
    var image: CGImage?
    let code = VTCreateCGImageFromCVPixelBuffer(frame, options: nil, imageOut: &image)
    #expect(code == kVTPixelTransferNotSupportedErr && image == nil)
  }

  @Test(arguments: [kCMVideoCodecType_H264, kCMVideoCodecType_HEVC, kCMVideoCodecType_AV1])
  func hardware_decodesNothing(codec: CMVideoCodecType) {
    #expect(!VTIsHardwareDecodeSupported(codec))
  }

  @Test func properties_areThoseOfWritersSettings() {
    #expect(kVTCompressionPropertyKey_AverageBitRate as String == AVVideoAverageBitRateKey)
    #expect(kVTCompressionPropertyKey_MaxKeyFrameInterval as String == AVVideoMaxKeyFrameIntervalKey)
    #expect(kVTCompressionPropertyKey_ProfileLevel as String == AVVideoProfileLevelKey)
    #expect(kVTProfileLevel_H264_Main_AutoLevel as String == AVVideoProfileLevelH264MainAutoLevel)
    #expect(kVTH264EntropyMode_CAVLC as String == AVVideoH264EntropyModeCAVLC)
  }

  @Test func rateProperties_areCheckedWithTheirNames() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("unwritten-\(UUID()).mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    func isAllowed(_ properties: [CFString: Any], _ codec: AVVideoCodecType = .h264) -> Bool {
      let settings: [String: Any] = [
        AVVideoCodecKey: codec, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
        AVVideoCompressionPropertiesKey: Dictionary(
          uniqueKeysWithValues: properties.map { ($0.key as String, $0.value) }),
      ]
      return writer.canApply(outputSettings: settings, forMediaType: .video)
    }
    let hurried = [
      kVTCompressionPropertyKey_RealTime: kCFBooleanTrue as Any,
      kVTCompressionPropertyKey_PrioritizeEncodingSpeedOverQuality: true,
    ]
    for codec in [AVVideoCodecType.h264, .hevc, .proRes422, .jpeg] { #expect(isAllowed(hurried, codec)) }
    #expect(!isAllowed([kVTCompressionPropertyKey_RealTime: "yes"]))
    let limits = kVTCompressionPropertyKey_DataRateLimits
    for value in [[50_000, 1], [50_000, 1, 80_000.0, 2.5], [NSNumber(value: 50_000), NSNumber(value: 1)], []] as [Any] {
      #expect(isAllowed([limits: value]), "\(value)")
    }
    for value in [[50_000], [0, 1], [50_000, 0], [-1, -1], ["50000", 1], [50_000, Double.nan], 50_000] as [Any] {
      #expect(!isAllowed([limits: value]), "\(value)")
    }
    let constant = kVTCompressionPropertyKey_ConstantBitRate
    #expect(isAllowed([constant: 200_000], .hevc) && !isAllowed([constant: 0]))
    #expect(!isAllowed([constant: 200_000, kVTCompressionPropertyKey_AverageBitRate: 200_000]))
    #expect(!isAllowed([constant: 200_000], .proRes422) && !isAllowed([limits: [50_000, 1]], .jpeg))
  }

  @Test(arguments: [
    (kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder as String, false),
    (kVTVideoEncoderSpecification_EnableHardwareAcceleratedVideoEncoder as String, true),
  ])
  func hardwareThatIsRequired_isRefused(key: String, isAllowed: Bool) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("unwritten-\(UUID()).mp4")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let settings: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
      AVVideoEncoderSpecificationKey: [key: true],
    ]
    #expect(writer.canApply(outputSettings: settings, forMediaType: .video) == isAllowed)
  }
}
