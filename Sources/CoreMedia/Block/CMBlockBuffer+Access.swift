import CoreGraphics
import Foundation

/// A block buffer or a slice of one, with the operations on bytes.
public protocol CMBlockBufferProtocol {
  /// The buffer that owns the bytes.
  var owner: CMBlockBuffer { get }
  /// The offset of the first byte in the owner.
  var startIndex: Int { get }
  /// The offset after the last byte in the owner.
  var endIndex: Int { get }
}

extension CMBlockBuffer: CMBlockBufferProtocol {
  /// This buffer.
  public var owner: CMBlockBuffer { self }
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of bytes.
  public var endIndex: Int { dataLength }

  /// A range of a block buffer's bytes; it keeps the buffer.
  public struct Slice: CMBlockBufferProtocol, Sendable {
    /// The buffer that has the bytes.
    public let owner: CMBlockBuffer
    /// The offset of the first byte in the owner.
    public let startIndex: Int
    /// The offset after the last byte in the owner.
    public let endIndex: Int
  }
}

extension CMBlockBufferProtocol {
  // A slice outside the bytes is made all the same: the operations on it throw.

  /// The bytes at a range of the owner's offsets.
  public subscript(bounds: Range<Int>) -> CMBlockBuffer.Slice {
    CMBlockBuffer.Slice(owner: owner, startIndex: bounds.lowerBound, endIndex: bounds.upperBound)
  }
  /// The bytes at a range of the owner's offsets.
  public subscript(bounds: ClosedRange<Int>) -> CMBlockBuffer.Slice {
    self[bounds.lowerBound..<max(bounds.upperBound.addingReportingOverflow(1).partialValue, bounds.lowerBound)]
  }
  /// The bytes before an offset of the owner.
  public subscript(bounds: PartialRangeUpTo<Int>) -> CMBlockBuffer.Slice {
    CMBlockBuffer.Slice(owner: owner, startIndex: startIndex, endIndex: bounds.upperBound)
  }
  /// The bytes up to an offset of the owner.
  public subscript(bounds: PartialRangeThrough<Int>) -> CMBlockBuffer.Slice {
    CMBlockBuffer.Slice(
      owner: owner, startIndex: startIndex, endIndex: bounds.upperBound.addingReportingOverflow(1).partialValue)
  }
  /// The bytes from an offset of the owner on.
  public subscript(bounds: PartialRangeFrom<Int>) -> CMBlockBuffer.Slice {
    CMBlockBuffer.Slice(owner: owner, startIndex: bounds.lowerBound, endIndex: endIndex)
  }
  /// All bytes.
  public subscript(bounds: (UnboundedRange_) -> Void) -> CMBlockBuffer.Slice {
    CMBlockBuffer.Slice(owner: owner, startIndex: startIndex, endIndex: endIndex)
  }
}

extension CMBlockBufferProtocol {
  /// Bytes in the buffer or slice.
  public var dataLength: Int {
    let (length, overflow) = endIndex.subtractingReportingOverflow(startIndex)
    return overflow ? .max : max(0, length)
  }

  /// True if the bytes are contiguous in memory.
  ///
  /// Source: `CMBlockBufferIsRangeContiguous`.
  public var isContiguous: Bool {
    guard let segments = try? owner.segments(from: startIndex, length: dataLength) else { return false }
    return segments.isSingleRun
  }

