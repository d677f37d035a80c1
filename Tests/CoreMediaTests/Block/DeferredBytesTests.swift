import CoreMedia
import Synchronization
import Testing

/// Bytes that stay where they are until the program looks at them.
@Suite struct DeferredBytesTests {
  private final class Source: DeferredBytes {
    let reads = Atomic(0)
    let fails: Bool
    init(fails: Bool = false) { self.fails = fails }
    var count: Int { 6 }

    func read(into bytes: UnsafeMutableRawBufferPointer) throws {
      reads.add(1, ordering: .relaxed)
      if fails { throw CancellationError() }
      bytes.copyBytes(from: [1, 2, 3, 4, 5, 6])
    }

    var readCount: Int { reads.load(ordering: .relaxed) }
  }

  @Test func bytes_areReadOnce_whenTheyAreLookedAt() throws {
    let source = Source()
    let buffer = CMBlockBuffer(deferred: source)
    #expect(buffer.dataLength == 6 && buffer.isContiguous && !buffer.isEmpty)
    #expect(buffer.deferredBytes === source && source.readCount == 0)
    #expect(try [UInt8](buffer.dataBytes()) == [1, 2, 3, 4, 5, 6])
    #expect(try [UInt8](buffer[2..<4].dataBytes()) == [3, 4])
    #expect(source.readCount == 1 && buffer.deferredBytes == nil)
  }

  @Test func changedBytes_areNotThoseOfTheSource() throws {
    let buffer = CMBlockBuffer(deferred: Source())
    try buffer.withUnsafeMutableBytes { $0[0] = 9 }
    #expect(buffer.deferredBytes == nil)
    #expect(try [UInt8](buffer.dataBytes()) == [9, 2, 3, 4, 5, 6])
  }

  @Test func referenceToAllBytes_staysUnread_andAPartIsNoWhole() throws {
    let source = Source()
    let buffer = CMBlockBuffer(deferred: source)
    #expect(try CMBlockBuffer(bufferReference: buffer).deferredBytes === source)
    #expect(try CMBlockBuffer(bufferReference: buffer[1..<6]).deferredBytes == nil)
    #expect(source.readCount == 0)
  }

  @Test func bytesThatCannotBeRead_areAnError() throws {
    let buffer = CMBlockBuffer(deferred: Source(fails: true))
    #expect(throws: CMBlockBuffer.Error.unallocatedBlock) { try buffer.dataBytes() }
    #expect(throws: CMBlockBuffer.Error.blockAllocationFailed) { try buffer.assureBlockMemory() }
    #expect(throws: CancellationError.self) { try CMBlockBuffer(reading: Source(fails: true)) }
    #expect(try [UInt8](CMBlockBuffer(reading: Source()).dataBytes()) == [1, 2, 3, 4, 5, 6])
  }
}
