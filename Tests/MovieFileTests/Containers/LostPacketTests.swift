import Synchronization
import Testing

@testable import MovieFile

/// A packet that is not where the index says is sought near its place, and from the beginning; not up to the end of the file.
@Suite struct LostPacketTests {
  private final class Counter: Sendable {
    let passed = Atomic(0)
  }

  /// A file of two streams; walks that begin in its middle meet none of the first.
  private struct LossyFile: InterleavedFile {
    let source: any ByteSource = MemoryByteSource([UInt8](repeating: 7, count: 64))
    let statedDuration: CMTime? = nil
    var streams = (1...2).map { ContainerStream(number: $0, mediaType: "vide", codecID: "", timescale: 1000) }
    let counter: Counter

    func packets(from place: PacketPlace?) -> any PacketWalker {
      Walker(counter: counter, isWhole: place == nil, number: Int(place?.offset ?? 0))
    }

    func place(of stream: Int, atOrBefore time: Int64) -> PacketPlace? { nil }
  }

  private struct Walker: PacketWalker {
    let counter: Counter
    let isWhole: Bool
    var number: Int
    var place: PacketPlace { PacketPlace(offset: Int64(number)) }
    var problem: MovieError? { nil }

    mutating func next() -> ContainerPacket? {
      if !isWhole { number = max(number, 2) }
      guard number < 50_000 else { return nil }
      defer { number += 1 }
      counter.passed.add(1, ordering: .relaxed)
      return ContainerPacket(
        stream: number < 2 ? 0 : 1, decodeTime: Int64(number), isSync: true,
        bytes: PacketBytes(0..<Int64(8 + number % 2)))
    }
  }

  @Test func walkThatDoesNotMeetIt_ends() throws {
    let counter = Counter()
    let file = LossyFile(counter: counter)
    let index = PacketIndex(file)
    #expect(try index.count(of: 0) == 2)
    let packet = try #require(try index.packet(1, of: 0))
    let before = counter.passed.load(ordering: .relaxed)
    #expect(try PacketReader(index, stream: 0).bytes(of: packet).count == 9)
    #expect(counter.passed.load(ordering: .relaxed) - before < 10_000)
  }

  @Test func firstPacketThatOnlyAWalkOfTheWholeFileMeets_isRead() throws {
    let index = PacketIndex(LossyFile(counter: Counter()))
    let packet = try #require(try index.packet(0, of: 0))
    #expect(try PacketReader(index, stream: 0).bytes(of: packet).count == 8)
  }
}
