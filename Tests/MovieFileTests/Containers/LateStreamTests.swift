import MovieExercise
import Synchronization
import Testing

@testable import MovieFile

/// Streams that begin behind the others, in files and in pipes.
@Suite struct LateStreamTests {
  /// Bytes that come one after the other.
  private static func arriving(_ bytes: [UInt8]) -> ArrivingBytes {
    let position = Mutex(0)
    return ArrivingBytes(name: nil, Reception(), firstBytes: []) {
      position.withLock { position in
        let part = bytes[position..<min(position + 4096, bytes.count)]
        position = part.endIndex
        return Array(part)
      }
    }
  }

  /// Pictures at some seconds, with audio from one of them on; so many bytes of nothing follow each picture.
  private static func transport(seconds: [Double], audioFrom late: Double, filling: Int) -> [UInt8] {
    var stream = StreamBytes.Transport()
    stream.addTables([(0x1b, 0x100, [])])
    var isAnnounced = false
    for (number, second) in seconds.enumerated() {
      let time = Int64(90_000 + second * 90_000)
      if second >= late, !isAnnounced {
        stream.addTables([(0x1b, 0x100, []), (0x03, 0x101, [])], version: 1)
        isAnnounced = true
      }
      stream.add(StreamBytes.pes(0xe0, StreamBytes.h264[number % 4], pts: time), pid: 0x100, reference: time - 9000)
      if isAnnounced {
        stream.add(StreamBytes.pes(0xc0, StreamBytes.mp3Frame(UInt8(number)), pts: time), pid: 0x101)
      }
      stream.add([UInt8](repeating: 0xff, count: filling), pid: 0x1fff)
    }
    return stream.bytes
  }

  private static func program(seconds: [Double], audioFrom late: Double, filling: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for (number, second) in seconds.enumerated() {
      let time = Int64(90_000 + second * 90_000)
      bytes += StreamBytes.pack(time - 9000) + StreamBytes.pes(0xe0, StreamBytes.h264[number % 4], pts: time)
      if second >= late {
        bytes += StreamBytes.pes(0xc0, StreamBytes.mp3Frame(UInt8(number)) + StreamBytes.mp3Frame(1), pts: time)
      }
      for start in stride(from: 0, to: filling, by: 60_000) {
        let count = min(60_000, filling - start)
        bytes += [0, 0, 1, 0xbe, UInt8(count >> 8), UInt8(count & 0xff)] + [UInt8](repeating: 0xff, count: count)
      }
    }
    return bytes + [0, 0, 1, 0xb9]
  }

  private static let frames = (0..<60).map { Double($0) / 25 }

  /// As far as a second of the stream's clock, a pipe shows what a file shows.
  @Test func streamInTheFirstSecond_isListed() throws {
    // 0.8 s are more bytes than are waited for in any case.
    let transport = Self.transport(seconds: Self.frames, audioFrom: 0.8, filling: 8000)
    for source in [Self.arriving(transport), MemoryByteSource(transport)] as [any ByteSource] {
      let file = try TransportStreamFile(source: source)
      #expect(file.streams.map(\.number) == [0x100, 0x101])
      let index = PacketIndex(file)
      #expect(try index.count(of: 0) == 60 && index.count(of: 1) == 40 && index.omission == nil)
    }
    let program = Self.program(seconds: Self.frames, audioFrom: 0.8, filling: 30_000)
    for source in [Self.arriving(program), MemoryByteSource(program)] as [any ByteSource] {
      let file = try ProgramStreamFile(source: source)
      #expect(file.streams.map(\.number) == [0xe0, 0xc0])
      let index = PacketIndex(file)
      #expect(try index.count(of: 0) == 60 && index.count(of: 1) == 80 && index.omission == nil)
    }
  }

  /// Streams that are not read are noted, of files and of pipes.
  @Test func streamThatBeginsLater_isNoted() throws {
    let transport = Self.transport(seconds: Self.frames, audioFrom: 2, filling: 40_000)
    for source in [Self.arriving(transport), MemoryByteSource(transport)] as [any ByteSource] {
      let file = try TransportStreamFile(source: source)
      #expect(file.streams.map(\.number) == [0x100])
      let index = PacketIndex(file)
      #expect(try index.count(of: 0) == 60)
      #expect(index.omission?.code == .unsupported)
      #expect(index.omission?.message.contains("PID 257") == true && index.problem == nil)
    }
    let program = Self.program(seconds: Self.frames, audioFrom: 2, filling: 120_000)
    for source in [Self.arriving(program), MemoryByteSource(program)] as [any ByteSource] {
      let file = try ProgramStreamFile(source: source)
      #expect(file.streams.map(\.number) == [0xe0])
      let index = PacketIndex(file)
      #expect(try index.count(of: 0) == 60)
      #expect(index.omission?.message.contains("stream 192") == true && index.problem == nil)
    }
  }

  /// A stream of few bytes is not waited for longer than a second.
  @Test func slowStream_isOpenedAfterASecond() throws {
    let transport = Self.transport(seconds: Self.frames, audioFrom: 9, filling: 8000)
    let source = Self.arriving(transport)
    _ = try TransportStreamFile(source: source)
    #expect(source.arrived < transport.count / 2 + 8192)
    let program = Self.program(seconds: Self.frames, audioFrom: 9, filling: 30_000)
    let other = Self.arriving(program)
    _ = try ProgramStreamFile(source: other)
    #expect(other.arrived < program.count / 2 + 8192)
  }
}
