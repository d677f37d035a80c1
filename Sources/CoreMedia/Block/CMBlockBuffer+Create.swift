import CoreGraphics
import Foundation

extension CMBlockBuffer {
  /// Gives memory for a block: its size in bytes to its address, nil if there is none.
  public typealias CustomBlockAllocator = (Int) -> UnsafeMutableRawPointer?
  /// Takes back the memory of a block: its address and size in bytes.
  public typealias CustomBlockDeallocator = (UnsafeMutableRawPointer, Int) -> Void

  /// Creates a buffer without data, to append to.
  ///
  /// - Parameter capacity: How many blocks to expect; a hint.
  public convenience init(capacity: Int = 0, flags: Flags = []) throws {
    self.init(segments: [])
  }

  /// Creates a buffer over memory that an allocator will free; with `kCFAllocatorNull` it stays the caller's.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    self.init(segments: [try .memory(buffer, allocator: allocator)])
  }

  /// Creates a buffer over a part of memory that an allocator will free as a whole.
  public convenience init(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    self.init(segments: [try .memory(buffer.base, allocator: allocator).narrowed(to: buffer.range)])
  }

  /// Creates a buffer of new memory, allocated when it is first needed.
  ///
  /// - Parameters:
  ///   - length: Bytes to allocate, at least 1.
  ///   - allocator: Where from.
  ///   - range: The part of the memory to use; all of it if nil.
  ///   - flags: `assureMemoryNow` to allocate at once.
  public convenience init(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    self.init(segments: [try .new(length: length, allocator: allocator, range: range, flags: flags)])
  }

  /// Creates a buffer over memory that a closure will take back.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    self.init(segments: [try .memory(buffer, deallocator: deallocator)])
  }

  /// Creates a buffer over a part of memory that a closure will take back as a whole.
  public convenience init(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    self.init(segments: [try .memory(buffer.base, deallocator: deallocator).narrowed(to: buffer.range)])
  }

  /// Creates a buffer of memory that closures give, when it is first needed, and take back.
  public convenience init(
    length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
    range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    self.init(segments: [
      try .new(length: length, allocator: allocator, deallocator: deallocator, range: range, flags: flags)
    ])
  }

  /// Creates a buffer that refers to another, or to a slice of one; no bytes are copied.
  public convenience init<T>(bufferReference: T, flags: Flags = []) throws where T: CMBlockBufferProtocol {
    self.init(segments: try bufferReference.referenceSegments(flags: flags))
  }
}

extension CMBlockBuffer {
  /// Appends new memory; see `init(length:allocator:range:flags:)`.
  public func append(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    append(try .new(length: length, allocator: allocator, range: range, flags: flags))
  }

  /// Appends memory that an allocator will free.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    append(try .memory(buffer, allocator: allocator))
  }

  /// Appends a part of memory that an allocator will free as a whole.
  public func append(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    append(try .memory(buffer.base, allocator: allocator).narrowed(to: buffer.range))
  }

  /// Appends memory that closures give and take back.
  public func append(
    length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
    range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    append(try .new(length: length, allocator: allocator, deallocator: deallocator, range: range, flags: flags))
  }

  /// Appends memory that a closure will take back.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    append(try .memory(buffer, deallocator: deallocator))
  }

  /// Appends a part of memory that a closure will take back as a whole.
  public func append(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    append(try .memory(buffer.base, deallocator: deallocator).narrowed(to: buffer.range))
  }

  /// Appends a reference to another buffer or to a slice of one, as it is now.
  public func append<T>(bufferReference: T, flags: Flags = []) throws where T: CMBlockBufferProtocol {
    for segment in try bufferReference.referenceSegments(flags: flags) { append(segment) }
  }

  /// Allocates all memory that has not been needed so far.
  public func assureBlockMemory() throws {
    guard !isEmpty else { throw Error.emptyBlockBuffer }
    for segment in segments where segment.memory.assured() == nil { throw Error.blockAllocationFailed }
  }
}

extension CMBlockBufferProtocol {
  func referenceSegments(flags: CMBlockBuffer.Flags) throws -> [CMBlockBuffer.Segment] {
    let segments = try owner.segments(from: startIndex, length: dataLength)
    guard !segments.isEmpty || flags.contains(.permitEmptyReference) else {
      throw CMBlockBuffer.Error.emptyBlockBuffer
    }
    return segments
  }
}

extension Slice where Base == UnsafeMutableRawBufferPointer {
  fileprivate var range: Range<Int> { startIndex..<endIndex }
}

extension CMBlockBuffer.Segment {
  private typealias Failure = CMBlockBuffer.Error

  static func memory(_ buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator?) throws -> Self {
    guard let address = buffer.baseAddress else { throw Failure.badPointerParameter }
    let memory = BlockMemory(address: address, length: buffer.count, allocator: allocator)
    return Self(memory: memory, offset: 0, length: buffer.count)
  }

  static func memory(
    _ buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator
  ) throws -> Self {
    guard let address = buffer.baseAddress else { throw Failure.badPointerParameter }
    // The caller guarantees that it may run on any thread: the last release may be anywhere.
    nonisolated(unsafe) let release = deallocator
    let memory = BlockMemory(
      address: address, length: buffer.count, allocate: { _ in nil }, release: { release($0, $1) })
    return Self(memory: memory, offset: 0, length: buffer.count)
  }

  static func new(
    length: Int, allocator: CFAllocator?, range: Range<Int>?, flags: CMBlockBuffer.Flags
  ) throws -> Self {
    guard length > 0 else { throw Failure.badLengthParameter }
    return try Self(
      memory: BlockMemory(address: nil, length: length, allocator: allocator), offset: 0, length: length
    ).prepared(range: range, flags: flags)
  }

  static func new(
    length: Int, allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
    deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator, range: Range<Int>?, flags: CMBlockBuffer.Flags
  ) throws -> Self {
    guard length > 0 else { throw Failure.badLengthParameter }
    // The caller guarantees that they may run on any thread.
    nonisolated(unsafe) let (allocate, release) = (allocator, deallocator)
    let memory = BlockMemory(
      address: nil, length: length, allocate: { allocate($0) }, release: { release($0, $1) })
    return try Self(memory: memory, offset: 0, length: length).prepared(range: range, flags: flags)
  }

  /// The part of the block that is to be used.
  func narrowed(to range: Range<Int>) throws -> Self {
    guard range.lowerBound >= 0, range.lowerBound <= memory.length else { throw Failure.badOffsetParameter }
    guard range.upperBound <= memory.length else { throw Failure.badLengthParameter }
    return Self(memory: memory, offset: range.lowerBound, length: range.count)
  }

  private func prepared(range: Range<Int>?, flags: CMBlockBuffer.Flags) throws -> Self {
    let segment = try narrowed(to: range ?? 0..<memory.length)
    if flags.contains(.assureMemoryNow), memory.assured() == nil { throw Failure.blockAllocationFailed }
    return segment
  }
}
