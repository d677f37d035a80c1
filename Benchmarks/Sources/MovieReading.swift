import MediaSource
import MediaEngine
import MediaGraph
import MovieFile

/// Opening a movie of three hours at 60 frames per second, and listing all of its samples.
struct MovieReading {
  let folder: String

  func rows(pairs: Int) async throws -> [Row] {
    let movie = try longMovie()
    let opening = try await alternatingPairs(pairs) {
      try milliseconds { try listTracks(of: movie) }
    } _: {
      try await milliseconds { _ = try await AssetProbe.probe(Location(parsing: movie)) }
    }
    let index = try await alternatingPairs(pairs) {
      try milliseconds { for track in try Movie(path: movie).tracks { _ = try track.samples() } }
    } _: {
      0
    }
    let listing = try await alternatingPairs(max(pairs / 5, 1)) {
      try Command.reel(["samples", movie, "--json"]).run(log: "\(folder)/samples")
    } _: {
      try Command("ffprobe", ["-v", "error", "-show_packets", "-of", "json", movie]).run(log: "\(folder)/samples")
    }
    return [
      Row("opening a 3-hour movie, listing its tracks", opening.map(\.first), unit: "ms", target: 5),
      Row("the same, over GstDiscoverer", opening.map { $0.first / $0.second }, target: 0.1),
      Row("indexing its 1,113,300 samples", index.map(\.first), unit: "ms"),
      Row(
        "reel samples --json, over ffprobe -show_packets", listing.map { $0.first.wall / $0.second.wall }, target: 0.5),
      Row("peak memory of reel samples", listing.map { $0.first.peak / 1024 }, unit: "MB"),
    ]
  }

  /// Makes a minute of small frames and a tone, repeated 180 times.
  private func longMovie() throws -> String {
    let (minute, movie) = ("\(folder)/minute.mp4", "\(folder)/hours.mp4")
    let quiet = ["-nostdin", "-y", "-v", "error"]
    _ = try Command(
      "ffmpeg",
      quiet + [
        "-f", "lavfi", "-i", "testsrc=size=32x32:rate=60:duration=60", "-f", "lavfi", "-i", "sine=duration=60", "-c:v",
        "libx264", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "32k", minute,
      ]
    ).run(log: "\(folder)/log")
    _ = try Command("ffmpeg", quiet + ["-stream_loop", "179", "-i", minute, "-c", "copy", movie]).run(
      log: "\(folder)/log")
    return movie
  }

  /// Reads the data of a track list: types, formats, languages and durations.
  private func listTracks(of path: String) throws {
    let movie = try Movie(path: path)
    for track in movie.tracks {
      let formats = try track.formatDescriptions()
      let duration = try track.timeline().duration
      guard !formats.isEmpty, duration.isNumeric, track.mediaHeader.language != nil else {
        throw Command.Failure(description: "the movie lacks something")
      }
    }
  }

  private func milliseconds(_ body: () throws -> Void) throws -> Double {
    let start = ContinuousClock.now
    try body()
    return start.duration(to: .now) / .milliseconds(1)
  }

  private func milliseconds(_ body: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    try await body()
    return start.duration(to: .now) / .milliseconds(1)
  }
}
