import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Chunks and indexes that no writer at hand makes.
@Suite struct AVIChunkTests {
  private typealias A = AVIBytes

  private static let video = A.stream(
    "vids", scale: 1001, rate: 30_000, length: 4, format: A.bitmap("MJPG"))

  /// A small picture of its own bytes.
  private static func jpeg(_ number: UInt8) -> [UInt8] { [0xff, 0xd8, number, 0xff, 0xd9] }

  /// Returns the decode times and the third byte of the packets, and the walk's problem.
  private func walk(_ bytes: [UInt8]) throws -> (times: [Int64], numbers: [UInt8], problem: MovieError?) {
    let file = try AVIFile(source: MemoryByteSource(bytes))
    var walker = try file.packets(from: nil)
    var (times, numbers): ([Int64], [UInt8]) = ([], [])
    while let packet = try walker.next() {
      times.append(packet.decodeTime ?? -1)
      numbers.append(try packet.bytes.read(from: file.source)[2])
    }
    return (times, numbers, walker.problem)
  }

  @Test(arguments: [AVIBytes.Base.list, .file, nil]) func droppedFrames_takeTime_andPalettesDoNot(base: AVIBytes.Base?)
    throws
  {
    let bytes = A.file(
      [Self.video],
      [
        ("00dc", Self.jpeg(0), true), ("00pc", [1, 2, 3, 4], false), ("00dc", [], false), ("00db", Self.jpeg(1), true),
        ("ix00", [0], false), ("00dc", Self.jpeg(2), true),
      ], indexFrom: base)
    let (times, numbers, problem) = try walk(bytes)
    #expect(times == [0, 2002, 3003] && numbers == [0, 1, 2] && problem == nil)
  }

  @Test func listsOfRecords_areEntered() throws {
    let record = { (number: UInt8) in A.list("rec ", A.chunk("00dc", Self.jpeg(number)), A.chunk("JUNK", [1])) }
    let headers = A.list("hdrl", A.chunk("avih", MovieBytes.zeros(56)), Self.video)
    let body = Array("AVI ".utf8) + headers + A.list("movi", record(0), record(1), record(2))
    let (times, numbers, problem) = try walk(Array("RIFF".utf8) + A.little(body.count, 4) + body)
    #expect(times == [0, 1001, 2002] && numbers == [0, 1, 2] && problem == nil)
  }

