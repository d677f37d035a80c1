import CoreGraphics

/// One plane of a locked buffer, for reading: rows of bytes without their padding.
///
/// Only valid inside the closure of `withPixels(_:)`.
public struct PixelPlane {
  /// The number of pixels in a row of this plane.
  public let width: Int
  /// The number of rows of this plane.
  public let height: Int
  /// The number of bytes from one row to the next.
  public let bytesPerRow: Int
  /// The number of bytes of a row that hold pixels.
  public let rowByteCount: Int
  let baseAddress: UnsafeRawPointer

  /// The pixels of a row; no bytes if there is no such row.
  public subscript(row row: Int) -> UnsafeRawBufferPointer {
    guard row >= 0, row < height else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: baseAddress + row * bytesPerRow, count: rowByteCount)
  }
}

/// One plane of a locked buffer, for reading and writing: rows of bytes without their padding.
///
/// Only valid inside the closure of `withMutablePixels(_:)`.
public struct MutablePixelPlane {
  /// The number of pixels in a row of this plane.
  public let width: Int
  /// The number of rows of this plane.
  public let height: Int
  /// The number of bytes from one row to the next.
  public let bytesPerRow: Int
  /// The number of bytes of a row that hold pixels.
  public let rowByteCount: Int
  let baseAddress: UnsafeMutableRawPointer

  /// The pixels of a row; no bytes if there is no such row.
  public subscript(row row: Int) -> UnsafeMutableRawBufferPointer {
    guard row >= 0, row < height else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
    return UnsafeMutableRawBufferPointer(start: baseAddress + row * bytesPerRow, count: rowByteCount)
  }
}

extension CVBuffer {
  /// Locks the buffer for reading, calls `body` with its planes, and unlocks it.
  ///
  /// Packed formats have one plane here. The planes must not leave the closure.
  public func withPixels<Result>(_ body: ([PixelPlane]) throws -> Result) rethrows -> Result {
    _ = CVPixelBufferLockBaseAddress(self, .readOnly)
    defer { _ = CVPixelBufferUnlockBaseAddress(self, .readOnly) }
    return try body(
      zip(planes, rowByteCounts).map {
        PixelPlane(
          width: $0.width, height: $0.height, bytesPerRow: $0.bytesPerRow, rowByteCount: $1,
          baseAddress: $0.baseAddress)
      })
  }

  /// Locks the buffer for writing, calls `body` with its planes, and unlocks it.
  ///
  /// Packed formats have one plane here. The planes must not leave the closure.
  public func withMutablePixels<Result>(_ body: ([MutablePixelPlane]) throws -> Result) rethrows -> Result {
    _ = CVPixelBufferLockBaseAddress(self, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(self, []) }
    return try body(
      zip(planes, rowByteCounts).map {
        MutablePixelPlane(
          width: $0.width, height: $0.height, bytesPerRow: $0.bytesPerRow, rowByteCount: $1,
          baseAddress: $0.baseAddress)
      })
  }

  /// The number of bytes of a row of each plane that hold pixels.
  var rowByteCounts: [Int] {
    let format = PixelFormat.named(pixelFormat)?.planes ?? []
    return zip(planes, format).map { ceil($0.width, $1.pixelsPerBlock) * $1.bytesPerBlock }
  }
}
