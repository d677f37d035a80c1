import MediaEngine
import MediaGraph

/// What a closure that touches nothing adds to each 1080p picture, over `identity` in its place.
struct Effect {
  private static let frames = 50_000

  func rows(pairs: Int) async throws -> [Row] {
    let pairs = try await alternatingPairs(pairs) {
      try await microseconds(of: effect)
    } _: {
      try await microseconds(of: identity)
    }
    return [
      Row("Swift effect, over identity, a 1080p picture", pairs.map { $0.first - $0.second }, unit: "µs", target: 5)
    ]
  }

  private func microseconds(of graph: Graph) async throws -> Double {
    try await graph.run().elapsed / .microseconds(1) / Double(Self.frames)
  }

  private var effect: Graph {
    var graph = Graph()
    let source = graph.add("source", Self.source)
    let effect = graph.add("effect", VideoEffect("untouched") { _ in })
    let sink = graph.add("sink", Null())
    graph.connect(source.output, to: effect.input)
    graph.connect(effect.output, to: sink.input)
    return graph
  }

  private var identity: Graph {
    var graph = Graph()
    let source = graph.add("source", Self.source)
    let identity = graph.add(
      "identity",
      GstElement {
        $0.element = "identity"
        $0.type = .rawVideo
      })
    let sink = graph.add("sink", Null())
    graph.connect(source.output, to: identity.port(in: "in", as: RawVideo.self))
    graph.connect(identity.port(out: "out", as: RawVideo.self), to: sink.input)
    return graph
  }

  /// Draws nothing: pictures come from a pool and go back to it.
  private static var source: VideoSource {
    VideoSource("blank", size: PixelSize(width: 1920, height: 1080), frameRate: FrameRate()) { _, number in
      number < frames
    }
  }
}