  @Test func openDML_hasIndexesOfEachPart() throws {
    let bytes = SeedFiles.all.first { $0.name == "AVI, OpenDML" }?.bytes ?? []
    let file = try AVIFile(source: MemoryByteSource(bytes))
    let packets = try file.allPackets()
    #expect(packets.map(\.decodeTime) == [0, 1, 2, 3])
    #expect(packets.map(\.bytes.count) == [4, 3, 4, 3])
    // FFprobe reads the same.
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: folder.url("dml.avi"))
    #expect(try ContainerReport(folder.file("dml.avi")).packets.map(\.size) == ["4", "3", "4", "3"])
    // Without the indexes, the parts are walked.
    var plain = bytes
    while let place = plain.indices.first(where: { plain[$0...].starts(with: "indx".utf8) }) { plain[place] = 0x4a }
    #expect(try AVIFile(source: MemoryByteSource(plain)).allPackets().map(\.bytes) == packets.map(\.bytes))
  }

  /// An index of other places is not believed: the chunks are walked.
  @Test func indexThatLies_isLeftOut() throws {
    var bytes = A.file([Self.video], (0..<4).map { ("00dc", Self.jpeg($0), true) })
    let index = try #require(bytes.indices.first { bytes[$0...].starts(with: "idx1".utf8) })
    bytes[index + 8 + 16 + 8] ^= 2
    let (times, numbers, problem) = try walk(bytes)
    #expect(times == [0, 1001, 2002, 3003] && numbers == [0, 1, 2, 3] && problem == nil)
  }

  /// An index of the first chunks alone, as of a recording that went on.
  @Test func indexThatIsShort_isLeftOut() throws {
    let whole = A.file([Self.video], (0..<8).map { ("00dc", Self.jpeg($0), true) })
    let index = try #require(whole.indices.first { whole[$0...].starts(with: "idx1".utf8) })
    let bytes = whole[..<(index + 4)] + A.little(48, 4) + whole[(index + 8)..<(index + 8 + 48)]
    #expect(try walk(Array(bytes)).numbers == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test func damage_isPassedOver() throws {
    let chunks = (0..<5).map { A.chunk("00dc", Self.jpeg($0)) }
    var bytes = A.file([Self.video], (0..<5).map { ("00dc", Self.jpeg($0), true) }, indexFrom: nil)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: chunks[2]) })
    bytes.replaceSubrange(place..<place + 8, with: [9, 9, 9, 9, 9, 9, 9, 9])
    let (_, numbers, problem) = try walk(bytes)
    #expect(numbers == [0, 1, 3, 4] && problem?.code == .malformed && problem?.offset != nil)
    let (_, rest, cut) = try walk(
      Array(A.file([Self.video], (0..<5).map { ("00dc", Self.jpeg($0), true) }, indexFrom: nil).dropLast(4)))
    #expect(rest == [0, 1, 2, 3] && cut?.code == .truncated)
  }

  @Test func bigEndianFiles_areTheSame() throws {
    let streams = [
      Self.video, A.stream("auds", scale: 1, rate: 8000, sampleSize: 2, format: A.wave(1, rate: 8000, block: 2)),
    ]
    let little = A.file(
      streams, [("00dc", Self.jpeg(0), true), ("01wb", [1, 2, 3, 4], true), ("00dc", Self.jpeg(1), true)])
    let big = Self.bigEndian(little)
    let (one, two) = (
      try AVIFile(source: MemoryByteSource(little)), try AVIFile(source: MemoryByteSource(big))
    )
    #expect(one.streams.map(\.formatDescription) == two.streams.map(\.formatDescription))
    #expect(try one.allPackets() == two.allPackets())
    #expect(try one.allPackets().count == 3)
  }

  /// Turns the numbers of a file around.
  private static func bigEndian(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    func turn(_ position: Int, _ sizes: [Int]) {
      var position = position
      for size in sizes {
        if size > 0 {
          result.replaceSubrange(position..<position + size, with: result[position..<position + size].reversed())
        }
        position += abs(size)
      }
    }
    func chunks(_ range: Range<Int>) {
      var offset = range.lowerBound
      while offset + 8 <= range.upperBound {
        let type = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
        let size = Int(UInt64(little: bytes[offset + 4..<offset + 8]))
        turn(offset + 4, [4])
        let body = offset + 8
        switch type {
        case "RIFF", "LIST": chunks(body + 4..<body + size)
        case "avih": turn(body, [Int](repeating: 4, count: size / 4))
        case "strh": turn(body, [-4, -4, 4, 2, 2] + [Int](repeating: 4, count: 8))
        case "strf": turn(body, size < 40 ? [2, 2, 4, 4, 2, 2, 2] : [4, 4, 4, 2, 2, -4, 4, 4, 4, 4, 4])
        case "idx1": turn(body, (0..<size / 16).flatMap { _ in [-4, 4, 4, 4] })
        default: break
        }
        offset = body + size + size % 2
      }
    }
    chunks(0..<bytes.count)
    result[3] = UInt8(ascii: "X")
    return result
  }

  @Test func otherFiles_areRefused() {
    for bytes in [[], Array("RIFF".utf8), Array("RIFF1234WAVE".utf8), Array("OggS12345678".utf8)] {
      #expect { try AVIFile(source: MemoryByteSource(bytes)) } throws: { ($0 as? MovieError)?.code == .notAMovie }
    }
    #expect { try AVIFile(source: MemoryByteSource(Array("RIFF1234AVI ".utf8))) } throws: {
      ($0 as? MovieError)?.code == .malformed
    }
  }
}
