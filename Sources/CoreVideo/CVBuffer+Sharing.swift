import CoreGraphics

// What the engine needs to share memory with buffers.

/// Attachments that many buffers get alike, made once: the pictures of a stream all look the same.
package struct SharedAttachments: @unchecked Sendable {
  // Keys and values are not changed by anyone.
  fileprivate let attachments: [NSString: CVBuffer.Attachment]

  /// Makes attachments that propagate.
  package init(_ values: [CFString: CFTypeRef]) {
    attachments = values.mapValues { CVBuffer.Attachment(value: $0, mode: .shouldPropagate) }
  }

  /// Keys and values.
  package var values: [CFString: CFTypeRef] { attachments.mapValues(\.value) }
}

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
  /// Replaces all attachments.
  package func setAttachments(_ shared: SharedAttachments) {
    _ = withAttachments { attachments in
      let old = attachments
      attachments = shared.attachments
      return old
    }
  }

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
