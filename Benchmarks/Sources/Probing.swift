import Foundation

/// Probing four hundred files: one `reel probe` of their folder, compared with a process of ffprobe for each.
struct Probing {
  let folder: String
  private static let count = 400

  func rows(pairs: Int) async throws -> [Row] {
    let movies = try await measure(pairs, try files("movies", [("mp4", [])]))
    let kinds: [(String, [String])] = [
      ("mp4", []), ("mov", []), ("m4a", ["-vn"]), ("mp3", ["-vn"]), ("mkv", []), ("wav", ["-vn"]), ("flac", ["-vn"]),
      ("ts", []),
    ]
    let mixed = try await measure(pairs, try files("mixed", kinds))
    return [
      Row("probing 400 movies, over a process of ffprobe for each", movies, target: 0.1),
      Row("probing 400 files of eight kinds, over the same", mixed, target: 0.1),
    ]
  }

  private func measure(_ pairs: Int, _ files: (folder: String, all: [String])) async throws -> [Double] {
    let log = "\(folder)/probe.log"
    // One after the other, as in scripts; a tenth of them are run, since all take equally long.
    let some = stride(from: 0, to: Self.count, by: 10).map { files.all[$0] }
    let pairs = try await alternatingPairs(min(pairs, 7)) {
      try Command.reel(["probe", files.folder]).run(log: log).wall
    } _: {
      try some.reduce(0) { wall, file in
        wall + (try Command("ffprobe", ["-v", "error", "-show_format", "-show_streams", file]).run(log: log).wall)
      } * 10
    }
    return pairs.map { $0.first / $0.second }
  }

  /// Makes copies of a ten-second clip in alternating formats.
  private func files(_ name: String, _ kinds: [(type: String, options: [String])]) throws -> (String, [String]) {
    let place = "\(folder)/\(name)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let clips = try kinds.map { kind in
      let clip = "\(folder)/\(name)-clip.\(kind.type)"
      let input = [
        "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=10", "-f", "lavfi", "-i", "sine=duration=10",
      ]
      let coding = kind.options.isEmpty ? ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"] : []
      _ = try Command(
        "ffmpeg",
        ["-nostdin", "-v", "error", "-y"] + input + coding + kind.options + ["-metadata", "title=Clip", clip]
      ).run(log: "\(folder)/log")
      return clip
    }
    let all = try (0..<Self.count).map { number in
      let (clip, type) = (clips[number % clips.count], kinds[number % kinds.count].type)
      let path = "\(place)/\(number).\(type)"
      try FileManager.default.copyItem(atPath: clip, toPath: path)
      return path
    }
    return (place, all)
  }
}
