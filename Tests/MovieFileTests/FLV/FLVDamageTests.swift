import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Files that end too early, tags that are none, and pointers that lie.
@Suite struct FLVDamageTests {
  private static let front =
    FLVBytes.header(flags: 4) + FLVBytes.metadata([("duration", 1)]) + FLVBytes.audio(0, [0xaf, 0, 0x12, 0x10])

  private static func frame(_ number: Int) -> [UInt8] {
    FLVBytes.audio(number * 23, [0xaf, 1] + [UInt8](repeating: UInt8(number), count: 30))
  }

  /// Returns the times of the packets, and the walk's problem.
  private func walk(_ bytes: [UInt8]) throws -> (times: [Int64?], problem: MovieError?) {
    var walker = try FLVFile(source: MemoryByteSource(bytes)).packets(from: nil)
    var times: [Int64?] = []
    while let packet = try walker.next() { times.append(packet.presentationTime) }
    return (times, walker.problem)
  }

  @Test func cutOffFile_givesThePacketsBefore() throws {
    let whole = Self.front + (0..<4).flatMap(Self.frame)
    // The last back pointer may be missing: it leads to nothing.
    for (cut, count, code) in [
      (0, 4, nil), (4, 4, nil), (5, 3, .truncated), (40, 3, .truncated), (50, 3, nil), (60, 2, .truncated),
    ] as [(Int, Int, MovieError.Code?)] {
      let (times, problem) = try walk(whole.dropLast(cut))
      #expect(times == [0, 23, 46, 69].prefix(count).map { $0 }, "\(cut)")
      #expect(problem?.code == code, "\(cut)")
    }
  }

  @Test(arguments: [[0], [UInt8](repeating: 0, count: 100), (0..<77).map { UInt8(truncatingIfNeeded: $0 * 89 + 8) }])
  func bytesBetweenTags_arePassedOver(noise: [UInt8]) throws {
    let (times, problem) = try walk(Self.front + Self.frame(0) + Self.frame(1) + noise + Self.frame(2) + Self.frame(3))
    #expect(times.suffix(2) == [46, 69])
    #expect(times.first == 0)
    #expect(problem?.code == .malformed && problem?.offset != nil)
  }

  /// A size that leads behind other tags is noticed, as no tag is there.
  @Test func wrongSize_isNoticed() throws {
    var frame = Self.frame(1)
    frame[3] += 20
    let (times, problem) = try walk(Self.front + Self.frame(0) + frame + Self.frame(2) + Self.frame(3))
    #expect(times == [0, 46, 69])
    #expect(problem?.code == .malformed)
  }

  @Test func backPointersThatLie_doNoHarm() throws {
    var bytes = Self.front
    for number in 0..<4 { bytes += Self.frame(number).dropLast(4) + [0, 0, 0, 0] }
    let (times, problem) = try walk(bytes)
    #expect(times == [0, 23, 46, 69] && problem == nil)
  }

  @Test func dataAndUnknownTags_arePassedOver() throws {
    let bytes =
      Self.front + Self.frame(0) + FLVBytes.tag(18, 5, [2, 0, 4] + Array("text".utf8)) + FLVBytes.tag(15, 9, [1, 2])
      + Self.frame(1)
    let (times, problem) = try walk(bytes)
    #expect(times == [0, 23] && problem == nil)
  }

  @Test func encryptedTags_areAProblemOfTheStream() throws {
    let bytes = FLVBytes.header(flags: 4) + FLVBytes.tag(8 | 0x20, 0, [0xaf, 1, 0, 0, 0])
    let file = try FLVFile(source: MemoryByteSource(bytes))
    #expect(file.streams.map(\.problem?.code) == [.protected])
    #expect(try file.allPackets().isEmpty)
  }

  @Test func negativeTimes_areTheHeaderSigned() throws {
    let (times, _) = try walk(Self.front + FLVBytes.audio(-46, [0xaf, 1, 1]) + Self.frame(0))
    #expect(times == [-46, 0])
  }

  @Test func otherFiles_areRefused() {
    for bytes in [[], Array("FLV".utf8), Array("FLV\u{1}".utf8), Array("RIFF1234AVI ".utf8)] {
      #expect { try FLVFile(source: MemoryByteSource(bytes)) } throws: {
        ($0 as? MovieError)?.code == .notAMovie
      }
    }
  }
}
