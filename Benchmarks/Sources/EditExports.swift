import Foundation
import MediaGraph

/// The edits of `timelines` by `reel export`, over ffmpeg's filters with equal settings of the encoders.
struct EditExports {
  let folder: String

  private var log: String { "\(folder)/log" }

  func rows(pairs: Int) async throws -> [Row] {
    let timelines = Timelines(folder: folder)
    let movies = try (0..<10).map { try timelines.movie($0) }
    var rows: [Row] = []
    for kind in Timelines.Kind.allCases {
      let used = Array(movies[..<kind.inputs])
      rows.append(
        try await video(
          kind.rawValue, timelines.timeline(kind, used),
          used.flatMap { ["-i", $0] } + ["-filter_complex", kind.filters], pairs: pairs))
    }
    let parts = Timelines.parts(50, movies)
    rows.append(
      try await video("50 cuts of 10 movies", Timelines.cuts(parts), Timelines.concatenation(parts), pairs: pairs))
    return rows + [try await mix(pairs: pairs)]
  }

  private func video(_ name: String, _ edit: Timeline, _ filters: [String], pairs: Int) async throws -> Row {
    try await row(
      name, edit, to: "mp4", preset: "1920x1080", over: filters + Exports.x264(megabits: 10) + ["-an"], pairs: pairs)
  }

  private func mix(pairs: Int) async throws -> Row {
    let mix = TimelineMix(folder: folder)
    let sounds = try mix.sounds()
    return try await row(
      "8 tracks of audio with ramps", mix.timeline(sounds), to: "m4a", preset: "m4a",
      over: mix.filters(sounds) + ["-c:a", "aac", "-b:a", "192k"], pairs: pairs)
  }

  private func row(
    _ name: String, _ edit: Timeline, to kind: String, preset: String, over arguments: [String], pairs: Int
  ) async throws -> Row {
    var graph = Graph()
    _ = graph.add("edit", TimelineNode { $0.timeline = edit })
    let description = "\(folder)/edit.yaml"
    try graph.yaml().write(toFile: description, atomically: true, encoding: .utf8)
    let ours = Command.reel([
      "export", description, "\(folder)/ours.\(kind)", "--preset", preset, "--overwrite", "--progress", "none",
    ])
    let theirs = Command("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments + ["\(folder)/theirs.\(kind)"])
    let runs = try await alternatingPairs(pairs) {
      try ours.run(log: log)
    } _: {
      try theirs.run(log: log)
    }
    return Row("\(name), exported, wall, over ffmpeg", runs.map { $0.first.wall / $0.second.wall }, target: 1)
  }
}
