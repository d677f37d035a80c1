import CoreGraphics

/// The places of a new buffer's pixels in one block of memory.
///
/// Every sum and product is checked: a size that does not fit an `Int` gives nil, never a trap.
struct PixelLayout: Sendable {
  /// One plane: its size without padding, and the place of its first pixel.
  struct Plane: Sendable {
    var offset: Int
    var width: Int
    var height: Int
    var bytesPerRow: Int
  }

  var planes: [Plane]
  /// The size of all planes with their padding, in bytes.
  var byteCount: Int
  /// The alignment of the block's address.
  var alignment: Int

  /// Lays out an image of positive size, each plane after the previous one.
  init?(_ format: PixelFormat, width: Int, height: Int, attributes: PixelBufferAttributes) {
    let padding = attributes.extendedPixels
    let rowAlignment = max(format.rowAlignment, attributes.rowAlignment)
    alignment = max(rowAlignment, attributes.planeAlignment)
    planes = []
    var end = 0
    for plane in format.planes {
      // Padding is in pixels of the image; a plane of lower resolution rounds it up to whole pixels and blocks.
      let left = ceil(padding.left, plane.horizontalSubsampling * plane.pixelsPerBlock)
      let top = ceil(padding.top, plane.verticalSubsampling)
      let planeWidth = ceil(width, plane.horizontalSubsampling)
      let planeHeight = ceil(height, plane.verticalSubsampling)
      let right = ceil(padding.right, plane.horizontalSubsampling * plane.pixelsPerBlock)
      guard
        let blocks = sum(ceil(planeWidth, plane.pixelsPerBlock), left, right),
        let rows = sum(planeHeight, top, ceil(padding.bottom, plane.verticalSubsampling)),
        let used = product(blocks, plane.bytesPerBlock),
        let bytesPerRow = roundUp(used, rowAlignment),
        let size = product(bytesPerRow, rows),
        let start = roundUp(end, attributes.planeAlignment),
        let next = sum(start, size, 0)
      else { return nil }
      planes.append(
        Plane(
          offset: start + top * bytesPerRow + left * plane.bytesPerBlock, width: planeWidth, height: planeHeight,
          bytesPerRow: bytesPerRow))
      end = next
    }
    byteCount = end
  }
}

/// Returns `value / divisor`, rounded up; both positive or the value 0.
func ceil(_ value: Int, _ divisor: Int) -> Int {
  value / divisor + (value % divisor == 0 ? 0 : 1)
}

/// Returns the product, or nil if it overflows.
func product(_ a: Int, _ b: Int) -> Int? {
  let (result, overflow) = a.multipliedReportingOverflow(by: b)
  return overflow ? nil : result
}

/// Returns the sum, or nil if it overflows.
func sum(_ a: Int, _ b: Int, _ c: Int) -> Int? {
  let (ab, overflow) = a.addingReportingOverflow(b)
  let (abc, overflow2) = ab.addingReportingOverflow(c)
  return overflow || overflow2 ? nil : abc
}

/// Returns the next multiple of `alignment`, a power of two, or nil if it overflows.
func roundUp(_ value: Int, _ alignment: Int) -> Int? {
  sum(value, alignment - 1, 0).map { $0 & ~(alignment - 1) }
}
