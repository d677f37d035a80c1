import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Any valid sequence of calls to a writer makes a file that other programs can read.
@Suite struct WriterFuzzTests {
  /// The first seed; `REEL_SEED` sets another.
  private static let first = ProcessInfo.processInfo.environment["REEL_SEED"].flatMap { Int($0) } ?? 0

  @Test(arguments: 0..<6) func randomCalls_areReadBackByUs(part: Int) throws {
    for seed in Self.first + part * 50..<Self.first + (part + 1) * 50 {
      var movie = try RandomMovie(seed: UInt64(seed))
      let sink = MemoryByteSink()
      try movie.write(to: sink)
      let note = "seed \(seed), \(movie.format), \(movie.layout)"
      let read = try Movie(source: MemoryByteSource(sink.bytes))
      #expect(read.problems == [], "\(note)")
      try movie.check(read, note)
      if seed % 5 == 0 { #expect(try MovieExercise.read(sink.bytes).errors == [], "\(note)") }
    }
  }

  @Test(arguments: 0..<4) func randomCalls_areReadByFFprobe_withoutWarnings(part: Int) throws {
    let folder = try TemporaryFolder()
    for seed in Self.first + 1000 + part * 9..<Self.first + 1000 + (part + 1) * 9 {
      // FFmpeg decodes with the first description, whatever a fragment's is, and reports tracks without samples as
      // errors.
      var movie = try RandomMovie(seed: UInt64(seed), isPlain: true)
      let path = folder.file("\(seed).\(movie.format.rawValue)")
      do { try movie.write(to: FileByteSink(creating: path)) }
      let note = "seed \(seed), \(movie.format), \(movie.layout)"
      // Every packet of every track, with its bytes.
      let hashes = try Oracle.ffmpeg(
        [
          "-copy_unknown", "-ignore_editlist", "1", "-i", path, "-map", "0", "-c", "copy", "-copyts", "-f", "framehash",
          "-hash", "crc32", "-",
        ])
      #expect(hashes.words.isEmpty, "\(note): \(hashes.words)")
      let lines = String(decoding: hashes.output, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      var sizes: [Int: [Int]] = [:]
      for line in lines {
        let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        sizes[Int(fields[0]) ?? -1, default: []].append(Int(fields[4]) ?? -1)
      }
      for (index, track) in movie.tracks.enumerated() {
        var expected: [Int] = track.samples.map(\.bytes.count)
        var read: [Int] = sizes[index, default: []]
        // PCM comes in packets of many samples.
        if track.kind.duration == 1 { (expected, read) = ([expected.reduce(0, +)], [read.reduce(0, +)]) }
        #expect(read == expected, "\(note): track \(index)")
      }
    }
  }
}
