import CoreMedia
import MediaEngine
import MediaGraph
import Synchronization
import Testing

/// video.composite: each frame is at its layer's place.
@Suite struct VideoCompositeTests {
  /// Returns the luma at some points of the first frame.
  private static func luma(
    at points: [(Int, Int)], of graph: Graph, reading output: Output<RawVideo>
  ) async throws -> (size: PixelSize, luma: [UInt8], count: Int) {
    var graph = graph
    let seen = Mutex<(PixelSize, [UInt8], Int)?>(nil)
    let sink = VideoSink("look", formats: [.i420]) { frame in
      let values = frame.withPlane(0) { plane in points.map { plane[byte: $0.0, row: $0.1] } }
      let size = PixelSize(width: frame.width, height: frame.height)
      seen.withLock { $0 = ($0?.0 ?? size, $0?.1 ?? values, ($0?.2 ?? 0) + 1) }
    }
    graph.connect(output, to: graph.add("look", sink).input)
    _ = try await graph.run(options: .testing)
    let result = try #require(seen.withLock { $0 })
    return (result.0, result.1, result.2)
  }

  private static func white(_ graph: inout Graph, _ name: String, _ level: UInt8, _ width: Int, _ height: Int) throws
    -> Output<RawVideo>
  {
    let rate = try #require(FrameRate(25))
    return graph.add(
      name,
      VideoSource(name, base: level, count: 4, size: PixelSize(width: width, height: height), frameRate: rate)
    ).output
  }

  @Test func layersLieWhereTheySay_laterOnesOnTop() async throws {
    var graph = Graph()
    let back = try Self.white(&graph, "back", 50, 160, 90)
    let front = try Self.white(&graph, "front", 200, 160, 90)
    let composite = graph.add(
      "composite",
      VideoComposite {
        $0.layers = [
          .init(),
          .with {
            $0.x = 80; $0.y = 40; $0.width = 40
          },
        ]
      })
    graph.connect(back, to: composite.input)
    graph.connect(front, to: composite.input)
    // 40 wide, so 22.5 and then 23 high: rows 40 to 62.
    let points = [(79, 50), (80, 50), (119, 50), (120, 50), (100, 39), (100, 41), (100, 60), (100, 64)]
    let seen = try await Self.luma(at: points, of: graph, reading: composite.output)
    #expect(seen.size == PixelSize(width: 160, height: 90))
    #expect(seen.luma == [50, 200, 200, 50, 50, 200, 200, 50])
    #expect(seen.count == 4)
  }

  @Test func layers_areDrawnByOrderAndAlpha() async throws {
    var graph = Graph()
    let first = try Self.white(&graph, "first", 100, 64, 64)
    let second = try Self.white(&graph, "second", 200, 32, 32)
    let third = try Self.white(&graph, "third", 40, 64, 16)
    let composite = graph.add(
      "composite",
      VideoComposite {
        $0.layers = [
          .with {
            $0.order = 1; $0.alpha = 0.5
          }, .with { $0.order = 2 },
        ]
        $0.size = PixelSize(width: 96, height: 64)
        $0.background = .white
      })
    for input in [first, second, third] { graph.connect(input, to: composite.input) }
    // On top: second; below it first, half transparent, over white and over third.
    let seen = try await Self.luma(at: [(10, 10), (50, 40), (50, 5), (80, 40)], of: graph, reading: composite.output)
    #expect(seen.size == PixelSize(width: 96, height: 64))
    #expect(seen.luma[0] == 200)
    #expect(abs(Int(seen.luma[1]) - 168) <= 2)
    #expect(abs(Int(seen.luma[2]) - 70) <= 2)
    #expect(seen.luma[3] >= 234)
  }

  @Test func contain_keepsTheAspectRatio() async throws {
    var graph = Graph()
    let wide = try Self.white(&graph, "wide", 200, 80, 20)
    let composite = graph.add(
      "composite",
      VideoComposite {
        $0.size = PixelSize(width: 40, height: 40)
        $0.layers = [
          .with {
            $0.width = 40; $0.height = 40; $0.fit = .contain
          }
        ]
      })
    graph.connect(wide, to: composite.input)
    let seen = try await Self.luma(at: [(20, 5), (20, 20), (20, 35)], of: graph, reading: composite.output)
    #expect(seen.luma == [16, 200, 16])
  }

  @Test func layersAreWrittenAsMaps_andReadBack() throws {
    let nodes = """
      tone: { use: test.video }
      pip:  { use: video.composite, in: [tone, tone], with: { layers: [{}, { x: 20, alpha: 0.50, fit: contain }], background: white } }
      null: { use: null, in: pip }
      """
    let graph = try Graph(nodes: nodes)
    let (checked, more) = GraphChecker().check(graph)
    #expect(more == [])
    let yaml = try checked.yaml()
    #expect(yaml.contains("layers: [{}, { x: 20, fit: contain, alpha: 0.5 }]"), "\(yaml)")
    #expect(GraphChecker().check(DescriptionLoader().load(text: yaml, path: "again.yaml").graph).graph == checked)
  }

  @Test func badFieldsOfLayers_areNamed() throws {
    let text = """
      format: 1
      nodes:
        tone: { use: test.video }
        a: { use: video.composite, in: tone, with: { layers: [{ alfa: 0.5 }] } }
        b: { use: video.composite, in: tone, with: { layers: [{ alpha: 1.5 }] } }
        c: { use: video.composite, in: tone, with: { layers: [left] } }
        null: { use: null, in: a }
      """
    let (graph, _) = DescriptionLoader().load(text: text, path: "test.yaml")
    let messages = GraphChecker().check(graph).problems.map(\.message)
    #expect(messages.contains("layers has an unknown field 'alfa'"))
    #expect(messages.contains("alpha must be from 0 to 1"))
    #expect(messages.contains("layers must be a layer"), "\(messages)")
  }
}

extension VideoComposite.Layer {
  fileprivate static func with(_ configure: (inout Self) -> Void) -> Self {
    var layer = Self()
    configure(&layer)
    return layer
  }
}
