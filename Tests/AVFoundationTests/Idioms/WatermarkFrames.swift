// A camera's 420v frame becomes BGRA, gets a bar, a border and a logo, and becomes a sample buffer of the same time.

@testable import MediaSource
import AVFoundation
import Testing

private final class Watermarker {
  private let logo: CGImage
  private var formatDescription: CMVideoFormatDescription?
  private lazy var colorSpace = CGColorSpaceCreateDeviceRGB()

  init(logo: CGImage) { self.logo = logo }

  func process(_ sampleBuffer: CMSampleBuffer) -> CMSampleBuffer? {
    guard CMSampleBufferDataIsReady(sampleBuffer), let source = CMSampleBufferGetImageBuffer(sampleBuffer),
      CVPixelBufferGetPixelFormatType(source) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      let target = bgra(from: source)
    else { return nil }
    CVBufferPropagateAttachments(source, target)
    CVBufferRemoveAttachment(target, kCVImageBufferYCbCrMatrixKey)
    draw(into: target)

    if formatDescription == nil || !CMVideoFormatDescriptionMatchesImageBuffer(formatDescription!, imageBuffer: target)
    {
      CMVideoFormatDescriptionCreateForImageBuffer(
        allocator: kCFAllocatorDefault, imageBuffer: target, formatDescriptionOut: &formatDescription)
    }
    var timing = CMSampleTimingInfo()
    guard CMSampleBufferGetSampleTimingInfo(sampleBuffer, at: 0, timingInfoOut: &timing) == noErr else { return nil }
    var result: CMSampleBuffer?
    let status = CMSampleBufferCreateForImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: target, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
      formatDescription: formatDescription!, sampleTiming: &timing, sampleBufferOut: &result)
    guard status == noErr, let result else { return nil }
    if let attachments = CMCopyDictionaryOfAttachments(
      allocator: kCFAllocatorDefault, target: sampleBuffer, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    {
      CMSetAttachments(result, attachments: attachments, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    }
    return result
  }

  private func bgra(from source: CVPixelBuffer) -> CVPixelBuffer? {
    let (width, height) = (CVPixelBufferGetWidth(source), CVPixelBufferGetHeight(source))
    var out: CVPixelBuffer?
    let options =
      [
        kCVPixelBufferCGImageCompatibilityKey: kCFBooleanTrue!,
        kCVPixelBufferCGBitmapContextCompatibilityKey: kCFBooleanTrue!,
      ] as CFDictionary
    guard
      CVPixelBufferCreate(kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA, options, &out)
        == kCVReturnSuccess, let target = out
    else { return nil }
    CVPixelBufferLockBaseAddress(source, .readOnly)
    CVPixelBufferLockBaseAddress(target, [])
    defer {
      CVPixelBufferUnlockBaseAddress(target, [])
      CVPixelBufferUnlockBaseAddress(source, .readOnly)
    }
    guard let luma = CVPixelBufferGetBaseAddressOfPlane(source, 0)?.assumingMemoryBound(to: UInt8.self),
      let chroma = CVPixelBufferGetBaseAddressOfPlane(source, 1)?.assumingMemoryBound(to: UInt8.self),
      let pixels = CVPixelBufferGetBaseAddress(target)?.assumingMemoryBound(to: UInt8.self)
    else { return nil }
    let lumaStride = CVPixelBufferGetBytesPerRowOfPlane(source, 0)
    let chromaStride = CVPixelBufferGetBytesPerRowOfPlane(source, 1)
    let stride = CVPixelBufferGetBytesPerRow(target)
    for y in 0..<height {
      for x in 0..<width {
        let lumaValue = 1.164 * (Double(luma[y * lumaStride + x]) - 16)
        let pair = chroma + (y / 2) * chromaStride + (x & ~1)
        let (cb, cr) = (Double(pair[0]) - 128, Double(pair[1]) - 128)
        let pixel = pixels + y * stride + x * 4
        pixel[0] = UInt8(clamping: Int((lumaValue + 2.112 * cb).rounded()))
        pixel[1] = UInt8(clamping: Int((lumaValue - 0.213 * cb - 0.533 * cr).rounded()))
        pixel[2] = UInt8(clamping: Int((lumaValue + 1.793 * cr).rounded()))
        pixel[3] = 255
      }
    }
    return target
  }

  private func draw(into pixelBuffer: CVPixelBuffer) {
    CVPixelBufferLockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0))
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0)) }
    let (width, height) = (CVPixelBufferGetWidth(pixelBuffer), CVPixelBufferGetHeight(pixelBuffer))
    guard
      let context = CGContext(
        data: CVPixelBufferGetBaseAddress(pixelBuffer), width: width, height: height, bitsPerComponent: 8,
        bytesPerRow: CVPixelBufferGetBytesPerRow(pixelBuffer), space: colorSpace,
        bitmapInfo: CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue)
    else { return }
    // A bar along the lower edge, half transparent.
    context.setFillColor(CGColor(red: 0, green: 0, blue: 0, alpha: 0.5))
    context.fill(CGRect(x: 0, y: 0, width: CGFloat(width), height: 4))
    context.setStrokeColor(red: 1, green: 1, blue: 0, alpha: 1)
    context.setLineWidth(2)
    context.stroke(CGRect(x: 1, y: 1, width: width - 2, height: height - 2))
    context.saveGState()
    context.clip(to: CGRect(x: 8, y: 8, width: 4, height: 4))
    context.draw(logo, in: CGRect(x: 8, y: 8, width: 8, height: 8))
    context.restoreGState()
    // Code that assumes an origin in the upper left corner.
    context.translateBy(x: 0, y: CGFloat(height))
    context.scaleBy(x: 1, y: -1)
    context.beginPath()
    context.move(to: CGPoint(x: 20, y: 4))
    context.addLine(to: CGPoint(x: 26, y: 4))
    context.addLine(to: CGPoint(x: 20, y: 10))
    context.closePath()
    context.setFillColor(CGColor(gray: 1, alpha: 1))
    context.fillPath()
  }
}