  /// Calls a body with all bytes as one run; they are copied for that if they are not contiguous.
  public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    let segments = try owner.segments(from: startIndex, length: dataLength)
    if segments.isSingleRun, let first = segments.first {
      guard let address = first.memory.address else { throw CMBlockBuffer.Error.unallocatedBlock }
      return try withExtendedLifetime(segments) {
        try body(UnsafeRawBufferPointer(start: address + first.offset, count: dataLength))
      }
    }
    return try dataBytes().withUnsafeBytes(body)
  }

  /// A copy of the bytes.
  public func dataBytes() throws -> Data {
    // Runs first: they throw for a slice that leaves the buffer, whose length no memory may hold.
    let runs = try owner.segments(from: startIndex, length: dataLength)
    var data = Data(capacity: runs.reduce(0) { $0 + $1.length })
    try owner.forEachRun(from: startIndex, length: dataLength) { data.append(contentsOf: $0) }
    return data
  }

  /// Copies the bytes to memory.
  ///
  /// - Throws: `badLengthParameter` if the memory is larger than the data; as many bytes as it holds are copied.
  public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
    guard let address = destination.baseAddress else { throw CMBlockBuffer.Error.badPointerParameter }
    guard destination.count <= dataLength else { throw CMBlockBuffer.Error.badLengthParameter }
    var copied = 0
    try owner.forEachRun(from: startIndex, length: destination.count) { run in
      guard let source = run.baseAddress else { return }
      memmove(address + copied, source, run.count)
      copied += run.count
    }
  }

  /// Overwrites the first bytes, allocating memory that was not needed so far.
  public func replaceDataBytes(with sourceBytes: UnsafeRawBufferPointer) throws {
    guard let address = sourceBytes.baseAddress else { throw CMBlockBuffer.Error.badPointerParameter }
    guard sourceBytes.count <= dataLength else { throw CMBlockBuffer.Error.badLengthParameter }
    try owner.assureBlockMemory()
    var copied = 0
    try owner.forEachRun(from: startIndex, length: sourceBytes.count) { run in
      guard let destination = run.baseAddress else { return }
      memmove(destination, address + copied, run.count)
      copied += run.count
    }
  }

  /// Sets every byte, allocating memory that was not needed so far.
  public func fillDataBytes(with fillByte: UInt8) throws {
    try owner.assureBlockMemory()
    try owner.forEachRun(from: startIndex, length: dataLength) { run in
      if let address = run.baseAddress { memset(address, Int32(fillByte), run.count) }
    }
  }

  /// A buffer with the same bytes in one run: this one's memory if it is one run already, else a copy.
  public func makeContiguous(
    allocator: CFAllocator? = kCFAllocatorDefault, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer {
    try makeContiguous(flags: flags) {
      try .new(length: dataLength, allocator: allocator, range: nil, flags: .assureMemoryNow)
    }
  }

  /// Returns a contiguous buffer with the same bytes; closures allocate memory for a copy.
  public func makeContiguous(
    allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
    deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer {
    try makeContiguous(flags: flags) {
      try .new(
        length: dataLength, allocator: allocator, deallocator: deallocator, range: nil, flags: .assureMemoryNow)
    }
  }

  func makeContiguous(
    flags: CMBlockBuffer.Flags, newMemory: () throws -> CMBlockBuffer.Segment
  ) throws -> CMBlockBuffer {
    let segments = try referenceSegments(flags: flags)
    if segments.isEmpty || (segments.isSingleRun && !flags.contains(.alwaysCopyData)) {
      return CMBlockBuffer(segments: segments)
    }
    let copy = CMBlockBuffer(segments: [try newMemory()])
    try copy.owner.forEachRun(from: 0, length: dataLength) { try copyDataBytes(to: $0) }
    return copy
  }
}

extension CMBlockBuffer {
  /// Calls a body with the bytes from an offset to the end of their run, for reading and writing.
  ///
  /// - Throws: `emptyBlockBuffer`, `badOffsetParameter` if the offset is not below `dataLength`, `unallocatedBlock`.
  public func withUnsafeMutableBytes<R>(
    atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) throws -> R {
    try withExtendedLifetime(self) { try body(try run(at: offset)) }
  }
}

extension [CMBlockBuffer.Segment] {
  /// True if the segments follow one another in one block.
  var isSingleRun: Bool {
    zip(self, dropFirst()).allSatisfy { $0.memory === $1.memory && $0.offset + $0.length == $1.offset }
  }
}
