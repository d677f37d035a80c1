import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Files that end too early, and files with damage inside.
@Suite struct MatroskaDamageTests {
  private typealias M = MatroskaBytes

  private static let front = M.info() + M.tracks(M.track(1, type: 1, codec: "V_FFV1"))

  private static func clusters(_ count: Int) -> [[UInt8]] {
    (0..<count).map { number in
      M.cluster(number * 100, M.simple(1, 0, [UInt8](repeating: 1, count: 40)), M.simple(1, 40, [2, UInt8(number)]))
    }
  }

  /// Returns the times of the packets, and the walk's problem.
  private func walk(_ bytes: [UInt8]) throws -> (times: [Int64?], problem: MovieError?) {
    let file = try MatroskaFile(source: MemoryByteSource(bytes))
    var walker = try file.packets(from: nil)
    var times: [Int64?] = []
    while let packet = try walker.next() { times.append(packet.presentationTime) }
    return (times, walker.problem)
  }

  @Test func cutOffFile_givesThePacketsBefore() throws {
    let whole = M.header + M.segment(Self.front, Self.clusters(3).flatMap { $0 })
    for (cut, count) in [(0, 6), (1, 5), (15, 5), (30, 4), (100, 3), (150, 2)] {
      let (times, problem) = try walk(whole.dropLast(cut))
      #expect(times == [0, 40, 100, 140, 200, 240].prefix(count).map { $0 }, "\(cut)")
      #expect(problem?.code == (cut == 0 ? nil : .truncated), "\(cut)")
    }
  }

  @Test func liveRecording_endsAnywhere() throws {
    let whole = M.header + M.open(0x1853_8067, Self.front + Self.clusters(3).flatMap { $0 })
    #expect(try walk(whole).problem == nil)
    let (times, problem) = try walk(whole.dropLast(1))
    #expect(times == [0, 40, 100, 140, 200] && problem?.code == .truncated)
  }

  @Test(
    arguments: [
      ("zeros", [UInt8](repeating: 0, count: 60)), ("noise", (0..<60).map { UInt8(truncatingIfNeeded: $0 * 89 + 13) }),
      ("a false cluster", [0x1f, 0x43, 0xb6, 0x75, 0x81, 0, 0, 0, 0]),
    ] as [(String, [UInt8])])
  func damage_isPassedOverToTheNextCluster(name: String, noise: [UInt8]) throws {
    var clusters = Self.clusters(4)
    // Over the first block's header, in the second cluster.
    clusters[1].replaceSubrange(29..<29 + noise.count, with: noise)
    for isLive in [false, true] {
      let media = Self.front + clusters.flatMap { $0 }
      let bytes = M.header + (isLive ? M.open(0x1853_8067, media) : M.segment(media))
      let (times, problem) = try walk(bytes)
      #expect(times.filter { $0 != 140 } == [0, 40, 200, 240, 300, 340], "\(name)")
      #expect(problem?.code == .malformed && problem?.offset != nil)
    }
  }

  @Test func damagedSize_losesOneClusterAtMost() throws {
    var clusters = Self.clusters(4)
    // The size of the first block of the second cluster reaches beyond the file.
    clusters[1][33] = 0x7f
    let (times, problem) = try walk(M.header + M.segment(Self.front, clusters.flatMap { $0 }))
    #expect(times == [0, 40, 200, 240, 300, 340])
    #expect(problem?.code == .malformed)
  }

  /// FFmpeg finds the same packets again.
  @Test func damageInARealFile_losesWhatFFprobeLoses() throws {
    let folder = try TemporaryFolder()
    let path = try Recipe(
      "a.mkv",
      "-f lavfi -i testsrc=size=64x48:rate=25:duration=2 -c:v libx264 -g 10 -pix_fmt yuv420p -cluster_time_limit 300"
    ).make(in: folder)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let packets = try MatroskaFile(source: MemoryByteSource(bytes)).allPackets()
    let offset = Int(try #require(packets[20].bytes.offset))
    bytes.replaceSubrange(offset - 7..<offset + 20, with: [UInt8](repeating: 0, count: 27))
    try Data(bytes).write(to: folder.url("b.mkv"))
    let ours = try MatroskaFile(source: MemoryByteSource(bytes)).allPackets().map(\.presentationTime)
    let theirs = try ContainerReport(folder.file("b.mkv")).packets.map(\.pts)
    #expect(ours == theirs)
    #expect(ours.count < packets.count && ours.last == packets.last?.presentationTime)
  }

  @Test func fileWithoutTracks_isRefused() {
    #expect(throws: MovieError.self) { try MatroskaFile(source: MemoryByteSource(M.header + M.segment(M.info()))) }
    let error = #expect(throws: MovieError.self) { try MatroskaFile(source: MemoryByteSource([1, 2, 3, 4, 5, 6])) }
    #expect(error?.code == .notAMovie)
  }
}
