import Foundation
import MovieExercise
import MovieFile
import Testing

/// Reading a damaged file takes little memory, whatever sizes it states.
@Suite struct MemoryTests {
  /// In a process of its own, whose memory no other test uses.
  @Test func hostileFiles_takeLessThan64Megabytes() async {
    await #expect(processExitsWith: .success) {
      // The memory of the process itself, the standard library and Foundation.
      _ = try MovieExercise.read(SeedMovies.all[0].bytes)
      let before = Self.peak()
      for (number, seed) in SeedMovies.all.enumerated() {
        var mutation = Mutation(seed: UInt64(1000 + number))
        for _ in 0..<150 { _ = try MovieExercise.read(mutation.damaged(seed.bytes)) }
      }
      for bytes in Self.giants { _ = try MovieExercise.read(bytes) }
      for (number, seed) in SeedFiles.all.enumerated() {
        var mutation = Mutation(seed: UInt64(2000 + number))
        for _ in 0..<100 { _ = try MovieExercise.readOtherFile(mutation.damaged(seed.bytes)) }
      }
      for bytes in Self.giantAudioFiles { _ = try MovieExercise.readOtherFile(bytes) }
      let used = Self.peak() - before
      guard before > 0, used < 64 << 20 else {
        FileHandle.standardError.write(Data("\(used >> 20) MB more than \(before >> 20)\n".utf8))
        exit(1)
      }
    }
  }

  /// A movie of three hours, whose tables have few bytes.
  @Test func longMovie_takesLittle() async {
    await #expect(processExitsWith: .success) {
      _ = try MovieExercise.read(SeedMovies.all[0].bytes)
      let before = Self.peak()
      let movie = try Movie(source: MemoryByteSource(Self.threeHours))
      let samples = try movie.tracks[0].samples()
      guard samples.count == 648_000, try samples.sample(atPresentationTime: 600_000 * 17 - 1)?.index == 599_999 else {
        exit(2)
      }
      let used = Self.peak() - before
      guard used < 16 << 20 else {
        FileHandle.standardError.write(Data("\(used >> 20) MB\n".utf8))
        exit(1)
      }
    }
  }

  /// Returns the process's peak memory so far, in bytes.
  private static func peak() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }

  private typealias B = MovieBytes

  /// Files that state more data than they have.
  private static var giants: [[UInt8]] {
    func movie(_ tables: [UInt8]) -> [UInt8] {
      var track = TrackBytes()
      track.tables = tables
      return TrackBytes.movie([track])
    }
    let all = 0xffff_ffff
    return [
      // 4 × 10⁹ samples of one byte, in one chunk, and with a chunk each.
      movie(
        B.full("stts", B.u32(1, all, 1)) + B.full("stsc", B.u32(1, 1, all, 1)) + B.full("stsz", B.u32(1, all))
          + B.full("stco", B.u32(1, 0))),
      movie(
        B.full("stts", B.u32(1, all, 1)) + B.full("stsc", B.u32(1, 1, 1, 1)) + B.full("stsz", B.u32(1, all))
          + B.full("stco", B.u32(all))),
      // A sample of 4 × 10⁹ bytes; tables that state that size.
      movie(TrackBytes.tables(durations: [(1, 1)], sizes: [all])),
      movie(B.full("stts", B.u32(all)) + B.full("ctts", B.u32(all)) + B.full("stsz", B.u32(0, all))),
      // Metadata of the same kind, and thousands of tracks.
      TrackBytes.movie([TrackBytes()], extra: B.box("udta", B.u32(all), B.text("©nam"), B.zeros(40))),
      TrackBytes.movie([TrackBytes](repeating: TrackBytes(), count: 5000)),
      TrackBytes.movie(
        [TrackBytes()], extra: (0..<30_000).flatMap { B.box("udta", B.box("name", B.u32($0))) }),
    ]
  }

  /// Audio files that state more data than they have.
  private static var giantAudioFiles: [[UInt8]] {
    func coreAudio(_ description: [UInt8], _ packets: [UInt8]) -> [UInt8] {
      let rate = B.u64(Int(Double(44_100).bitPattern))
      let chunks = [("desc", rate + description), ("pakt", packets), ("data", B.u32(0) + B.zeros(100))]
      return B.text("caff") + B.u16(1, 0) + chunks.flatMap { B.text($0.0) + B.u64($0.1.count) + $0.1 }
    }
    let many = 1 << 40
    return [
      // More packets than fit anywhere: with a table, without one, and of no bytes.
      coreAudio(B.text("aac ") + B.u32(0, 0, 1024, 2, 0), B.u64(many) + B.u64(many) + B.u32(0, 0) + B.zeros(60)),
      coreAudio(B.text("ima4") + B.u32(0, 34, 64, 2, 0), B.u64(many) + B.u64(many) + B.u32(0, 0)),
      coreAudio(B.text("aac ") + B.u32(0, 0, 0, 2, 0), B.u64(many) + B.u64(many) + B.u32(0, 0) + B.zeros(1000)),
      // Tags of 200 MB, at the beginning and at the end.
      B.text("ID3") + [4, 0, 0, 0x60, 0, 0, 0] + B.zeros(200),
      B.zeros(300) + B.text("APETAGEX") + [0xd0, 7, 0, 0, 0, 0, 0, 0x10, 0xff, 0xff, 0xff, 0x7f] + B.zeros(12),
      B.text("fLaC") + [4, 0xff, 0xff, 0xff] + B.zeros(100),
    ]
  }

  private static var threeHours: [UInt8] {
    var track = TrackBytes()
    track.timescale = 1000
    let count = 648_000
    track.tables =
      B.full("stts", B.u32(2, 600_000, 17, count - 600_000, 16)) + B.full("stsc", B.u32(1, 1, 60, 1))
      + B.full("stsz", B.u32(0, count), [UInt8](repeating: 0, count: count * 4))
      + B.full("stco", B.u32(count / 60), B.u32((0..<count / 60).map { $0 * 60 }))
    return TrackBytes.movie([track])
  }
}
