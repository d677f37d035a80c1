import GStreamerTesting
import MediaGraph
import Testing

@testable import MediaEngine

@Suite struct AudioTempoTests {
  /// The output lasts exactly as long as the input divided by the speed, though strides are longer than that.
  @Test(arguments: [(96_000, "3.9"), (44_100, "3"), (48_000, "4"), (48_000, "0.5"), (8_000, "3.3")])
  func timeDomain_isExactlyAsLongAsTheSpeedSays(rate: Int, speed: String) async throws {
    var graph = Graph()
    let audio = RecordedAudio()
    let source = graph.add(
      "source",
      TestAudio {
        $0.rate = rate; $0.duration = .rational(25, 12); $0.channels = 1
      })
    let factor = try #require(Double(speed))
    let tempo = graph.add(
      "tempo",
      AudioTempo {
        $0.pitch = .timeDomain; $0.speed = factor
      })
    graph.connect(source.output, to: tempo.input)
    graph.connect(tempo.output, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    let frames = (Double(rate) * 25 / 12).rounded()
    #expect(audio.total.frames == Int((frames / factor).rounded()))
  }
}
