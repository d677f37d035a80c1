import CoreGraphics
import Foundation

/// Gives and takes back memory of blocks, for callers that allocate in their own way.
public struct CMBlockBufferCustomBlockSource {
  /// `kCMBlockBufferCustomBlockSourceVersion`.
  public var version: UInt32
  /// Gives memory; nil if only memory that exists is handed over. Called with `refCon` and the size.
  public var AllocateBlock: ((_ refCon: UnsafeMutableRawPointer?, _ sizeInBytes: Int) -> UnsafeMutableRawPointer?)?
  /// Takes memory back, exactly once; required. Called with `refCon`, the address and the size.
  public var FreeBlock:
    ((_ refCon: UnsafeMutableRawPointer?, _ doomedMemoryBlock: UnsafeMutableRawPointer, _ sizeInBytes: Int) -> Void)?
  /// Passed to both functions.
  public var refCon: UnsafeMutableRawPointer?

  /// Creates a source without functions.
  public init() {
    self.init(version: kCMBlockBufferCustomBlockSourceVersion, AllocateBlock: nil, FreeBlock: nil, refCon: nil)
  }

  /// Creates a source from its functions.
  public init(
    version: UInt32, AllocateBlock: ((UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?,
    FreeBlock: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?, refCon: UnsafeMutableRawPointer?
  ) {
    self.version = version
    self.AllocateBlock = AllocateBlock
    self.FreeBlock = FreeBlock
    self.refCon = refCon
  }
}

/// The version of `CMBlockBufferCustomBlockSource`.
public var kCMBlockBufferCustomBlockSourceVersion: UInt32 { 0 }

/// The identifier of block buffers, as `CFGetTypeID(_:)` returns it.
public func CMBlockBufferGetTypeID() -> CFTypeID { CMBlockBuffer.typeID }

/// Creates a buffer without data, to append to; `capacity` is a hint.
@discardableResult
public func CMBlockBufferCreateEmpty(
  allocator: CFAllocator?, capacity: UInt32, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.initialize(to: CMBlockBuffer(segments: []))
  return noErr
}

/// Creates a buffer of a range of one block of memory.
///
/// `memoryBlock` is the caller's memory, which the custom source or the allocator frees in the end
/// (`kCFAllocatorNull` leaves it alone); if it is nil, memory is allocated when it is needed, or at once with
/// `kCMBlockBufferAssureMemoryNowFlag`.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
  allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  store(at: blockBufferOut, orElse: kCMBlockBufferStructureAllocationFailedErr) {
    CMBlockBuffer(segments: [
      try .block(
        memoryBlock, length: blockLength, allocator: blockAllocator, source: customBlockSource,
        offset: offsetToData, dataLength: dataLength, flags: flags)
    ])
  }
}

/// Creates a buffer that refers to a range of another; a length of 0 means up to its end.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
  allocator structureAllocator: CFAllocator?, referenceBuffer: CMBlockBuffer, offsetToData: Int, dataLength: Int,
  flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  store(at: blockBufferOut, orElse: kCMBlockBufferStructureAllocationFailedErr) {
    let slice = referenceBuffer.slice(at: offsetToData, length: dataLength)
    return try CMBlockBuffer(bufferReference: slice, flags: .init(rawValue: flags))
  }
}

/// Creates a buffer whose bytes, a range of another's, are one run; they are copied if they are not one already.
@discardableResult
public func CMBlockBufferCreateContiguous(
  allocator structureAllocator: CFAllocator?, sourceBuffer: CMBlockBuffer, blockAllocator: CFAllocator?,
  customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int, dataLength: Int,
  flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  store(at: blockBufferOut, orElse: kCMBlockBufferStructureAllocationFailedErr) {
    let slice = sourceBuffer.slice(at: offsetToData, length: dataLength)
    return try slice.makeContiguous(flags: .init(rawValue: flags)) {
      try .block(
        nil, length: slice.dataLength, allocator: blockAllocator, source: customBlockSource, offset: 0,
        dataLength: slice.dataLength, flags: kCMBlockBufferAssureMemoryNowFlag)
    }
  }
}

/// Appends a range of a block of memory; see `CMBlockBufferCreateWithMemoryBlock`.
@discardableResult
public func CMBlockBufferAppendMemoryBlock(
  _ theBuffer: CMBlockBuffer, memoryBlock: UnsafeMutableRawPointer?, length blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
  status(orElse: kCMBlockBufferStructureAllocationFailedErr) {
    theBuffer.append(
      try .block(
        memoryBlock, length: blockLength, allocator: blockAllocator, source: customBlockSource,
        offset: offsetToData, dataLength: dataLength, flags: flags))
  }
}

/// Appends a reference to a range of another buffer; a length of 0 means up to its end.
@discardableResult
public func CMBlockBufferAppendBufferReference(
  _ theBuffer: CMBlockBuffer, targetBBuf: CMBlockBuffer, offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
  status(orElse: kCMBlockBufferStructureAllocationFailedErr) {
    let slice = targetBBuf.slice(at: offsetToData, length: dataLength)
    try theBuffer.append(bufferReference: slice, flags: .init(rawValue: flags))
  }
}

/// Allocates all memory that has not been needed so far.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus {
  status(orElse: kCMBlockBufferBlockAllocationFailedErr) { try theBuffer.assureBlockMemory() }
}

