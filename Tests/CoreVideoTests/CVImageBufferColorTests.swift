import CoreVideo
import Testing

@Suite("Colour of pictures")
struct CVImageBufferColorTests {
  @Test("attachments give a colour space, which the buffer keeps")
  func space() throws {
    let buffer = try #require(makeBuffer(2, 2, kCVPixelFormatType_32BGRA))
    #expect(CVImageBufferGetColorSpace(buffer) == nil)
    let color: [CFString: Any] = [
      kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_709_2,
      kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_ITU_R_709_2,
    ]
    CVBufferSetAttachments(buffer, color as CFDictionary, .shouldPropagate)
    let space = CVImageBufferGetColorSpace(buffer)?.takeUnretainedValue()
    #expect(space?.name == CGColorSpace.itur_709)
    #expect(CVImageBufferGetColorSpace(buffer)?.takeUnretainedValue() === space)
  }

  @Test("code points of H.273 go both ways", arguments: [Int32(1), 5, 6, 9, 11, 12, 7, 8, 13, 14, 16, 17, 18])
  func codePoints(code: Int32) {
    if let name = CVColorPrimariesGetStringForIntegerCodePoint(code)?.takeUnretainedValue(), code != 7 {
      #expect(CVColorPrimariesGetIntegerCodePointForString(name) == code)
    }
    if let name = CVTransferFunctionGetStringForIntegerCodePoint(code)?.takeUnretainedValue(), code != 6 {
      #expect(CVTransferFunctionGetIntegerCodePointForString(name) == code)
    }
    if let name = CVYCbCrMatrixGetStringForIntegerCodePoint(code)?.takeUnretainedValue(), code != 5 {
      #expect(CVYCbCrMatrixGetIntegerCodePointForString(name) == code)
    }
    #expect(CVYCbCrMatrixGetIntegerCodePointForString(nil) == 2)
    #expect(CVColorPrimariesGetStringForIntegerCodePoint(2) == nil)
  }
}
