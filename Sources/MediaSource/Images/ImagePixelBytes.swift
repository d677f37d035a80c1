// Before CReel, which otherwise hides its enums.
internal import CGStreamer
internal import CReel
import CoreMedia
import Foundation

/// Pixels of blue, green, red and alpha, a byte each, row after row without gaps.
/// Written by the one thread that makes the image, and read after that.
package final class ImagePixelBytes: Sendable {
  package let width: Int
  package let height: Int
  package nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>

  /// - Throws: `DecoderError` with `outOfMemory` if the memory cannot be allocated.
  package init(_ width: Int, _ height: Int) throws {
    // A size that overflows is invalid.
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, count <= 1 << 29, let memory = malloc(count * 4) else {
      throw Self.outOfMemoryError(width, height)
    }
    (self.width, self.height) = (width, height)
    bytes = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit { free(bytes) }

  static func outOfMemoryError(_ width: Int, _ height: Int) -> DecoderError {
    DecoderError(.outOfMemory, "there is no memory for an image of \(width) by \(height) pixels")
  }

  package func scaled(_ newWidth: Int, _ newHeight: Int) throws -> ImagePixelBytes {
    let target = try ImagePixelBytes(newWidth, newHeight)
    guard
      creel_scale_bgra(
        bytes, CInt(width), CInt(height), width * 4, target.bytes, CInt(newWidth), CInt(newHeight), newWidth * 4)
    else { throw Self.outOfMemoryError(newWidth, newHeight) }
    return target
  }

  package func turned(_ quarter: ImageGeometry.Quarter) throws -> ImagePixelBytes {
    let target = try quarter.swapsSides ? ImagePixelBytes(height, width) : ImagePixelBytes(width, height)
    let source = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt32.self)
    let words = UnsafeMutableRawPointer(target.bytes).assumingMemoryBound(to: UInt32.self)
    // The matrix's inverse is its transpose; with a negative factor, it starts at the other end.
    let startX = quarter.a + quarter.b < 0 ? width - 1 : 0
    let startY = quarter.c + quarter.d < 0 ? height - 1 : 0
    let step = quarter.a + quarter.c * width
    for y in 0..<target.height {
      var place = startX + quarter.b * y + (startY + quarter.d * y) * width
      let row = words + y * target.width
      for x in 0..<target.width {
        row[x] = source[place]
        place += step
      }
    }
    return target
  }

  /// Returns an image of the memory, which it retains.
  package func image(_ stored: StoredFrameFormat) throws -> CGImage {
    let alpha: CGImageAlphaInfo = stored.hasAlpha ? .premultipliedFirst : .noneSkipFirst
    guard
      let provider = CGDataProvider(
        dataInfo: Unmanaged.passRetained(self).toOpaque(), data: bytes, size: width * height * 4,
        releaseData: { keeper, _, _ in
          if let keeper { Unmanaged<ImagePixelBytes>.fromOpaque(keeper).release() }
        }),
      let image = CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4,
        space: stored.color.gamut.colorSpace,
        bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue | CGBitmapInfo.byteOrder32Little.rawValue),
        provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    else { throw Self.outOfMemoryError(width, height) }
    return image
  }
}
