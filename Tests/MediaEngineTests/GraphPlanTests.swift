import MediaEngine
import MediaGraph
import Testing

/// A graph's plan, compared with its run.
@Suite struct GraphPlanTests {
  private func graph(_ path: String) -> Graph {
    var graph = Graph()
    let video = graph.add(
      "v",
      TestVideo {
        $0.size = PixelSize(width: 64, height: 48)
        $0.duration = .frames(5)
      })
    let audio = graph.add("a", TestAudio { $0.duration = .milliseconds(200) })
    let export = graph.add("x", ExportPreset { $0.preset = .low })
    graph.connect(video.output, to: export.video)
    graph.connect(audio.output, to: export.audio)
    graph.connect(export.movie, to: graph.add("f", FileWrite { $0.url = Location(path) }).input)
    return graph
  }

  @Test func plannedElements_areThoseThatRun() async throws {
    let folder = try TemporaryFolder()
    let graph = graph(folder.file("x.mp4"))
    let plan = try GraphPlan(GraphChecker().check(graph).graph)
    let result = try await graph.run()
    #expect(plan.nodes.map(\.node.name) == result.nodes.map(\.name))
    for (planned, done) in zip(plan.nodes, result.nodes) {
      #expect(planned.elements.map(\.factory).sorted() == done.elements.sorted(), "\(done.name)")
    }
    // In the order of the data flow, whatever the order of their creation.
    #expect(plan.nodes.first { $0.node.name == "x/mp4" }?.elements.map(\.factory) == ["queue", "queue", "swift"])
  }

  @Test func properties_areThoseThatWereSet() throws {
    let plan = try GraphPlan(GraphChecker().check(graph("x.mp4")).graph)
    let encoder = try #require(plan.nodes.first { $0.node.name == "x/h264" })
    let x264 = try #require(encoder.elements.first { $0.factory == "x264enc" })
    #expect(x264.properties.contains { $0.name == "bitrate" && $0.value == "128" })
    #expect(!x264.properties.contains { $0.name == "qos" || $0.name == "name" })
    #expect(encoder.choices.map(\.role) == ["H.264 encoder"])
    #expect(encoder.choices.first?.chosen == "x264enc")
    #expect(encoder.choices.first?.candidates.map(\.factory) == ["x264enc", "openh264enc"])
  }
}
