import CoreGraphics

// What the engine needs to share memory with buffers.

/// The bytes of one plane.
package struct PlaneBytes {
  /// The first byte of the first row.
  package let baseAddress: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  package let bytesPerRow: Int
  /// Bytes from the first to the last one that may be touched: the last row may end where its pixels do.
  package let byteCount: Int
}

extension CVBuffer {
  /// The planes in the order of the format; one for packed pictures.
  package var planeBytes: [PlaneBytes] {
    // Left and upper padding lies before the first pixel, so that whole rows may end behind the memory.
    let isPadded = extendedPixels != .init()
    let used = isPadded ? rowByteCounts : planes.map(\.bytesPerRow)
    return zip(planes, used).map { plane, used in
      PlaneBytes(
        baseAddress: plane.baseAddress, bytesPerRow: plane.bytesPerRow,
        byteCount: plane.bytesPerRow * (plane.height - 1) + used)
    }
  }

  /// All planes with what lies between them, if that is memory of this buffer; nil if they lie apart.
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
