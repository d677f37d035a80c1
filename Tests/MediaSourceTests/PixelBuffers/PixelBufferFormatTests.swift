import CGStreamer
import CoreMedia
import Testing

@testable import GStreamer
@testable import MediaSource

/// One pixel, or a block of them, by Core Video's definition; and GStreamer's values of the first one.
private let pixels: [(OSType, [UInt8], [UInt16])] = [
  (kCVPixelFormatType_24RGB, [1, 2, 3], [255, 1, 2, 3]),
  (kCVPixelFormatType_24BGR, [3, 2, 1], [255, 1, 2, 3]),
  (kCVPixelFormatType_32ARGB, [4, 1, 2, 3], [4, 1, 2, 3]),
  (kCVPixelFormatType_32BGRA, [3, 2, 1, 4], [4, 1, 2, 3]),
  (kCVPixelFormatType_32ABGR, [4, 3, 2, 1], [4, 1, 2, 3]),
  (kCVPixelFormatType_32RGBA, [1, 2, 3, 4], [4, 1, 2, 3]),
  (kCVPixelFormatType_16LE565, [0x1F, 0xF8], [255, 255, 0, 255]),
  (kCVPixelFormatType_16LE555, [0xE0, 0x03], [255, 0, 255, 0]),
  (kCVPixelFormatType_64ARGB, [4, 0, 1, 0, 2, 0, 3, 0], [0x400, 0x100, 0x200, 0x300]),
  (kCVPixelFormatType_64RGBALE, [0, 1, 0, 2, 0, 3, 0, 4], [0x400, 0x100, 0x200, 0x300]),
  // Alpha, red, green and blue from the most significant bits down: 3, 0x3FF, 0, 0.
  // GStreamer widens two bits of alpha differently.
  (kCVPixelFormatType_ARGB2101010LEPacked, [0, 0, 0xF0, 0xFF], [0xC030, 0xFFFF, 0, 0]),
  (kCVPixelFormatType_422YpCbCr8, [2, 1, 3, 5], [255, 1, 2, 3]),
  (kCVPixelFormatType_422YpCbCr8_yuvs, [1, 2, 5, 3], [255, 1, 2, 3]),
  (kCVPixelFormatType_422YpCbCr16, [0, 2, 0, 1, 0, 3, 0, 5], [0xFFFF, 0x100, 0x200, 0x300]),
  (kCVPixelFormatType_4444AYpCbCr8, [4, 1, 2, 3], [4, 1, 2, 3]),
  (kCVPixelFormatType_4444AYpCbCr16, [0, 4, 0, 1, 0, 2, 0, 3], [0x400, 0x100, 0x200, 0x300]),
  (kCVPixelFormatType_OneComponent8, [9], [255, 9, 128, 128]),
  (kCVPixelFormatType_OneComponent16, [0, 9], [0xFFFF, 0x900, 0x8000, 0x8000]),
  (kCVPixelFormatType_16Gray, [9, 0], [0xFFFF, 0x900, 0x8000, 0x8000]),
]

@Suite("Pixel formats and colours, on both sides")
struct PixelBufferFormatTests {
  init() throws { try GStreamerLibrary.start() }

  @Test("every format that both sides know survives caps and back", arguments: PixelFormatTable.types)
  func formats(type: OSType) throws {
    let picture = try RawFrame(type, 64, 48)
    let format = try PixelBufferFormat(picture.caps)
    #expect(format.pixelFormat == type)
    #expect(format.formatDescription.mediaSubType.rawValue == type)
    let back = try PixelBufferFormat(of: format.pixelBuffer(picture.buffer))
    #expect(back.pixelFormat == type)
    #expect(back.caps.text == format.caps.text)
  }

  @Test("packed formats have their components in the same places", arguments: pixels)
  func components(type: OSType, bytes: [UInt8], expected: [UInt16]) throws {
    let known = try #require(PixelFormatTable.format(of: type))
    let info = try #require(gst_video_format_get_info(known.format))
    var (pixels, unpacked) = (bytes + Array(repeating: 0, count: 32), [UInt8](repeating: 0, count: 64))
    pixels.withUnsafeMutableBytes { pixels in
      unpacked.withUnsafeMutableBytes { unpacked in
        var planes: [UnsafeMutableRawPointer?] = [pixels.baseAddress, nil, nil, nil]
        var strides: [gint] = [32, 0, 0, 0]
        info.pointee.unpack_func(
          info, GST_VIDEO_PACK_FLAG_NONE, unpacked.baseAddress, &planes, &strides, 0, 0,
          info.pointee.w_sub.1 == 1 ? 2 : 1)
      }
    }
    let isDeep = [GST_VIDEO_FORMAT_ARGB64, GST_VIDEO_FORMAT_AYUV64].contains(info.pointee.unpack_format)
    let components = (0..<4).map { index -> UInt16 in
      guard isDeep else { return UInt16(unpacked[index]) }
      let (low, high) = (UInt16(unpacked[2 * index]), UInt16(unpacked[2 * index + 1]))
      return high << 8 | low
    }
    #expect(components == expected)
  }

  @Test("colours and the shape of pixels become attachments, and come back")
  func colors() throws {
    let text = "video/x-raw,format=NV12,width=720,height=576,framerate=25/1,pixel-aspect-ratio=16/15,colorimetry="
    let format = try PixelBufferFormat(caps: text + "bt2020-10")
    let picture = try RawFrame(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 720, 576)
    let pixelBuffer = try format.pixelBuffer(picture.buffer)
    func attached(_ key: CFString) -> NSString? { CVBufferCopyAttachment(pixelBuffer, key, nil) as? NSString }
    #expect(attached(kCVImageBufferColorPrimariesKey) == kCVImageBufferColorPrimaries_ITU_R_2020)
    #expect(attached(kCVImageBufferYCbCrMatrixKey) == kCVImageBufferYCbCrMatrix_ITU_R_2020)
    #expect(format.formatDescription.presentationDimensions() == CGSize(width: 768, height: 576))
    let back = try #require(PixelBufferFormat(of: pixelBuffer).caps.first)
    #expect(back["pixel-aspect-ratio"] == .fraction(16, 15))
    #expect(back["colorimetry"]?.string == "bt2020-10")
  }

  @Test("the range of values chooses the format")
  func range() throws {
    let text = "video/x-raw,width=4,height=4,framerate=25/1,format="
    let type = { (caps: String) in try PixelBufferFormat(caps: text + caps).pixelFormat }
    #expect(try type("NV12,colorimetry=bt709") == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    #expect(try type("NV12,colorimetry=1:3:5:1") == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    #expect(try type("BGRA") == kCVPixelFormatType_32BGRA)
  }

  @Test("what is no picture, or none of Core Video's, is refused")
  func refusals() {
    #expect(throws: GStreamerError.self) { try PixelBufferFormat(caps: "audio/x-raw") }
    #expect(throws: GStreamerError.self) { try PixelBufferFormat(caps: "video/x-raw,format=NV12") }
    #expect(throws: CVError(code: kCVReturnInvalidPixelFormat)) {
      try PixelBufferFormat(caps: "video/x-raw,format=GBR,width=4,height=4")
    }
    #expect(throws: CVError(code: kCVReturnInvalidPixelFormat)) {
      var float: CVPixelBuffer?
      CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_128RGBAFloat, nil, &float)
      _ = try PixelBufferFormat(of: #require(float))
    }
  }
}
