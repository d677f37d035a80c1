/// The peak memory of a run over ten minutes of media, relative to one minute.
struct Memory {
  let folder: String

  func rows(pairs: Int) async throws -> [Row] {
    let made = try await peaks(pairs) { minutes in
      .reelRun("small-clip.yaml", [("duration", "\(minutes * 60)s"), ("output", "\(folder)/clip-\(minutes).mp4")])
    }
    // The clips exist now.
    let transcoded = try await peaks(pairs) { minutes in
      .reelRun(
        "small-transcode.yaml",
        [("input", "\(folder)/clip-\(minutes).mp4"), ("output", "\(folder)/transcoded-\(minutes).mp4")])
    }
    return [
      Row("memory, making 10 min over 1 min", made, target: 1.05),
      Row("memory, transcoding 10 min over 1 min", transcoded, target: 1.05),
    ]
  }

  private func peaks(_ pairs: Int, _ command: (Int) -> Command) async throws -> [Double] {
    let log = "\(folder)/log"
    let pairs = try await alternatingPairs(pairs) {
      try command(10).run(log: log)
    } _: {
      try command(1).run(log: log)
    }
    return pairs.map { $0.first.peak / $0.second.peak }
  }
}
