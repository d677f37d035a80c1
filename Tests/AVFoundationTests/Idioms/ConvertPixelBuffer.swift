// A '2vuy' frame of a capture card becomes BGRA by hand and is converted back.

import AVFoundation
import Testing

private func makePixelBuffer(width: Int, height: Int, format: OSType) -> CVPixelBuffer? {
  var pixelBuffer: CVPixelBuffer?
  let attributes: [String: Any] = [
    kCVPixelBufferCGImageCompatibilityKey as String: true,
    kCVPixelBufferCGBitmapContextCompatibilityKey as String: true,
    kCVPixelBufferIOSurfacePropertiesKey as String: [String: Any](),
  ]
  let status = CVPixelBufferCreate(
    kCFAllocatorDefault, width, height, format, attributes as CFDictionary, &pixelBuffer)
  guard status == kCVReturnSuccess else { return nil }
  return pixelBuffer
}

private func clamp(_ value: Int) -> UInt8 { UInt8(max(0, min(255, value))) }

private func convertToBGRA(_ source: CVPixelBuffer) -> CVPixelBuffer? {
  let width = CVPixelBufferGetWidth(source)
  let height = CVPixelBufferGetHeight(source)
  guard let target = makePixelBuffer(width: width, height: height, format: kCVPixelFormatType_32BGRA) else {
    return nil
  }
  CVPixelBufferLockBaseAddress(source, .readOnly)
  CVPixelBufferLockBaseAddress(target, [])
  defer {
    CVPixelBufferUnlockBaseAddress(target, [])
    CVPixelBufferUnlockBaseAddress(source, .readOnly)
  }
  guard let sourceBase = CVPixelBufferGetBaseAddress(source), let targetBase = CVPixelBufferGetBaseAddress(target)
  else { return nil }
  for y in 0..<height {
    let input = sourceBase.advanced(by: y * CVPixelBufferGetBytesPerRow(source)).assumingMemoryBound(to: UInt8.self)
    let output = targetBase.advanced(by: y * CVPixelBufferGetBytesPerRow(target)).assumingMemoryBound(to: UInt8.self)
    for x in 0..<width {
      let block = (x / 2) * 4
      let luma = 298 * (Int(input[block + 1 + (x % 2) * 2]) - 16)
      let (cb, cr) = (Int(input[block]) - 128, Int(input[block + 2]) - 128)
      output[x * 4] = clamp((luma + 516 * cb + 128) >> 8)
      output[x * 4 + 1] = clamp((luma - 100 * cb - 208 * cr + 128) >> 8)
      output[x * 4 + 2] = clamp((luma + 409 * cr + 128) >> 8)
      output[x * 4 + 3] = 255
    }
  }
  CVBufferPropagateAttachments(source, target)
  return target
}

private func convertTo2vuy(_ source: CVPixelBuffer) -> CVPixelBuffer? {
  let (width, height) = (CVPixelBufferGetWidth(source), CVPixelBufferGetHeight(source))
  guard let target = makePixelBuffer(width: width, height: height, format: kCVPixelFormatType_422YpCbCr8) else {
    return nil
  }
  CVPixelBufferLockBaseAddress(source, .readOnly)
  CVPixelBufferLockBaseAddress(target, [])
  defer {
    CVPixelBufferUnlockBaseAddress(target, [])
    CVPixelBufferUnlockBaseAddress(source, .readOnly)
  }
  for y in 0..<height {
    let input = (CVPixelBufferGetBaseAddress(source)! + y * CVPixelBufferGetBytesPerRow(source))
      .assumingMemoryBound(to: UInt8.self)
    let output = (CVPixelBufferGetBaseAddress(target)! + y * CVPixelBufferGetBytesPerRow(target))
      .assumingMemoryBound(to: UInt8.self)
    for x in 0..<width {
      let (b, g, r) = (Int(input[x * 4]), Int(input[x * 4 + 1]), Int(input[x * 4 + 2]))
      output[(x / 2) * 4 + 1 + (x % 2) * 2] = clamp(((66 * r + 129 * g + 25 * b + 128) >> 8) + 16)
      guard x % 2 == 0 else { continue }
      output[x * 2] = clamp(((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128)
      output[x * 2 + 2] = clamp(((112 * r - 94 * g - 18 * b + 128) >> 8) + 128)
    }
  }
  return target
}

@Test func aCapturedFrame_isConvertedAndBack() throws {
  let source = try #require(makePixelBuffer(width: 6, height: 4, format: kCVPixelFormatType_422YpCbCr8))
  CVBufferSetAttachment(
    source, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
  // Red: Y' 81, Cb 90, Cr 240.
  CVPixelBufferLockBaseAddress(source, [])
  let base = try #require(CVPixelBufferGetBaseAddress(source))
  for y in 0..<4 {
    for x in 0..<3 {
      (base + y * CVPixelBufferGetBytesPerRow(source) + x * 4)
        .copyMemory(from: [90, 81, 240, 81] as [UInt8], byteCount: 4)
    }
  }
  CVPixelBufferUnlockBaseAddress(source, [])

  let picture = try #require(convertToBGRA(source))
  let pictureBase = try #require(CVPixelBufferGetBaseAddress(picture))
  let pixel = pictureBase.assumingMemoryBound(to: UInt8.self)
  let color = [pixel[0], pixel[1], pixel[2], pixel[3]]
  #expect(color == [0, 0, 255, 255] || color == [0, 1, 254, 255] || color == [0, 0, 254, 255])
  #expect(CVBufferHasAttachment(picture, kCVImageBufferYCbCrMatrixKey))
  let back = try #require(convertTo2vuy(picture))
  let backBase = try #require(CVPixelBufferGetBaseAddress(back))
  let bytes = backBase.assumingMemoryBound(to: UInt8.self)
  for (index, value) in [90, 81, 240, 81].enumerated() {
    let difference = Int(bytes[index]) - value
    #expect((-2...2).contains(difference))
  }
}
