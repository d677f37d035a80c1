import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Damage of every byte, and files made to take time or memory.
@Suite struct MatroskaHostileTests {
  private typealias M = MatroskaBytes

  @Test(arguments: ["Matroska", "Matroska, live"]) func damageOfEveryByte_isReadOrRefused(name: String) throws {
    let seed = try #require(SeedFiles.all.first { $0.name == name }).bytes
    let values: [UInt8] = [0, 0xff, 0x01, 0x7f, 0x80]
    // Sizes have many zeros, which are all alike.
    for index in seed.indices where seed[index] != 0 || index % 4 == 0 {
      var bytes = seed
      bytes[index] = values[index % values.count]
      let outcome = try MovieExercise.readMatroska(bytes)
      for error in outcome.errors { #expect(error.offset != nil || !error.box.isEmpty, "\(error)") }
    }
  }

  @Test func partsThatRepeat_areRead() throws {
    // A block of 256 empty frames, clusters without anything, and one inside itself.
    let track = M.tracks(M.track(1, type: 2, codec: "A_AC3", M.audio(48_000, channels: 2)))
    let laces = M.simple(1, 0, lacing: 2, [255])
    let empty = (0..<2000).flatMap { _ in [0x1f, 0x43, 0xb6, 0x75, 0x80] as [UInt8] }
    let nested = M.cluster(0, M.cluster(1, M.simple(1, 0, [1])))
    let bytes = M.header + M.segment(M.info(), track, empty, M.cluster(0, laces, laces), nested)
    let outcome = try MovieExercise.readMatroska(bytes)
    #expect(outcome.samples == 1 && outcome.errors.isEmpty)
  }

  @Test func indicesThatNameThemselves_end() throws {
    // The index names itself, and cues that name it.
    let entry = { (place: Int) in
      M.element(0x4dbb, M.element(0x53ab, [0x11, 0x4d, 0x9b, 0x74]) + M.number(0x53ac, place))
    }
    let index = M.element(0x114d_9b74, (0..<100).flatMap { _ in entry(0) })
    let cues = M.element(
      0x1c53_bb6b, M.element(0xbb, M.number(0xb3, 0) + M.element(0xb7, M.number(0xf7, 1) + M.number(0xf1, 0))))
    let track = M.tracks(M.track(1, type: 1, codec: "V_FFV1"))
    let bytes = M.header + M.segment(index, cues, M.info(), track, M.cluster(0, M.simple(1, 0, [1])))
    let file = try MatroskaFile(source: MemoryByteSource(bytes))
    let place = try #require(try file.place(of: 0, atOrBefore: 5))
    // A place that is no cluster: the walk finds the next one.
    #expect(try file.allPackets(from: place).map(\.presentationTime) == [0])
  }

  @Test func falseClusters_takeNoLongTime() throws {
    // Each begins as a cluster, and is none.
    let noise = (0..<20_000).flatMap { _ in [0x1f, 0x43, 0xb6, 0x75, 0x88, 0xe7, 0x81, 1, 0, 0, 0] as [UInt8] }
    let track = M.tracks(M.track(1, type: 1, codec: "V_FFV1"))
    let bytes = M.header + M.segment(M.info(), track, noise, M.cluster(7, M.simple(1, 0, [1])))
    let file = try MatroskaFile(source: MemoryByteSource(bytes))
    #expect(try file.allPackets().map(\.presentationTime) == [7])
  }

  @Test func timesAtTheLimits_areNoTimesOrRightOnes() throws {
    let track = M.tracks(M.track(1, type: 1, codec: "V_FFV1", M.number(0x23e383, 3_600_000_000_000)))
    for time in [Int.max, -1, 1 << 60] {
      let bytes = M.header + M.segment(M.info(scale: 999_999), track, M.cluster(time, M.simple(1, 32_767, [1])))
      let file = try MatroskaFile(source: MemoryByteSource(bytes))
      #expect(try file.allPackets().count == 1)
      _ = try MovieExercise.readMatroska(bytes)
    }
  }
}
