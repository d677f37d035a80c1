/// The time to check a file of ten nodes, relative to that of starting GStreamer alone.
struct Check {
  let folder: String

  func rows(pairs: Int) async throws -> [Row] {
    let log = "\(folder)/log"
    let check = Command.reel(["check", "Benchmarks/ten-nodes.yaml"])
    let version = Command("gst-launch-1.0", ["--version"])
    // Both last a few hundredths of a second, which is sensitive to disturbances: ten times as many pairs.
    let pairs = try await alternatingPairs(pairs * 10) {
      try check.run(log: log)
    } _: {
      try version.run(log: log)
    }
    return [
      Row("check of 10 nodes, over gst-launch-1.0 --version", pairs.map { $0.first.wall / $0.second.wall }, target: 2.5)
    ]
  }
}
