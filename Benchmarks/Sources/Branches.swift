import MediaEngine
import MediaGraph

/// One source with ten branches that scale its frames down, compared with the same pipeline by gst-launch's parser in
/// this process.
struct Branches {
  private static let frames: Int64 = 300

  func rows(pairs: Int) async throws -> [Row] {
    let pairs = try await alternatingPairs(pairs) {
      try await graph.run().elapsed / .seconds(1)
    } _: {
      try Self.seconds { try launch() }
    }
    return [
      Row("graph of ten branches, over gst_parse_launch", pairs.map { $0.first / $0.second }, target: 1.05)
    ]
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return start.duration(to: .now) / .seconds(1)
  }

  private static func width(_ number: Int) -> Int { 320 + 16 * number }

  private var graph: Graph {
    var graph = Graph()
    let source = graph.add(
      "source",
      TestVideo {
        $0.size = PixelSize(width: 1280, height: 720)
        $0.duration = .frames(Self.frames)
      })
    for number in 0..<10 {
      let scale = graph.add(
        "scale\(number)",
        VideoScale {
          $0.width = Self.width(number)
          $0.height = 180
        })
      graph.connect(source.output, to: scale.input)
      graph.connect(scale.output, to: graph.add("null\(number)", Null()).input)
    }
    return graph
  }

  private func launch() throws {
    let branches = (0..<10).map { number in
      """
      tee. ! queue max-size-buffers=8 max-size-bytes=0 max-size-time=0 ! videoscale method=bilinear \
      ! video/x-raw,width=\(Self.width(number)),height=180 ! fakesink sync=false async=false
      """
    }
    let text = """
      videotestsrc num-buffers=\(Self.frames) pattern=smpte \
      ! video/x-raw,format=I420,width=1280,height=720,framerate=30/1 ! tee name=tee \(branches.joined(separator: " "))
      """
    try Pipeline.run(text)
  }
}
