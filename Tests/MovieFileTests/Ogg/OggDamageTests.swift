import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Pages that are lost, damaged or cut off, and granule positions that say what is not heard.
@Suite struct OggDamageTests {
  private typealias O = OggBytes

  private static let opus: [UInt8] = [0xfc] + [UInt8](repeating: 0, count: 40)

  private static func front(_ serial: Int = 1, preSkip: Int = 0) -> [UInt8] {
    O.page(2, serial: serial, number: 0, granule: 0, O.opusHead(preSkip: preSkip))
      + O.page(0, serial: serial, number: 1, granule: 0, Array("OpusTags".utf8) + MovieBytes.zeros(8))
  }

  /// Pages of one packet each.
  private static func page(_ number: Int, isLast: Bool = false) -> [UInt8] {
    O.page(isLast ? 4 : 0, serial: 1, number: 2 + number, granule: 960 * (number + 1), opus)
  }

  /// Returns the times of the packets, and the walk's problem.
  private func walk(_ bytes: [UInt8]) throws -> (packets: [ContainerPacket], problem: MovieError?) {
    let file = try OggFile(source: MemoryByteSource(bytes))
    var walker = try file.packets(from: nil)
    var packets: [ContainerPacket] = []
    while let packet = try walker.next() { packets.append(packet) }
    return (packets, walker.problem)
  }

  @Test func damagedPage_isLeftOut_andTheOthersKeepTheirTimes() throws {
    for (isMissing, code) in [(true, MovieError.Code.malformed), (false, .malformed)] {
      var pages = (0..<5).map { Self.page($0) }
      // The checksum no longer fits.
      if isMissing { pages[2] = [] } else { pages[2][40] ^= 1 }
      let (packets, problem) = try walk(Self.front() + pages.flatMap { $0 })
      #expect(packets.map(\.presentationTime) == [0, 960, 2880, 3840])
      #expect(problem?.code == code && problem?.offset != nil)
    }
  }

  @Test func cutOffFile_givesThePagesBefore() throws {
    let whole = Self.front() + (0..<4).flatMap { Self.page($0) }
    for (cut, count) in [(0, 4), (1, 3), (60, 3), (70, 2)] {
      let (packets, problem) = try walk(whole.dropLast(cut))
      #expect(packets.count == count)
      #expect(problem?.code == (cut == 0 ? nil : .truncated))
    }
  }

  @Test func packetOverPages_isPutTogether() throws {
    let long = (0..<800).map { UInt8(truncatingIfNeeded: $0 * 7 + 0xfc) }
    let bytes =
      Self.front() + O.page(0, serial: 1, number: 2, granule: 960, Self.opus, Array(long[..<255]), isOpen: true)
      + O.page(1, serial: 1, number: 3, granule: -1, Array(long[255..<510]), isOpen: true)
      + O.page(5, serial: 1, number: 4, granule: 1920, Array(long[510...]))
    let (packets, problem) = try walk(bytes)
    #expect(packets.map(\.presentationTime) == [0, 960] && problem == nil)
    #expect(packets[1].bytes.pieces.count == 3)
    #expect(try packets[1].bytes.read(from: MemoryByteSource(bytes)) == long)
    // Without the page in the middle, the packet is lost.
    let middle = O.page(1, serial: 1, number: 3, granule: -1, Array(long[255..<510]), isOpen: true)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: middle) })
    let (rest, damage) = try walk(Array(bytes[..<place] + bytes[(place + middle.count)...]))
    #expect(rest.count == 1 && damage?.code == .malformed)
  }

  @Test func lastGranule_cutsThePackets() throws {
    let bytes =
      Self.front(preSkip: 312) + Self.page(0) + O.page(4, serial: 1, number: 3, granule: 1000, Self.opus, Self.opus)
    let (packets, problem) = try walk(bytes)
    #expect(packets.map(\.presentationTime) == [0, 960, 1920] && problem == nil)
    #expect(packets.map(\.discardPadding?.end) == [nil, 920, 960])
  }

  @Test func streamCutAtTheFront_beginsAtItsGranule() throws {
    let (packets, problem) = try walk(Self.front() + (10..<13).flatMap { Self.page($0) })
    #expect(packets.map(\.presentationTime) == [9600, 10_560, 11_520])
    // The pages before are missing.
    #expect(problem?.code == .malformed)
  }

  @Test func unknownStreams_arePassedOver() throws {
    let other = O.page(2, serial: 5, number: 0, granule: 0, Array("fishead\0".utf8) + MovieBytes.zeros(56))
    let front = O.page(2, serial: 1, number: 0, granule: 0, O.opusHead(preSkip: 0))
    let tags = O.page(0, serial: 1, number: 1, granule: 0, Array("OpusTags".utf8) + MovieBytes.zeros(8))
    let bytes =
      other + front + tags + O.page(4, serial: 5, number: 1, granule: 0, []) + Self.page(0)
      + O.page(0, serial: 6, number: 0, granule: 77, [1, 2, 3]) + Self.page(1)
    let (packets, problem) = try walk(bytes)
    #expect(packets.map(\.presentationTime) == [0, 960] && problem == nil)
    #expect(try OggFile(source: MemoryByteSource(bytes)).streams.map(\.number) == [1])
  }

  @Test func otherFiles_areRefused() {
    for bytes in [[], Array("Ogg".utf8), Array("RIFF1234AVI ".utf8)] {
      #expect { try OggFile(source: MemoryByteSource(bytes)) } throws: { ($0 as? MovieError)?.code == .notAMovie }
    }
    #expect { try OggFile(source: MemoryByteSource(Array("OggS".utf8) + MovieBytes.zeros(90))) } throws: {
      ($0 as? MovieError)?.code == .unsupported
    }
  }
}
