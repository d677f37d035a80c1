import Foundation

/// A minute out of ten, exact to the frame: copied but for its ends, over encoding all of it.
struct SmartCut {
  let folder: String

  func rows(pairs: Int) async throws -> [Row] {
    let movie = try movie()
    let (log, ours, theirs) = ("\(folder)/log", "\(folder)/cut.mp4", "\(folder)/theirs.mp4")
    // Between two key frames at both ends.
    let reel = Command.reel([
      "cut", movie, "--from", "203.3s", "--to", "263.3s", "-o", ours, "--smart", "--overwrite", "--progress", "none",
    ])
    let ffmpeg = Command(
      "ffmpeg",
      [
        "-nostdin", "-y", "-v", "error", "-ss", "203.3", "-to", "263.3", "-i", movie, "-c:v", "libx264", "-preset",
        "veryfast", "-c:a", "aac", theirs,
      ])
    let runs = try await alternatingPairs(pairs) {
      try reel.run(log: log)
    } _: {
      try ffmpeg.run(log: log)
    }
    return [
      Row(
        "a smart cut of a minute out of ten, over ffmpeg's encoding", runs.map { $0.first.wall / $0.second.wall },
        target: 0.1)
    ]
  }

  /// Makes ten minutes of 720p with a key frame every two seconds: twenty seconds, repeated.
  private func movie() throws -> String {
    let (part, movie) = ("\(folder)/cut-part.mp4", "\(folder)/cut-movie.mp4")
    let quiet = ["-nostdin", "-y", "-v", "error"]
    _ = try Command(
      "ffmpeg",
      quiet + [
        "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30:duration=20", "-f", "lavfi", "-i", "sine=duration=20",
        "-c:v", "libx264", "-preset", "veryfast", "-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac", part,
      ]
    ).run(log: "\(folder)/log")
    _ = try Command("ffmpeg", quiet + ["-stream_loop", "29", "-i", part, "-c", "copy", movie]).run(
      log: "\(folder)/log")
    return movie
  }
}
