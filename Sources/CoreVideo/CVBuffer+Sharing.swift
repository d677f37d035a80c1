import CoreGraphics

// Access for the engine to share memory with buffers.

/// The bytes of one plane.
package struct PlaneBytes {
  /// The first byte of the first row.
  package let baseAddress: UnsafeMutableRawPointer
  /// The number of bytes from one row to the next.
  package let bytesPerRow: Int
  /// The number of accessible bytes: the last row may end with its pixels.
  package let byteCount: Int
}

extension CVBuffer {
  /// The planes in the order of the format; one for packed formats.
  package var planeBytes: [PlaneBytes] {
    // Left and upper padding precedes the first pixel, so that whole rows may end beyond the memory.
    let isPadded = extendedPixels != .init()
    let used = isPadded ? rowByteCounts : planes.map(\.bytesPerRow)
    return zip(planes, used).map { plane, used in
      PlaneBytes(
        baseAddress: plane.baseAddress, bytesPerRow: plane.bytesPerRow,
        byteCount: plane.bytesPerRow * (plane.height - 1) + used)
    }
  }

  /// All planes with the bytes between them, if that is memory of this buffer; nil if they are apart.
  package var contiguousBytes: UnsafeMutableRawBufferPointer? {
    let planes = planeBytes
    for (plane, next) in zip(planes, planes.dropFirst()) {
      let gap = next.baseAddress - (plane.baseAddress + plane.byteCount)
      guard gap == 0 || (gap > 0 && ownsMemory) else { return nil }
    }
    guard let first = planes.first, let last = planes.last else { return nil }
    return UnsafeMutableRawBufferPointer(
      start: first.baseAddress, count: last.baseAddress + last.byteCount - first.baseAddress)
  }
}
