import CGStreamer
import CReel
import CoreMedia
import Testing

@testable import GStreamer
@testable import MediaSource

private let caps = "video/x-raw,format=NV12,width=720,height=576,framerate=25/1"

@Suite("Chroma places, fields, clean apertures and light, in both directions")
struct FrameAttributesTests {
  init() throws { try GStreamerLibrary.start() }

  private func picture() -> Buffer { Buffer(copying: [UInt8](repeating: 0, count: 720 * 576 * 3 / 2)) }

  private func attached(_ buffer: CVBuffer, _ key: CFString) -> NSObject? {
    CVBufferCopyAttachment(buffer, key, nil) as? NSObject
  }

  @Test(
    "where chroma samples are",
    arguments: [
      ("mpeg2", "Left"), ("jpeg", "Center"), ("cosited", "TopLeft"), ("v-cosited", "Top"), ("dv", "DV 4:2:0"),
    ])
  func chroma(site: String, place: String) throws {
    let format = try PixelBufferFormat(caps: "\(caps),chroma-site=\(site)")
    let pixelBuffer = try format.pixelBuffer(picture())
    #expect(attached(pixelBuffer, kCVImageBufferChromaLocationTopFieldKey) == place as NSString)
    #expect(attached(pixelBuffer, kCVImageBufferChromaLocationBottomFieldKey) == nil)
    #expect(format.formatDescription.matchesImageBuffer(pixelBuffer))
    #expect(try PixelBufferFormat(of: pixelBuffer).caps.first?["chroma-site"]?.string == site)
  }

