// An image is drawn into a pixel buffer of a pool, as programs do that write movies from images.

import AVFoundation
import Testing

private func pixelBuffer(from image: CGImage, pool: CVPixelBufferPool) -> CVPixelBuffer? {
  var pixelBufferOut: CVPixelBuffer?
  CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &pixelBufferOut)
  guard let pixelBuffer = pixelBufferOut else { return nil }
  CVPixelBufferLockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0))
  defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0)) }

  let size = CGSize(width: CVPixelBufferGetWidth(pixelBuffer), height: CVPixelBufferGetHeight(pixelBuffer))
  guard
    let context = CGContext(
      data: CVPixelBufferGetBaseAddress(pixelBuffer), width: Int(size.width), height: Int(size.height),
      bitsPerComponent: 8, bytesPerRow: CVPixelBufferGetBytesPerRow(pixelBuffer),
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue)
  else { return nil }
  let bounds = CGRect(origin: .zero, size: size)
  context.clear(bounds)
  let imageSize = CGSize(width: image.width, height: image.height)
  context.draw(image, in: AVMakeRect(aspectRatio: imageSize, insideRect: bounds))
  return pixelBuffer
}

@Test func anImage_isDrawnIntoTheMiddle() throws {
  let attributes: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32ARGB,
    kCVPixelBufferWidthKey as String: 40, kCVPixelBufferHeightKey as String: 20,
  ]
  var poolOut: CVPixelBufferPool?
  CVPixelBufferPoolCreate(
    nil, [kCVPixelBufferPoolMinimumBufferCountKey: 2] as NSDictionary, attributes as NSDictionary, &poolOut)
  let pool = try #require(poolOut)

  let canvas = try #require(
    CGContext(
      data: nil, width: 10, height: 10, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  canvas.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
  canvas.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
  let image = try #require(canvas.makeImage())
  let picture = try #require(pixelBuffer(from: image, pool: pool))

  let base = try #require(CVPixelBufferGetBaseAddress(picture))
  let row = base + 10 * CVPixelBufferGetBytesPerRow(picture)
  let argb = { (x: Int) in (0..<4).map { row.load(fromByteOffset: x * 4 + $0, as: UInt8.self) } }
  #expect(argb(2) == [0, 0, 0, 0] && argb(37) == [0, 0, 0, 0])
  #expect(argb(20) == [255, 0, 255, 0])
}
