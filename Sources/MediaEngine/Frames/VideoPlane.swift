/// One plane of a frame, for reading; valid only inside of the closure that receives it.
public struct VideoPlane: ~Copyable {
  /// The width in samples of this plane: half the frame's width in the colour planes of ``PixelFormat/i420``.
  public let width: Int
  public let height: Int
  /// Bytes from one row to the next.
  public let stride: Int
  /// Bytes from one sample to the next of the same component: 4 in ``PixelFormat/bgra``; 0 if samples are not whole
  /// bytes.
  public let pixelStride: Int
  /// The bytes of a row without padding.
  public let bytesPerRow: Int
  @usableFromInline let base: UnsafeMutableRawPointer

  init(base: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, pixelStride: Int) {
    self.base = base
    self.width = width
    self.height = height
    self.stride = stride
    self.pixelStride = pixelStride
    bytesPerRow = pixelStride > 0 ? min(width * pixelStride, abs(stride)) : abs(stride)
  }

  /// Calls a body with row `y`, 0 at the top, as bytes. Traps if there is no such row.
  @inlinable
  public func withRow<R, E: Error>(_ y: Int, _ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try withRow(y, as: UInt8.self, body)
  }

  /// Calls a body with row `y` as values of a type: `UInt16` for samples of more than 8 bits. Traps if there is no such
  /// row.
  @inlinable
  public func withRow<T: BitwiseCopyable, R, E: Error>(
    _ y: Int, as type: T.Type, _ body: (Span<T>) throws(E) -> R
  ) throws(E) -> R {
    let start = row(y, as: type)
    return try body(Span(_unsafeStart: UnsafePointer(start), count: bytesPerRow / MemoryLayout<T>.stride))
  }

  /// The byte at an offset from the start of a row. Traps outside of the frame.
  @inlinable
  public subscript(byte offset: Int, row y: Int) -> UInt8 {
    precondition(offset >= 0 && offset < bytesPerRow, "no such byte in the row")
    return row(y, as: UInt8.self)[offset]
  }

  @usableFromInline
  func row<T>(_ y: Int, as type: T.Type) -> UnsafeMutablePointer<T> {
    precondition(y >= 0 && y < height, "no such row")
    let start = base + y * stride
    precondition(Int(bitPattern: start) % MemoryLayout<T>.alignment == 0, "the row does not start at a whole \(T.self)")
    return start.assumingMemoryBound(to: type)
  }
}

/// One plane of a frame, for reading and writing; valid only inside of the closure that receives it.
public struct MutableVideoPlane: ~Copyable {
  @usableFromInline let plane: VideoPlane

  init(_ plane: consuming VideoPlane) { self.plane = plane }

  /// The width in samples of this plane: half the frame's width in the colour planes of ``PixelFormat/i420``.
  public var width: Int { plane.width }
  public var height: Int { plane.height }
  /// Bytes from one row to the next.
  public var stride: Int { plane.stride }
  /// Bytes from one sample to the next of the same component; 0 if samples are not whole bytes.
  public var pixelStride: Int { plane.pixelStride }
  /// The bytes of a row without padding.
  public var bytesPerRow: Int { plane.bytesPerRow }

  /// Calls a body with row `y`, 0 at the top, as bytes. Traps if there is no such row.
  @inlinable
  public mutating func withRow<R, E: Error>(
    _ y: Int, _ body: (inout MutableSpan<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try withRow(y, as: UInt8.self, body)
  }

  /// Calls a body with row `y` as values of a type: `UInt16` for samples of more than 8 bits. Traps if there is no such
  /// row.
  @inlinable
  public mutating func withRow<T: BitwiseCopyable, R, E: Error>(
    _ y: Int, as type: T.Type, _ body: (inout MutableSpan<T>) throws(E) -> R
  ) throws(E) -> R {
    var span = MutableSpan(_unsafeStart: plane.row(y, as: type), count: plane.bytesPerRow / MemoryLayout<T>.stride)
    return try body(&span)
  }

  /// The byte at an offset from the start of a row. Traps outside of the frame.
  @inlinable
  public subscript(byte offset: Int, row y: Int) -> UInt8 {
    get { plane[byte: offset, row: y] }
    set {
      precondition(offset >= 0 && offset < plane.bytesPerRow, "no such byte in the row")
      plane.row(y, as: UInt8.self)[offset] = newValue
    }
  }

  /// Sets every byte of every row.
  public mutating func fill(_ byte: UInt8) {
    for y in 0..<height { plane.row(y, as: UInt8.self).update(repeating: byte, count: bytesPerRow) }
  }
}
