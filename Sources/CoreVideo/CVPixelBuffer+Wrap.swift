import CoreGraphics

/// Called when a buffer no longer needs the caller's bytes, with the context and the base address.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// Called when a buffer no longer needs the caller's planes, with the context, the data pointer and its size, the
/// number of planes and their addresses.
public typealias CVPixelBufferReleasePlanarBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?) ->
  Void

/// Creates a buffer over the caller's bytes, which are not copied.
///
/// `releaseCallback` is called exactly once, on the thread of the last release; not at all if the function fails. Fails
/// with `kCVReturnInvalidPixelFormat` for planar and unknown formats, `kCVReturnInvalidSize`, or
/// `kCVReturnInvalidArgument` if rows are shorter than their pixels.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
  _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard PixelFormat.named(pixelFormatType)?.isPlanar == false else { return kCVReturnInvalidPixelFormat }
  nonisolated(unsafe) let refCon = releaseRefCon
  nonisolated(unsafe) let address = baseAddress
  return store(at: pixelBufferOut) { () throws(CVError) in
    try CVBuffer(
      wrapping: [.init(baseAddress: baseAddress, bytesPerRow: bytesPerRow)], width: width, height: height,
      pixelFormat: pixelFormatType, attributes: pixelBufferAttributes
    ) { releaseCallback?(refCon, address) }
  }
}

/// Creates a buffer over the caller's planes, which are not copied.
///
/// `dataPtr` and `dataSize` are only passed to the callback, and the former returned by `CVPixelBufferGetBaseAddress`.
/// Widths and heights must be at least those of the format's planes. `releaseCallback` is called exactly once, on the
/// thread of the last release; not at all if the function fails. Fails with `kCVReturnInvalidPixelFormat` for unknown
/// formats, `kCVReturnInvalidSize`, or `kCVReturnInvalidArgument` if the number of planes is wrong, an address is nil
/// or rows are shorter than their pixels.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
  _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
  _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
  _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard let format = PixelFormat.named(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
  guard numberOfPlanes == format.planes.count else { return kCVReturnInvalidArgument }
  var planes: [CVBuffer.WrappedPlane] = []
  planes.reserveCapacity(numberOfPlanes)
  for (index, plane) in format.planes.enumerated() {
    guard
      let address = planeBaseAddress[index],
      planeWidth[index] >= ceil(max(width, 0), plane.horizontalSubsampling),
      planeHeight[index] >= ceil(max(height, 0), plane.verticalSubsampling)
    else { return kCVReturnInvalidArgument }
    planes.append(.init(baseAddress: address, bytesPerRow: planeBytesPerRow[index]))
  }
  nonisolated(unsafe) let (data, refCon) = (dataPtr, releaseRefCon)
  nonisolated(unsafe) let addresses = planes.map { UnsafeRawPointer($0.baseAddress) as UnsafeRawPointer? }
  return store(at: pixelBufferOut) { () throws(CVError) in
    try CVBuffer(
      wrapping: planes, width: width, height: height, pixelFormat: pixelFormatType, attributes: pixelBufferAttributes,
      baseAddress: dataPtr,
      memory: .wrapped {
        var addresses = addresses
        releaseCallback?(refCon, data, dataSize, addresses.count, &addresses)
      })
  }
}

extension CVBuffer {
  /// A plane of another owner's memory.
  public struct WrappedPlane {
    /// The first byte of the first row.
    public var baseAddress: UnsafeMutableRawPointer
    /// The number of bytes from one row to the next.
    public var bytesPerRow: Int

    /// Creates a plane from its address and stride.
    public init(baseAddress: UnsafeMutableRawPointer, bytesPerRow: Int) {
      self.baseAddress = baseAddress
      self.bytesPerRow = bytesPerRow
    }
  }

  /// Creates a buffer over planes of memory that `release` frees; the pixels are not copied.
  ///
  /// The planes must be those of the format, in its order, with room for `height` rows. `release` is called exactly
  /// once, on the thread of the last release; not at all if this throws.
  /// - Throws: `CVError` with `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidSize`, or `kCVReturnInvalidArgument` if
  ///   the number of planes is wrong or rows are shorter than their pixels.
  public convenience init(
    wrapping planes: [WrappedPlane], width: Int, height: Int, pixelFormat: OSType, attributes: CFDictionary? = nil,
    release: @escaping @Sendable () -> Void
  ) throws(CVError) {
    try self.init(
      wrapping: planes, width: width, height: height, pixelFormat: pixelFormat, attributes: attributes,
      memory: .wrapped(release: release))
  }

  /// Creates a buffer over planes of memory that an object retains, with attachments.
  ///
  /// - Throws: The errors of ``init(wrapping:width:height:pixelFormat:attributes:release:)``.
  package convenience init(
    wrapping planes: [WrappedPlane], width: Int, height: Int, pixelFormat: OSType, attachments: BufferAttachments,
    owner: AnyObject
  ) throws(CVError) {
    try self.init(
      wrapping: planes, width: width, height: height, pixelFormat: pixelFormat, attachments: attachments,
      memory: .kept(by: owner))
  }

  fileprivate convenience init(
    wrapping planes: [WrappedPlane], width: Int, height: Int, pixelFormat: OSType, attributes: CFDictionary? = nil,
    attachments: BufferAttachments = .init(), baseAddress: UnsafeMutableRawPointer? = nil, memory: Memory
  ) throws(CVError) {
    guard width > 0, height > 0 else { throw CVError(code: kCVReturnInvalidSize) }
    guard let format = PixelFormat.named(pixelFormat) else { throw CVError(code: kCVReturnInvalidPixelFormat) }
    guard planes.count == format.planes.count else { throw CVError(code: kCVReturnInvalidArgument) }
    var own: [Plane] = []
    own.reserveCapacity(planes.count)
    var dataSize = 0
    for (given, plane) in zip(planes, format.planes) {
      let planeWidth = ceil(width, plane.horizontalSubsampling)
      let planeHeight = ceil(height, plane.verticalSubsampling)
      guard
        let used = product(ceil(planeWidth, plane.pixelsPerBlock), plane.bytesPerBlock),
        let size = product(given.bytesPerRow, planeHeight), let total = sum(dataSize, size, 0)
      else { throw CVError(code: kCVReturnInvalidSize) }
      guard given.bytesPerRow >= used else { throw CVError(code: kCVReturnInvalidArgument) }
      own.append(
        Plane(
          baseAddress: given.baseAddress, width: planeWidth, height: planeHeight, bytesPerRow: given.bytesPerRow))
      dataSize = total
    }
    self.init(
      pixelFormat: pixelFormat, width: width, height: height, isPlanar: format.isPlanar, planes: own,
      baseAddress: format.isPlanar ? baseAddress : own[0].baseAddress, dataSize: dataSize,
      creationAttributes: attributes, attachments: attachments, memory: memory)
  }
}