private func cameraFrame() throws -> CMSampleBuffer {
  var out: CVPixelBuffer?
  CVPixelBufferCreate(nil, 32, 24, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &out)
  let pixelBuffer = try #require(out)
  CVPixelBufferLockBaseAddress(pixelBuffer, [])
  for (plane, value) in [(0, 126), (1, 128)] as [(Int, Int32)] {
    memset(
      CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, plane)!, value,
      CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, plane) * CVPixelBufferGetHeightOfPlane(pixelBuffer, plane))
  }
  CVPixelBufferUnlockBaseAddress(pixelBuffer, [])
  CVBufferSetAttachment(
    pixelBuffer, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2, .shouldPropagate)
  CVBufferSetAttachment(
    pixelBuffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
  let frame = try CMSampleBuffer(
    imageBuffer: pixelBuffer, formatDescription: CMVideoFormatDescription(imageBuffer: pixelBuffer),
    sampleTiming: CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: CMTime(value: 7, timescale: 30),
      decodeTimeStamp: .invalid))
  frame.attachments["note"] = .shouldPropagate("kept")
  return frame
}

@Test func frames_areConvertedAndDrawnOn() throws {
  let canvas = try #require(
    CGContext(
      data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  canvas.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
  canvas.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
  let watermarker = Watermarker(logo: try #require(canvas.makeImage()))
  let marked = try #require(watermarker.process(try cameraFrame()))
  #expect(marked.presentationTimeStamp == CMTime(value: 7, timescale: 30))
  #expect(CMGetAttachment(marked, key: "note" as CFString, attachmentModeOut: nil) as? String == "kept")
  let picture = try #require(marked.imageBuffer)
  #expect(CVBufferCopyAttachment(picture, kCVImageBufferYCbCrMatrixKey, nil) == nil)
  let pixel = { (x: Int, y: Int) in
    picture.withPixels { planes in Array(planes[0][row: y][(x * 4)..<(x * 4 + 4)]) }
  }
  #expect(pixel(16, 10) == [128, 128, 128, 255])
  #expect(pixel(0, 0) == [0, 255, 255, 255], "the frame")
  #expect(pixel(16, 21) == [64, 64, 64, 255], "the bar is at the bottom")
  #expect(pixel(9, 14) == [0, 0, 255, 255] && pixel(13, 10) == [128, 128, 128, 255], "the logo, clipped")
  #expect(pixel(21, 5) == [255, 255, 255, 255] && pixel(25, 9) == [128, 128, 128, 255], "the triangle, from above")
}
