import CoreGraphics

/// Fills the padding around the image with the pixels at its edge; no effect without padding.
@discardableResult
public func CVPixelBufferFillExtendedPixels(_ pixelBuffer: CVPixelBuffer) -> CVReturn {
  let padding = pixelBuffer.extendedPixels
  guard padding != .init(), let format = PixelFormat.named(pixelBuffer.pixelFormat) else { return kCVReturnSuccess }
  for (plane, shape) in zip(pixelBuffer.planes, format.planes) {
    let horizontal = shape.horizontalSubsampling * shape.pixelsPerBlock
    let block = shape.bytesPerBlock
    let (left, right) = (ceil(padding.left, horizontal), ceil(padding.right, horizontal))
    let (top, bottom) = (ceil(padding.top, shape.verticalSubsampling), ceil(padding.bottom, shape.verticalSubsampling))
    let rowBytes = ceil(plane.width, shape.pixelsPerBlock) * block
    for y in 0..<plane.height {
      let row = plane.baseAddress + y * plane.bytesPerRow
      for x in 0..<left { (row - (x + 1) * block).copyMemory(from: row, byteCount: block) }
      for x in 0..<right {
        (row + rowBytes + x * block).copyMemory(from: row + rowBytes - block, byteCount: block)
      }
    }
    let whole = (left + right) * block + rowBytes
    let first = plane.baseAddress - left * block
    let last = first + (plane.height - 1) * plane.bytesPerRow
    for y in 0..<top { (first - (y + 1) * plane.bytesPerRow).copyMemory(from: first, byteCount: whole) }
    for y in 0..<bottom { (last + (y + 1) * plane.bytesPerRow).copyMemory(from: last, byteCount: whole) }
  }
  return kCVReturnSuccess
}
