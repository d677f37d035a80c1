import Accelerate
import Testing

/// Calls a body with a buffer over bytes, rows of which have some bytes more than pixels.
func withBuffer<Result>(
  _ bytes: inout [UInt8], width: Int, height: Int, size: Int, padding: Int = 0,
  _ body: (inout vImage_Buffer) throws -> Result
) rethrows -> Result {
  try bytes.withUnsafeMutableBytes { memory in
    var buffer = vImage_Buffer(
      data: memory.baseAddress, height: vImagePixelCount(height), width: vImagePixelCount(width),
      rowBytes: width * size + padding)
    return try body(&buffer)
  }
}

/// The bytes of an image that a call makes of another one without an error.
func target(
  _ source: [UInt8], _ width: Int, _ height: Int, to targetWidth: Int, _ targetHeight: Int, size: Int = 1,
  _ body: (inout vImage_Buffer, inout vImage_Buffer) -> vImage_Error
) -> [UInt8] {
  var (source, target) = (source, [UInt8](repeating: 0, count: targetWidth * targetHeight * size))
  let error = withBuffer(&source, width: width, height: height, size: size) { source in
    withBuffer(&target, width: targetWidth, height: targetHeight, size: size) { body(&source, &$0) }
  }
  #expect(error == kvImageNoError)
  return target
}
