import CoreGraphics

/// Returns the width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.width
}

/// Returns the height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.height
}

/// Returns the code of the pixel format.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.pixelFormat
}

/// Returns the first pixel of a packed format; for a planar one the table of its planes, or nil if it has none.
///
/// Lock the buffer before and unlock it after using the address. Memory here does not move, so the address is valid
/// without a lock too, as for Apple's buffers in main memory.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.baseAddress
}

/// Returns the bytes from one row to the next; for a planar format a number that, times its height, covers all planes.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.isPlanar ? ceil(pixelBuffer.dataSize, pixelBuffer.height) : pixelBuffer.planes[0].bytesPerRow
}

/// Returns the bytes of the image with its padding.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.dataSize
}

/// Returns true if the format is planar.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
  pixelBuffer.isPlanar
}

/// Returns the number of planes; 0 for packed formats.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.isPlanar ? pixelBuffer.planes.count : 0
}

/// Returns the width of a plane in its own pixels; 0 if there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// Returns the height of a plane in its own pixels; 0 if there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// Returns the first pixel of a plane; nil if there is no such plane.
///
/// Lock the buffer before and unlock it after using the address.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  pixelBuffer.plane(planeIndex)?.baseAddress
}

/// Returns the bytes from one row of a plane to the next; 0 if there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

/// Stores the numbers of padding pixels around the image.
public func CVPixelBufferGetExtendedPixels(
  _ pixelBuffer: CVPixelBuffer, _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?,
  _ extraColumnsOnRight: UnsafeMutablePointer<Int>?, _ extraRowsOnTop: UnsafeMutablePointer<Int>?,
  _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
  extraColumnsOnLeft?.pointee = pixelBuffer.extendedPixels.left
  extraColumnsOnRight?.pointee = pixelBuffer.extendedPixels.right
  extraRowsOnTop?.pointee = pixelBuffer.extendedPixels.top
  extraRowsOnBottom?.pointee = pixelBuffer.extendedPixels.bottom
}

/// Returns the attributes that the buffer was created with, and its width, height and format.
public func CVPixelBufferCopyCreationAttributes(_ pixelBuffer: CVPixelBuffer) -> CFDictionary {
  let result = NSMutableDictionary(dictionary: pixelBuffer.creationAttributes as? [AnyHashable: Any] ?? [:])
  result[kCVPixelBufferWidthKey] = NSNumber(value: pixelBuffer.width)
  result[kCVPixelBufferHeightKey] = NSNumber(value: pixelBuffer.height)
  result[kCVPixelBufferPixelFormatTypeKey] = NSNumber(value: pixelBuffer.pixelFormat)
  return result
}

extension CVBuffer {
  /// Returns a plane by index, or nil; packed formats have none.
  fileprivate func plane(_ index: Int) -> Plane? {
    isPlanar && planes.indices.contains(index) ? planes[index] : nil
  }
}