  @Test("a place that GStreamer does not know is left out, and so is one of a picture without chroma")
  func unknownChroma() throws {
    let pixelBuffer = try PixelBufferFormat(caps: caps).pixelBuffer(picture())
    #expect(attached(pixelBuffer, kCVImageBufferChromaLocationTopFieldKey) == nil)
    CVBufferSetAttachment(
      pixelBuffer, kCVImageBufferChromaLocationTopFieldKey, kCVImageBufferChromaLocation_Bottom, .shouldPropagate)
    #expect(try PixelBufferFormat(of: pixelBuffer).caps.first?["chroma-site"] == nil)
    var created: CVPixelBuffer?
    CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, nil, &created)
    let rgb = try #require(created)
    CVBufferSetAttachment(
      rgb, kCVImageBufferChromaLocationTopFieldKey, kCVImageBufferChromaLocation_Left, .shouldPropagate)
    #expect(try PixelBufferFormat(of: rgb).caps.first?["chroma-site"] == nil)
  }

  @Test(
    "which field comes first",
    arguments: [
      ("top-field-first", "SpatialFirstLineEarly", true), ("bottom-field-first", "SpatialFirstLineLate", false),
    ])
  func fields(order: String, detail: String, isTopFirst: Bool) throws {
    let detail = detail as NSString
    let format = try PixelBufferFormat(
      caps: "\(caps),interlace-mode=interleaved,field-order=\(order),chroma-site=mpeg2")
    let pixelBuffer = try format.pixelBuffer(picture())
    #expect(attached(pixelBuffer, kCVImageBufferFieldCountKey) == NSNumber(value: 2))
    #expect(attached(pixelBuffer, kCVImageBufferFieldDetailKey) == detail)
    #expect(attached(pixelBuffer, kCVImageBufferChromaLocationBottomFieldKey) == kCVImageBufferChromaLocation_Left)
    #expect(format.formatDescription.matchesImageBuffer(pixelBuffer))

    let again = try PixelBufferFormat(of: pixelBuffer)
    #expect(again.caps.first?["interlace-mode"]?.string == "interleaved")
    #expect(again.caps.first?["field-order"]?.string == order)
    let back = try Buffer(wrapping: pixelBuffer, as: again)
    let flags = back.flags.rawValue
    #expect(flags & GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue != 0)
    #expect((flags & GST_VIDEO_BUFFER_FLAG_TFF.rawValue != 0) == isTopFirst)
    #expect(try again.sampleBuffer(back).imageBuffer.flatMap { attached($0, kCVImageBufferFieldDetailKey) } == detail)
  }

  @Test("in mixed streams each picture says whether it has fields, and its description agrees")
  func mixedFields() throws {
    let format = try PixelBufferFormat(caps: "\(caps),interlace-mode=mixed")
    for (flags, detail) in [
      (0, nil), (GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue, kCVImageBufferFieldDetailSpatialFirstLineLate),
      (
        GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue | GST_VIDEO_BUFFER_FLAG_TFF.rawValue,
        kCVImageBufferFieldDetailSpatialFirstLineEarly
      ), (0, nil),
    ] as [(UInt32, CFString?)] {
      let buffer = picture()
      buffer.setFlags(.init(rawValue: flags))
      let sample = try format.sampleBuffer(buffer)
      let pixelBuffer = try #require(sample.imageBuffer)
      #expect(attached(pixelBuffer, kCVImageBufferFieldDetailKey) == detail)
      #expect(sample.formatDescription?.matchesImageBuffer(pixelBuffer) == true)
    }
  }

  @Test("one field a buffer is no picture", arguments: ["alternate", "fields"])
  func lonelyFields(mode: String) {
    let feature = mode == "alternate" ? "(format:Interlaced)" : ""
    let text = caps.replacingOccurrences(of: "x-raw", with: "x-raw\(feature)")
    #expect(throws: CVError(code: kCVReturnInvalidPixelFormat)) {
      try PixelBufferFormat(caps: "\(text),interlace-mode=\(mode)")
    }
  }

  /// Keeps the buffer alive during the call: a pointer into a released one would dangle.
  private func cropArea(of buffer: Buffer) -> GstVideoCropMeta? { creel_buffer_crop(buffer.buffer)?.pointee }

  @Test("the area to crop to is the clean aperture, and neighbours keep their own")
  func cleanAperture() throws {
    let format = try PixelBufferFormat(caps: caps)
    for (x, y, width, height) in [(8, 0, 704, 576), (0, 1, 719, 575), (8, 0, 704, 576)] as [(Int, Int, Int, Int)] {
      let buffer = picture()
      creel_buffer_add_crop(buffer.buffer, guint(x), guint(y), guint(width), guint(height))
      let sample = try format.sampleBuffer(buffer)
      let pixelBuffer = try #require(sample.imageBuffer)
      let description = try #require(sample.formatDescription)
      // Core Video counts from the bottom.
      #expect(
        CVImageBufferGetCleanRect(pixelBuffer) == CGRect(x: x, y: 576 - y - height, width: width, height: height))
      #expect(description.presentationDimensions() == CGSize(width: width, height: height))
      #expect(description.matchesImageBuffer(pixelBuffer))
      let back = try Buffer(wrapping: pixelBuffer, as: format)
      let crop = try #require(cropArea(of: back))
      #expect((Int(crop.x), Int(crop.y)) == (x, y) && (Int(crop.width), Int(crop.height)) == (width, height))
    }
    #expect(cropArea(of: try Buffer(wrapping: format.pixelBuffer(picture()), as: format)) == nil)
  }

  @Test(
    "areas outside the picture, and apertures between pixels, are ignored",
    arguments: [(0, 0, 721, 576), (8, 0, 713, 576), (0, 0, 0, 576), (UInt32.max, 1, 1, 1)]
      as [(UInt32, UInt32, UInt32, UInt32)])
  func hostileApertures(x: UInt32, y: UInt32, width: UInt32, height: UInt32) throws {
    let format = try PixelBufferFormat(caps: caps)
    let buffer = picture()
    creel_buffer_add_crop(buffer.buffer, x, y, width, height)
    let pixelBuffer = try format.pixelBuffer(buffer)
    #expect(attached(pixelBuffer, kCVImageBufferCleanApertureKey) == nil)
    for bad in [NSNumber(value: 703.5), NSNumber(value: Double.nan), NSNumber(value: -1), "704" as NSString] {
      let aperture: NSDictionary = [
        kCVImageBufferCleanApertureWidthKey: bad, kCVImageBufferCleanApertureHeightKey: NSNumber(value: 576),
      ]
      CVBufferSetAttachment(pixelBuffer, kCVImageBufferCleanApertureKey, aperture, .shouldPropagate)
      #expect(cropArea(of: try Buffer(wrapping: pixelBuffer, as: format)) == nil)
    }
  }

  @Test("mastering display and light level travel as the bytes of H.265's messages")
  func light() throws {
    // BT.2020 primaries and D65 on a display of 1000 to 0.0001 cd/m²; in GStreamer's order red, green, blue, white.
    let display = "35400:14600:8500:39850:6550:2300:15635:16450:10000000:1"
    let text =
      "\(caps),colorimetry=bt2100-pq,mastering-display-info=(string)\(display),content-light-level=(string)1000:400"
    let format = try PixelBufferFormat(caps: text)
    let pixelBuffer = try format.pixelBuffer(picture())
    let bytes = attached(pixelBuffer, kCVImageBufferMasteringDisplayColorVolumeKey) as? NSData
    let numbers: [UInt16] = [8500, 39850, 6550, 2300, 35400, 14600, 15635, 16450]
    let coordinates: [UInt8] = numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let luminances: [UInt8] = [0, 0x98, 0x96, 0x80, 0, 0, 0, 1]
    #expect(bytes.map(Array.init) == coordinates + luminances)
    #expect(
      (attached(pixelBuffer, kCVImageBufferContentLightLevelInfoKey) as? NSData).map(Array.init) == [3, 0xE8, 1, 0x90])
    #expect(
      attached(pixelBuffer, kCVImageBufferTransferFunctionKey) == kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ)
    #expect(format.formatDescription.matchesImageBuffer(pixelBuffer))

    let back = try #require(PixelBufferFormat(of: pixelBuffer).caps.first)
    #expect(back["mastering-display-info"]?.string == display)
    #expect(back["content-light-level"]?.string == "1000:400")
    #expect(back["colorimetry"]?.string == "bt2100-pq")
    for key in [kCVImageBufferMasteringDisplayColorVolumeKey, kCVImageBufferContentLightLevelInfoKey] {
      CVBufferSetAttachment(pixelBuffer, key, NSData(data: Data(count: 3)), .shouldPropagate)
    }
    #expect(try PixelBufferFormat(of: pixelBuffer).caps.first?["mastering-display-info"] == nil)
  }

  @Test("attachments of one picture are not those of the next")
  func sharing() throws {
    let format = try PixelBufferFormat(caps: "\(caps),colorimetry=bt709")
    let (first, second) = (try format.sampleBuffer(picture()), try format.sampleBuffer(picture()))
    let pictures = try [#require(first.imageBuffer), #require(second.imageBuffer)]
    CVBufferSetAttachment(pictures[0], kCVImageBufferColorPrimariesKey, "mine" as NSString, .shouldPropagate)
    #expect(attached(pictures[0], kCVImageBufferColorPrimariesKey) == "mine" as NSString)
    #expect(attached(pictures[1], kCVImageBufferColorPrimariesKey) == kCVImageBufferColorPrimaries_ITU_R_709_2)
    for sample in [first, second] {
      #expect(
        CMGetAttachment(sample, key: kCVImageBufferColorPrimariesKey, attachmentModeOut: nil) as? NSString
          == kCVImageBufferColorPrimaries_ITU_R_709_2)
    }
  }
}