/// The address of a range of bytes: in the buffer if they are one run there, else in `temporaryBlock`, to which they are
/// copied.
@discardableResult
public func CMBlockBufferAccessDataBytes(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int, temporaryBlock: UnsafeMutableRawPointer,
  returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
  status(orElse: kCMBlockBufferBadLengthParameterErr) {
    let run = try theBuffer.run(at: offset)
    guard length >= 0 else { throw CMBlockBuffer.Error.badLengthParameter }
    if run.count >= length {
      returnedPointerOut.pointee = run.baseAddress?.assumingMemoryBound(to: CChar.self)
    } else {
      try theBuffer.slice(at: offset, length: length).copyDataBytes(
        to: UnsafeMutableRawBufferPointer(start: temporaryBlock, count: length))
      returnedPointerOut.pointee = temporaryBlock.assumingMemoryBound(to: CChar.self)
    }
  }
}

/// Copies a range of bytes to memory.
@discardableResult
public func CMBlockBufferCopyDataBytes(
  _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int, destination: UnsafeMutableRawPointer
) -> OSStatus {
  status(orElse: kCMBlockBufferBadLengthParameterErr) {
    guard dataLength > 0 else { throw CMBlockBuffer.Error.badLengthParameter }
    try theSourceBuffer.slice(at: offsetToData, length: dataLength).copyDataBytes(
      to: UnsafeMutableRawBufferPointer(start: destination, count: dataLength))
  }
}

/// Overwrites a range of bytes with others.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int,
  dataLength: Int
) -> OSStatus {
  status(orElse: kCMBlockBufferBadLengthParameterErr) {
    guard dataLength > 0 else { throw CMBlockBuffer.Error.badLengthParameter }
    try destinationBuffer.slice(at: offsetIntoDestination, length: dataLength).replaceDataBytes(
      with: UnsafeRawBufferPointer(start: sourceBytes, count: dataLength))
  }
}

/// Sets a range of bytes; a length of 0 means up to the end.
@discardableResult
public func CMBlockBufferFillDataBytes(
  with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  status(orElse: kCMBlockBufferBadLengthParameterErr) {
    try destinationBuffer.slice(at: offsetIntoDestination, length: dataLength).fillDataBytes(
      with: UInt8(bitPattern: fillByte))
  }
}

/// The address of the byte at an offset, with the number of bytes from there to the end of its run and the number of
/// bytes in the whole buffer.
@discardableResult
public func CMBlockBufferGetDataPointer(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
  totalLengthOut: UnsafeMutablePointer<Int>?,
  dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
  status(orElse: kCMBlockBufferBadOffsetParameterErr) {
    let run = try theBuffer.run(at: offset)
    lengthAtOffsetOut?.pointee = run.count
    totalLengthOut?.pointee = theBuffer.dataLength
    dataPointerOut?.pointee = run.baseAddress?.assumingMemoryBound(to: CChar.self)
  }
}

/// Bytes in a buffer.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int {
  theBuffer.dataLength
}

/// Returns true if a range of bytes is contiguous in memory; a length of 0 means up to the end.
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
  theBuffer.slice(at: offset, length: length).isContiguous
}

/// Returns true if a buffer refers to no memory at all.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool {
  theBuffer.isEmpty
}

extension CMBlockBuffer {
  /// A range as C gives it, where a length of 0 means up to the end.
  fileprivate func slice(at offset: Int, length: Int) -> Slice {
    let end = length == 0 ? max(dataLength, offset) : offset.addingReportingOverflow(length).partialValue
    // A negative length or one that overflows ends before the start; operations then find the length bad.
    return Slice(owner: self, startIndex: offset, endIndex: end >= offset ? end : .max)
  }
}

extension CMBlockBuffer.Segment {
  fileprivate static func block(
    _ address: UnsafeMutableRawPointer?, length: Int, allocator: CFAllocator?,
    source: UnsafePointer<CMBlockBufferCustomBlockSource>?, offset: Int, dataLength: Int, flags: CMBlockBufferFlags
  ) throws -> Self {
    guard length > 0 else { throw CMBlockBuffer.Error.badLengthParameter }
    guard offset >= 0, offset <= length else { throw CMBlockBuffer.Error.badOffsetParameter }
    guard dataLength >= 0, dataLength <= length - offset else { throw CMBlockBuffer.Error.badLengthParameter }
    let memory: BlockMemory
    if let source = source?.pointee {
      guard source.version == kCMBlockBufferCustomBlockSourceVersion, source.FreeBlock != nil,
        address != nil || source.AllocateBlock != nil
      else { throw CMBlockBuffer.Error.badCustomBlockSource }
      // Its caller vouches that it may be called on any thread.
      nonisolated(unsafe) let source = source
      memory = BlockMemory(
        address: address, length: length,
        allocate: { source.AllocateBlock?(source.refCon, $0) },
        release: { source.FreeBlock?(source.refCon, $0, $1) })
    } else {
      memory = BlockMemory(address: address, length: length, allocator: allocator)
    }
    if flags & kCMBlockBufferAssureMemoryNowFlag != 0, memory.assured() == nil {
      throw CMBlockBuffer.Error.blockAllocationFailed
    }
    return Self(memory: memory, offset: offset, length: dataLength)
  }
}
