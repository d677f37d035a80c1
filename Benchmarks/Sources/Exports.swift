import Foundation

/// Exports by `reel export`: encoded with a preset, over ffmpeg with equal x264 settings, and passed through.
struct Exports {
  let folder: String

  private var log: String { "\(folder)/log" }

  func rows(pairs: Int) async throws -> [Row] {
    try await encoded(pairs: pairs) + passedThrough(pairs: pairs) + EditExports(folder: folder).rows(pairs: pairs)
  }

  /// ffmpeg's form of the rate control that x264enc derives from its bit rate: at most that, over a buffer of 600 ms.
  static func x264(megabits: Int) -> [String] {
    [
      "-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-pix_fmt", "yuv420p", "-b:v", "\(megabits)M",
      "-maxrate", "\(megabits)M", "-bufsize", "\(megabits * 600)k", "-g", "250",
    ]
  }

  // MARK: - Encoded

  private func encoded(pairs: Int) async throws -> [Row] {
    let movie = try fullHD()
    var rows: [Row] = []
    for (preset, megabits, filter) in [("1280x720", 5, "scale=1280:720:flags=bilinear"), ("1920x1080", 10, "null")] {
      let ours = Command.reel([
        "export", movie, "\(folder)/ours.mp4", "--preset", preset, "--overwrite", "--progress", "none",
      ])
      let theirs = Command(
        "ffmpeg",
        ["-nostdin", "-v", "error", "-y", "-i", movie, "-vf", filter] + Self.x264(megabits: megabits)
          + ["-c:a", "aac", "-b:a", "128k", "\(folder)/theirs.mp4"])
      let runs = try await alternatingPairs(pairs) {
        try ours.run(log: log)
      } _: {
        try theirs.run(log: log)
      }
      rows += [
        Row(
          "export of 1080p as \(preset), wall, over ffmpeg", runs.map { $0.first.wall / $0.second.wall }, target: 1.05),
        Row("the same, CPU", runs.map { $0.first.cpu / $0.second.cpu }),
      ]
    }
    return rows
  }

  /// Makes ten seconds of 1080p with a tone.
  private func fullHD() throws -> String {
    let movie = "\(folder)/export-movie.mp4"
    _ = try Command(
      "ffmpeg",
      [
        "-nostdin", "-y", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=10", "-f",
        "lavfi", "-i", "sine=duration=10", "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a",
        "aac", movie,
      ]
    ).run(log: log)
    return movie
  }

  // MARK: - Passed through

  private func passedThrough(pairs: Int) async throws -> [Row] {
    try await Remux(folder: folder).copies(
      by: "export", ["--preset", "passthrough"], named: "pass-through export", pairs: pairs)
  }
}
