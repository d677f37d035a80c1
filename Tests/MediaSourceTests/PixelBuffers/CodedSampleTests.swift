import CGStreamer
import CoreMedia
import Testing

@testable import GStreamer
@testable import MediaSource

@Suite("Coded data as block buffers and samples, proven by address")
struct CodedSampleTests {
  init() throws { try GStreamerLibrary.start() }

  @Test("pieces of memory become blocks at the same addresses")
  func blocks() throws {
    let (first, second) = (Buffer(copying: [1, 2, 3] as [UInt8]), Buffer(copying: [4, 5] as [UInt8]))
    let addresses = try [first, second].map { try $0.withBytes { $0.withUnsafeBytes { $0.baseAddress! } } }
    var blocks: CMBlockBuffer
    do {
      let buffer = Buffer(adopting: gst_buffer_append(first.give(), second.give()))
      blocks = try buffer.blockBuffer()
    }
    #expect(blocks.dataLength == 5)
    for (offset, address, length) in [(0, addresses[0], 3), (3, addresses[1], 2)] {
      var (lengthAtOffset, pointer) = (0, UnsafeMutablePointer<CChar>?.none)
      CMBlockBufferGetDataPointer(
        blocks, atOffset: offset, lengthAtOffsetOut: &lengthAtOffset, totalLengthOut: nil, dataPointerOut: &pointer)
      #expect(lengthAtOffset == length && pointer.map { UnsafeRawPointer($0) } == address)
    }
    #expect(try Array(blocks.dataBytes()) == [1, 2, 3, 4, 5])
  }

  @Test("a buffer without bytes is a block buffer without data")
  func empty() throws {
    #expect(try Buffer(adopting: gst_buffer_new()).blockBuffer().dataLength == 0)
  }
}
