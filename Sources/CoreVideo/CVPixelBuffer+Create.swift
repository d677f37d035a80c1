import CoreGraphics

/// Creates a buffer that owns its pixels, all zero.
///
/// Rows start on multiples of 64 bytes unless `kCVPixelBufferBytesPerRowAlignmentKey` is set. The arguments override
/// width, height and format of the attributes. Fails with `kCVReturnInvalidSize` if the size is not positive or does
/// not fit memory, `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidPixelBufferAttributes` or
/// `kCVReturnAllocationFailed`; then nothing is stored.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard let attributes = PixelBufferAttributes(pixelBufferAttributes) else {
    return kCVReturnInvalidPixelBufferAttributes
  }
  return store(at: pixelBufferOut) { () throws(CVError) in
    try CVBuffer(
      width: width, height: height, pixelFormat: pixelFormatType, attributes: attributes,
      creationAttributes: pixelBufferAttributes)
  }
}

extension CVBuffer {
  /// Creates a buffer in new memory, or in memory that `memory` returns for a size and alignment.
  convenience init(
    width: Int, height: Int, pixelFormat: OSType, attributes: PixelBufferAttributes,
    creationAttributes: CFDictionary?,
    memory: (Int, Int) throws(CVError) -> PixelMemory = newMemory
  ) throws(CVError) {
    let (format, layout) = try Self.layout(width, height, pixelFormat, attributes)
    let header = format.isPlanar ? PlanarComponentInfo.size(planes: format.planes.count) : 0
    guard let start = roundUp(header, layout.alignment), let byteCount = sum(start, layout.byteCount, 0) else {
      throw CVError(code: kCVReturnInvalidSize)
    }
    let block = try memory(byteCount, layout.alignment)
    if format.isPlanar { PlanarComponentInfo.write(layout, firstPlane: start, to: block.bytes) }
    let planes = layout.planes.map {
      Plane(
        baseAddress: block.bytes + start + $0.offset, width: $0.width, height: $0.height, bytesPerRow: $0.bytesPerRow)
    }
    self.init(
      pixelFormat: pixelFormat, width: width, height: height, isPlanar: format.isPlanar, planes: planes,
      baseAddress: format.isPlanar ? block.bytes : planes[0].baseAddress, dataSize: layout.byteCount,
      extendedPixels: attributes.extendedPixels, creationAttributes: creationAttributes, memory: .owned(block))
  }

  /// Returns memory that is freed with its buffer.
  static func newMemory(byteCount: Int, alignment: Int) throws(CVError) -> PixelMemory {
    guard let memory = PixelMemory(byteCount: byteCount, alignment: alignment) else {
      throw CVError(code: kCVReturnAllocationFailed)
    }
    return memory
  }

  private static func layout(
    _ width: Int, _ height: Int, _ pixelFormat: OSType, _ attributes: PixelBufferAttributes
  ) throws(CVError) -> (PixelFormat, PixelLayout) {
    guard width > 0, height > 0 else { throw CVError(code: kCVReturnInvalidSize) }
    guard let format = PixelFormat.named(pixelFormat) else { throw CVError(code: kCVReturnInvalidPixelFormat) }
    guard let layout = PixelLayout(format, width: width, height: height, attributes: attributes) else {
      throw CVError(code: kCVReturnInvalidSize)
    }
    return (format, layout)
  }
}

/// An error of Core Video, thrown where Apple's functions return a code.
public struct CVError: Error, Hashable, Sendable {
  /// The code; never `kCVReturnSuccess`.
  public let code: CVReturn

  /// Creates an error from a code.
  public init(code: CVReturn) {
    self.code = code
  }
}

/// Stores a new object for a C function, nothing if an error is thrown, and returns the result code.
///
/// The memory is the caller's and may hold garbage, as C allows: an object that it held before is not released.
func store<Object: AnyObject>(
  at out: UnsafeMutablePointer<Object?>, _ make: () throws(CVError) -> Object
) -> CVReturn {
  do throws(CVError) {
    out.initialize(to: try make())
    return kCVReturnSuccess
  } catch {
    return error.code
  }
}

/// The table before a planar image with its planes' places: offset and row bytes of each plane, 32 bits, big-endian, as
/// `CVPlanarPixelBufferInfo` in Apple's headers.
enum PlanarComponentInfo {
  static func size(planes: Int) -> Int { planes * 8 }

  static func write(_ layout: PixelLayout, firstPlane: Int, to memory: UnsafeMutableRawPointer) {
    for (index, plane) in layout.planes.enumerated() {
      memory.storeBytes(
        of: Int32(clamping: firstPlane + plane.offset).bigEndian, toByteOffset: index * 8, as: Int32.self)
      memory.storeBytes(of: UInt32(clamping: plane.bytesPerRow).bigEndian, toByteOffset: index * 8 + 4, as: UInt32.self)
    }
  }
}
