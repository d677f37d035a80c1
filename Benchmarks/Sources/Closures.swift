import CoreMedia
import MediaEngine
import MediaGraph

/// The cost of each kind of closure that does nothing: for a 1080p frame, or for a block of 1,024 stereo samples.
///
/// Frames come from pools and are not drawn, so that the way to Swift and back is measured, and the overhead of the
/// kind of element: a queue's wake-up for each of several inputs.
struct Closures {
  private static let pictures = 10_000
  private static let blocks = 50_000
  private static let size = PixelSize(width: 1920, height: 1080)

  func rows(pairs: Int) async throws -> [Row] {
    let source = { try await microseconds(Self.pictures) { Self.end(&$0, $0.add("source", Self.source("a")).output) } }
    var rows = [
      Row("Swift source of 1080p pictures, a picture", try await measure(pairs, source), unit: "µs", target: 5)
    ]
    rows += [
      Row(
        "Swift effect, over identity, a 1080p picture",
        try await added(pairs, { try await microseconds(Self.pictures, Self.effect) }) {
          try await microseconds(Self.pictures, Self.identity)
        }, unit: "µs", target: 5),
      Row(
        "Swift sink, over null, a 1080p picture",
        try await added(pairs, { try await microseconds(Self.pictures, Self.sink) }, source), unit: "µs", target: 5),
      Row(
        "Swift transform, 1080p to 540p, over none",
        try await added(pairs, { try await microseconds(Self.pictures, Self.transform) }, source), unit: "µs",
        target: 20),
    ]
    for count in [1, 2, 4] {
      let values = try await measure(pairs) {
        try await microseconds(Self.pictures) { Self.composite(&$0, count) }
      }
      rows.append(Row("Swift compositor of \(count), a 1080p picture", values, unit: "µs"))
    }
    rows.append(
      Row(
        "Swift audio effect, over identity, a block",
        try await added(pairs, { try await microseconds(Self.blocks, Self.audioEffect) }) {
          try await microseconds(Self.blocks, Self.audioIdentity)
        }, unit: "µs", target: 5))
    for count in [2, 4] {
      let values = try await measure(pairs) { try await microseconds(Self.blocks) { Self.mix(&$0, count) } }
      rows.append(Row("Swift mixer of \(count), a block", values, unit: "µs"))
    }
    return rows
  }

  // MARK: Measuring

  private func measure(_ count: Int, _ body: () async throws -> Double) async throws -> [Double] {
    _ = try await body()
    var values: [Double] = []
    for _ in 0..<count { values.append(try await body()) }
    return values
  }

  /// Returns the extra time of one graph over another.
  private func added(
    _ pairs: Int, _ one: () async throws -> Double, _ other: () async throws -> Double
  ) async throws -> [Double] {
    try await alternatingPairs(pairs, one, other).map { $0.first - $0.second }
  }

  private func microseconds(_ count: Int, _ build: (inout Graph) -> Void) async throws -> Double {
    var graph = Graph()
    build(&graph)
    return try await graph.run().elapsed / .microseconds(1) / Double(count)
  }

  // MARK: Video

  /// Draws nothing: frames come from a pool and return to it.
  private static func source(_ name: String) -> VideoSource {
    VideoSource(name, size: size, frameRate: FrameRate()) { _, number in number < pictures }
  }

  private static func end(_ graph: inout Graph, _ output: Output<RawVideo>) {
    graph.connect(output, to: graph.add("null", Null()).input)
  }

  private static func effect(_ graph: inout Graph) {
    let effect = graph.add("effect", VideoEffect("untouched") { _ in })
    graph.connect(graph.add("source", source("a")).output, to: effect.input)
    end(&graph, effect.output)
  }

  private static func identity(_ graph: inout Graph) {
    let identity = graph.add("identity", gst("identity", .rawVideo))
    graph.connect(graph.add("source", source("a")).output, to: identity.port(in: "in", as: RawVideo.self))
    end(&graph, identity.port(out: "out", as: RawVideo.self))
  }

  private static func sink(_ graph: inout Graph) {
    let sink = graph.add("sink", VideoSink("untouched") { _ in })
    graph.connect(graph.add("source", source("a")).output, to: sink.input)
  }

  private static func transform(_ graph: inout Graph) {
    let half = graph.add(
      "half",
      Transform("half", from: .frames([.i420]), to: .frames(.i420)) { frame, output in
        try output.draw(
          width: frame.width / 2, height: frame.height / 2, at: frame.presentationTime, duration: frame.duration
        ) { _ in }
      })
    graph.connect(graph.add("source", source("a")).output, to: half.input)
    end(&graph, half.output)
  }

  private static func composite(_ graph: inout Graph, _ count: Int) {
    let compositor = graph.add("compositor", VideoCompositor("untouched", formats: [.i420]) { _, _ in })
    for number in 0..<count {
      graph.connect(graph.add("source\(number)", source("s\(number)")).output, to: compositor.input)
    }
    end(&graph, compositor.output)
  }

  // MARK: Audio

  private static func tone(_ name: String) -> AudioSource {
    let end = CMTime(value: Int64(blocks) * 1024, timescale: 48000)
    return AudioSource(name) { block in block.presentationTime < end ? block.frameCount : 0 }
  }

  private static func end(_ graph: inout Graph, _ output: Output<RawAudio>) {
    graph.connect(output, to: graph.add("null", Null()).input)
  }

  private static func audioEffect(_ graph: inout Graph) {
    let effect = graph.add("effect", AudioEffect("untouched") { _ in })
    graph.connect(graph.add("tone", tone("a")).output, to: effect.input)
    end(&graph, effect.output)
  }

  private static func audioIdentity(_ graph: inout Graph) {
    let identity = graph.add("identity", gst("identity", .rawAudio))
    graph.connect(graph.add("tone", tone("a")).output, to: identity.port(in: "in", as: RawAudio.self))
    end(&graph, identity.port(out: "out", as: RawAudio.self))
  }

  private static func mix(_ graph: inout Graph, _ count: Int) {
    let mixer = graph.add("mixer", AudioMixer("untouched") { _, _ in })
    for number in 0..<count { graph.connect(graph.add("tone\(number)", tone("t\(number)")).output, to: mixer.input) }
    end(&graph, mixer.output)
  }

  private static func gst(_ element: String, _ type: PortType) -> GstElement {
    GstElement {
      $0.element = element
      $0.type = type
    }
  }
}
