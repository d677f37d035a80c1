// The programming guide's image of a captured frame: drawn from the locked pixels, kept after they are unlocked.

import CoreGraphics
import CoreMedia
import Testing

private func imageFromSampleBuffer(_ sampleBuffer: CMSampleBuffer, bitmapInfo: UInt32) -> CGImage? {
  guard let imageBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return nil }
  CVPixelBufferLockBaseAddress(imageBuffer, CVPixelBufferLockFlags(rawValue: 0))
  defer { CVPixelBufferUnlockBaseAddress(imageBuffer, CVPixelBufferLockFlags(rawValue: 0)) }
  let context = CGContext(
    data: CVPixelBufferGetBaseAddress(imageBuffer), width: CVPixelBufferGetWidth(imageBuffer),
    height: CVPixelBufferGetHeight(imageBuffer), bitsPerComponent: 8,
    bytesPerRow: CVPixelBufferGetBytesPerRow(imageBuffer), space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: bitmapInfo)
  return context?.makeImage()
}

@Test(arguments: [
  (kCVPixelFormatType_32BGRA, CGBitmapInfo.byteOrder32Little.rawValue, [30, 20, 10, 255] as [UInt8]),
  (kCVPixelFormatType_32ARGB, CGBitmapInfo.byteOrder32Big.rawValue, [255, 10, 20, 30]),
])
func aFrame_survivesTheUnlockAndTheNextFrame(pixelFormat: OSType, order: UInt32, pixel: [UInt8]) throws {
  var buffer: CVPixelBuffer?
  // Rows of five pixels have padding.
  _ = CVPixelBufferCreate(
    nil, 5, 3, pixelFormat, [kCVPixelBufferBytesPerRowAlignmentKey: 64] as CFDictionary, &buffer)
  let pixels = try #require(buffer)
  let stride = CVPixelBufferGetBytesPerRow(pixels)
  #expect(stride > 20)
  func fill(_ value: [UInt8]) throws {
    _ = CVPixelBufferLockBaseAddress(pixels, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(pixels, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(pixels)).assumingMemoryBound(to: UInt8.self)
    for row in 0..<3 {
      for column in 0..<20 { base[row * stride + column] = value[column % 4] }
    }
  }
  try fill(pixel)
  let sample = try CMSampleBuffer(
    imageBuffer: pixels, formatDescription: CMFormatDescription(imageBuffer: pixels), sampleTiming: .invalid)
  let image = try #require(
    imageFromSampleBuffer(sample, bitmapInfo: order | CGImageAlphaInfo.premultipliedFirst.rawValue))
  try fill([0, 0, 0, 0])
  #expect(image.width == 5 && image.height == 3)
  let data = try #require(image.dataProvider?.data) as Data
  #expect(Array(data[image.bytesPerRow + 4..<image.bytesPerRow + 8]) == pixel)
}
