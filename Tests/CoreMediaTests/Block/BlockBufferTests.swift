import CoreMedia
import Testing

@Suite struct BlockBuffers {
  @Test func newMemory_isAllocatedWhenNeeded() throws {
    let buffer = try CMBlockBuffer(length: 16)
    #expect(buffer.dataLength == 16 && !buffer.isEmpty && buffer.isContiguous)
    #expect(throws: CMBlockBuffer.Error.unallocatedBlock) { try buffer.dataBytes() }
    try buffer.fillDataBytes(with: 7)
    #expect(try buffer.dataBytes() == Data(repeating: 7, count: 16))
    let ready = try CMBlockBuffer(length: 4, flags: .assureMemoryNow)
    #expect(try ready.dataBytes().count == 4)
  }

  @Test func memoryOfTheCaller_isNotCopiedAndIsReleasedOnce() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)
    let released = Counter()
    do {
      let buffer = try CMBlockBuffer(buffer: memory) { address, size in
        #expect(address == memory.baseAddress && size == 8)
        released.count += 1
      }
      try buffer.withUnsafeMutableBytes { #expect($0.baseAddress == memory.baseAddress && $0.count == 8) }
      let reference = try CMBlockBuffer(bufferReference: buffer[2..<6])
      try reference.withUnsafeMutableBytes { #expect($0.baseAddress == memory.baseAddress! + 2 && $0.count == 4) }
      #expect(released.count == 0)
    }
    #expect(released.count == 1)
    memory.deallocate()
  }

  @Test func aReference_keepsTheMemory() throws {
    let released = Counter()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
    memory.copyBytes(from: [1, 2, 3, 4])
    var reference: CMBlockBuffer? = try CMBlockBuffer(
      bufferReference: CMBlockBuffer(buffer: memory) { _, _ in released.count += 1 })
    #expect(released.count == 0)
    #expect(try reference?.dataBytes() == Data([1, 2, 3, 4]))
    reference = nil
    #expect(released.count == 1)
    memory.deallocate()
  }

  @Test func appendedBlocks_areOneRunOfBytesAndNotContiguous() throws {
    let buffer = try joined([1, 2, 3], [4, 5], [6])
    #expect(buffer.dataLength == 6 && !buffer.isContiguous)
    #expect(buffer[0..<3].isContiguous && !buffer[2..<4].isContiguous)
    #expect(try buffer.dataBytes() == Data([1, 2, 3, 4, 5, 6]))
    #expect(try buffer[2..<5].dataBytes() == Data([3, 4, 5]))
    #expect(try buffer.withContiguousStorage { Array($0) } == [1, 2, 3, 4, 5, 6])
    try buffer[1..<5].replaceDataBytes(with: [9, 9, 9, 9])
    #expect(try buffer.dataBytes() == Data([1, 9, 9, 9, 9, 6]))
    #expect(try buffer.withUnsafeMutableBytes(atOffset: 4) { $0.count } == 1)
  }

  @Test func makingContiguous_copiesOnlyWhatIsNot() throws {
    let buffer = try joined([1, 2, 3], [4, 5])
    let flat = try buffer.makeContiguous()
    #expect(flat.isContiguous)
    #expect(try flat.dataBytes() == buffer.dataBytes())
    let same = try flat.makeContiguous()
    #expect(try same.withUnsafeMutableBytes { $0.baseAddress } == flat.withUnsafeMutableBytes { $0.baseAddress })
    let copy = try flat.makeContiguous(flags: .alwaysCopyData)
    #expect(try copy.withUnsafeMutableBytes { $0.baseAddress } != flat.withUnsafeMutableBytes { $0.baseAddress })
  }

  @Test func rangesOutside_throwAndNeverTrap() throws {
    let buffer = try joined([1, 2, 3])
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try buffer[1..<5].dataBytes() }
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try buffer[0..<Int.max].dataBytes() }
    #expect(throws: CMBlockBuffer.Error.badOffsetParameter) { try buffer[7...].dataBytes() }
    #expect(throws: CMBlockBuffer.Error.badOffsetParameter) { try buffer[-2..<1].dataBytes() }
    #expect(throws: CMBlockBuffer.Error.badOffsetParameter) { try buffer.withUnsafeMutableBytes(atOffset: 3) { _ in } }
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try CMBlockBuffer(length: 0) }
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try CMBlockBuffer(length: 4, range: 2..<6) }
    let empty = try CMBlockBuffer()
    #expect(empty.isEmpty && empty.dataLength == 0)
    #expect(throws: CMBlockBuffer.Error.emptyBlockBuffer) { try CMBlockBuffer(bufferReference: empty) }
    #expect(try CMBlockBuffer(bufferReference: empty, flags: .permitEmptyReference).isEmpty)
    let extremes = [Int.min, -1, 0, 1, 2, 3, 4, Int.max]
    for offset in extremes {
      for length in extremes {
        var pointer: UnsafeMutablePointer<CChar>?
        var out: CMBlockBuffer?
        _ = CMBlockBufferGetDataPointer(
          buffer, atOffset: offset, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: &pointer)
        _ = CMBlockBufferIsRangeContiguous(buffer, atOffset: offset, length: length)
        _ = CMBlockBufferCreateWithBufferReference(
          allocator: nil, referenceBuffer: buffer, offsetToData: offset, dataLength: length, flags: 0,
          blockBufferOut: &out)
        _ = CMBlockBufferCreateWithMemoryBlock(
          allocator: nil, memoryBlock: nil, blockLength: length, blockAllocator: kCFAllocatorNull,
          customBlockSource: nil, offsetToData: offset, dataLength: length, flags: 0, blockBufferOut: &out)
        _ = CMBlockBufferFillDataBytes(with: 0, blockBuffer: buffer, offsetIntoDestination: offset, dataLength: length)
      }
    }
  }

  @Test func cFunctions_makeAndReadBuffers() throws {
    var out: CMBlockBuffer?
    var bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
    let result = bytes.withUnsafeMutableBytes { memory in
      CMBlockBufferCreateWithMemoryBlock(
        allocator: kCFAllocatorDefault, memoryBlock: memory.baseAddress, blockLength: 6,
        blockAllocator: kCFAllocatorNull, customBlockSource: nil, offsetToData: 1, dataLength: 4, flags: 0,
        blockBufferOut: &out)
    }
    #expect(result == kCMBlockBufferNoErr)
    let buffer = try #require(out)
    #expect(CMBlockBufferGetDataLength(buffer) == 4)
    var (lengthAtOffset, totalLength) = (0, 0)
    var pointer: UnsafeMutablePointer<CChar>?
    #expect(
      CMBlockBufferGetDataPointer(
        buffer, atOffset: 1, lengthAtOffsetOut: &lengthAtOffset, totalLengthOut: &totalLength,
        dataPointerOut: &pointer) == noErr)
    #expect(lengthAtOffset == 3 && totalLength == 4 && pointer?.pointee == 3)
    var copy = [UInt8](repeating: 0, count: 4)
    #expect(CMBlockBufferCopyDataBytes(buffer, atOffset: 0, dataLength: 4, destination: &copy) == noErr)
    #expect(copy == [2, 3, 4, 5])
    #expect(CMBlockBufferReplaceDataBytes(with: [9], blockBuffer: buffer, offsetIntoDestination: 3, dataLength: 1) == 0)
    #expect(bytes[4] == 9)
  }

  @Test func customSources_allocateAndFreeTheirWay() throws {
    let calls = Counter()
    do {
      var source = CMBlockBufferCustomBlockSource()
      source.AllocateBlock = { _, size in
        calls.count += 1
        return malloc(size)
      }
      source.FreeBlock = { _, block, _ in
        calls.count += 10
        free(block)
      }
      var out: CMBlockBuffer?
      let result = CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: nil, blockLength: 32, blockAllocator: nil, customBlockSource: &source,
        offsetToData: 0, dataLength: 32, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &out)
      #expect(result == noErr && out?.dataLength == 32 && calls.count == 1)
    }
    #expect(calls.count == 11)
    var bad = CMBlockBufferCustomBlockSource()
    bad.version = 9
    var out: CMBlockBuffer?
    let result = CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: 32, blockAllocator: nil, customBlockSource: &bad, offsetToData: 0,
      dataLength: 32, flags: 0, blockBufferOut: &out)
    #expect(result == kCMBlockBufferBadCustomBlockSourceErr && out == nil)
  }

  private func joined(_ parts: [UInt8]...) throws -> CMBlockBuffer {
    let buffer = try CMBlockBuffer()
    for part in parts { try buffer.append(bufferReference: blockBuffer(part)) }
    return buffer
  }
}

/// A buffer of bytes.
func blockBuffer(_ bytes: [UInt8]) throws -> CMBlockBuffer {
  let buffer = try CMBlockBuffer(length: bytes.count)
  try bytes.withUnsafeBytes { try buffer.replaceDataBytes(with: $0) }
  return buffer
}

extension CMBlockBufferProtocol {
  func replaceDataBytes(with bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try replaceDataBytes(with: $0) }
  }
}

/// Counts calls of closures that run on this thread.
final class Counter: @unchecked Sendable {
  var count = 0
}
