import CoreVideo
import Foundation
import Testing

@Suite("Attachments")
struct CVBufferAttachmentTests {
  @Test("are set, read with their mode, replaced and removed")
  func modes() throws {
    let buffer = try #require(makeBuffer(2, 2, kCVPixelFormatType_32BGRA))
    CVBufferSetAttachment(
      buffer, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2, .shouldPropagate)
    CVBufferSetAttachment(buffer, "own" as CFString, 1 as CFNumber, .shouldNotPropagate)
    var mode = CVAttachmentMode.shouldNotPropagate
    let value = CVBufferGetAttachment(buffer, kCVImageBufferColorPrimariesKey, &mode)?.takeUnretainedValue()
    #expect(value as? String == "ITU_R_709_2" && mode == .shouldPropagate)
    #expect(CVBufferCopyAttachment(buffer, "own" as CFString, nil) as? Int == 1)
    #expect(CVBufferCopyAttachment(buffer, "other" as CFString, nil) == nil)
    #expect(CVBufferGetAttachments(buffer, .shouldNotPropagate)?.count == 1)

    let other = try #require(makeBuffer(2, 2, kCVPixelFormatType_32BGRA))
    CVBufferPropagateAttachments(buffer, other)
    #expect(CVBufferHasAttachment(other, kCVImageBufferColorPrimariesKey))
    #expect(!CVBufferHasAttachment(other, "own" as CFString))
    CVBufferRemoveAttachment(buffer, "own" as CFString)
    #expect(CVBufferCopyAttachments(buffer, .shouldNotPropagate)?.count == 0)
    CVBufferSetAttachments(buffer, ["a": 1, "b": "c"] as CFDictionary, .shouldNotPropagate)
    #expect(CVBufferCopyAttachments(buffer, .shouldNotPropagate)?.count == 2)
    CVBufferRemoveAllAttachments(buffer)
    #expect(!CVBufferHasAttachment(buffer, kCVImageBufferColorPrimariesKey))
  }

  @Test("a clean aperture gives the clean rectangle and the display size")
  func cleanAperture() throws {
    let buffer = try #require(makeBuffer(720, 576, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange))
    #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 720, height: 576))
    let aperture: [CFString: Any] = [
      kCVImageBufferCleanApertureWidthKey: 704, kCVImageBufferCleanApertureHeightKey: [1152, 2],
      kCVImageBufferCleanApertureHorizontalOffsetKey: 2, kCVImageBufferCleanApertureVerticalOffsetKey: 0,
    ]
    CVBufferSetAttachment(buffer, kCVImageBufferCleanApertureKey, aperture as CFDictionary, .shouldPropagate)
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 10, y: 0, width: 704, height: 576))
    #expect(CVImageBufferGetDisplaySize(buffer).width == 704)
    #expect(CVImageBufferGetEncodedSize(buffer).width == 720 && CVImageBufferIsFlipped(buffer))
  }
}
