import Foundation
import GStreamer
import MovieFile
import Testing

@testable import MediaEngine

/// Samples that wait in a file come back as they were.
@Suite struct HeldSampleTests {
  init() throws { try GStreamerLibrary.start() }

  @Test func sampleInAFile_isWhole() throws {
    let overflow = SampleOverflow()
    let held = try (0..<40).map { number in
      let buffer = Buffer(copying: [UInt8](repeating: UInt8(number), count: number * 1000 + 1))
      buffer.presentationTime = ClockTime(nanoseconds: UInt(number) * 40)
      buffer.decodeTime = ClockTime(nanoseconds: UInt(number) * 40 + 7)
      buffer.duration = ClockTime(nanoseconds: 33)
      if number % 3 > 0 { buffer.setFlags(.deltaUnit) }
      return try overflow.hold(buffer)
    }
    #expect(held.allSatisfy { $0.memory == 0 })
    for (number, sample) in held.enumerated().reversed() {
      let buffer = try sample.buffer()
      #expect(sample.byteCount == number * 1000 + 1 && buffer.byteCount == sample.byteCount)
      #expect(try buffer.withUnsafeBytes { $0.allSatisfy { $0 == UInt8(number) } })
      #expect(buffer.presentationTime?.nanoseconds == UInt(number) * 40)
      #expect(buffer.decodeTime?.nanoseconds == UInt(number) * 40 + 7)
      #expect(buffer.duration?.nanoseconds == 33)
      #expect(buffer.flags.contains(.deltaUnit) == (number % 3 > 0))
    }
  }

  @Test func bytesThatCannotBeReadBack_areAnError_andNoShorterFile() throws {
    let file = try FileDescriptor.temporary()
    try [UInt8](repeating: 1, count: 10).withUnsafeBytes { try file.write($0, at: 0) }
    let sink = CountingByteSink()
    try MuxerOutput.copy(file, count: 10, to: sink)
    #expect(sink.count == 10)
    let error = #expect(throws: MovieError.self) { try MuxerOutput.copy(file, count: 11, to: sink) }
    #expect(error?.code == .unwritable && error?.systemCode == EIO)
  }
}
