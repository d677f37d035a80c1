import CoreGraphics

/// The number of buffers that a pool keeps regardless of age; 0 if absent.
public nonisolated(unsafe) let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// Seconds after which a pool frees an unused buffer; 1 if absent, 0 for never.
public nonisolated(unsafe) let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// The number of buffers at which a pool refuses to allocate another, in the auxiliary attributes of a call.
public nonisolated(unsafe) let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"
/// Posted by a pool that had refused a buffer when one becomes free; the object is the pool.
public nonisolated(unsafe) let kCVPixelBufferPoolFreeBufferNotification: CFString =
  "BufferPoolFreeBufferNotification"

/// Options of flushing a pool.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public var rawValue: UInt64

  /// Creates a set from bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Frees all unused buffers, regardless of age.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// The identifier of pools, as `CFGetTypeID(_:)` returns it.
public func CVPixelBufferPoolGetTypeID() -> CFTypeID {
  typeID(of: CVPixelBufferPool.self)
}

/// Creates a pool of buffers with the given width, height and pixel format (the first known one of several).
///
/// Fails with `kCVReturnInvalidPixelBufferAttributes` if one of the three is missing or an attribute is invalid,
/// `kCVReturnInvalidPixelFormat`, or `kCVReturnInvalidPoolAttributes`.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  store(at: poolOut) { () throws(CVError) in
    try CVPixelBufferPool(poolAttributes: poolAttributes, pixelBufferAttributes: pixelBufferAttributes)
  }
}

/// Returns the attributes that a pool was created with.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  pool.poolAttributes
}

/// Returns the attributes of a pool's buffers.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  pool.pixelBufferAttributes
}

/// Takes a buffer from a pool; it is returned with its last reference.
///
/// A reused buffer still holds its old pixels, but no attachments. Fails with `kCVReturnAllocationFailed`.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// Takes a buffer from a pool unless that would make it allocate more than the auxiliary attributes allow.
///
/// Fails with `kCVReturnWouldExceedAllocationThreshold` if all of the allowed buffers are in use,
/// `kCVReturnInvalidArgument` for a threshold that is no number, or `kCVReturnAllocationFailed`.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  var threshold: Int?
  if let value = auxAttributes?[kCVPixelBufferPoolAllocationThresholdKey] {
    guard let number = wholeNumber(value) else { return kCVReturnInvalidArgument }
    threshold = number
  }
  return store(at: pixelBufferOut) { () throws(CVError) in try pixelBufferPool.makeBuffer(threshold: threshold) }
}

/// Frees unused buffers: those that are too old, or all of them with `excessBuffers`.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  if options.contains(.excessBuffers) { pool.blocks.flush() } else { pool.blocks.ageOut() }
}
