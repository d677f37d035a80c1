import MediaGraph
import Synchronization
import Testing

@testable import MediaEngine

/// Threads of GStreamer's pool, which serve one pipeline after another.
@Suite struct StreamingThreadTests {
  private func run(_ pipeline: (inout Graph) -> Output<RawAudio>) async throws {
    var graph = Graph()
    let output = pipeline(&graph)
    graph.connect(output, to: graph.add("null", Null()).input)
    _ = try await graph.run(options: .testing)
  }

  @inline(never) private static func quotient(_ number: Double, _ divisor: Double) -> Double { number / divisor }

  /// Audio kernels turn subnormal numbers to zero on their thread from then on.
  @Test func audio_isComputedAlikeWhateverTheThreadDidBefore() async throws {
    let flushed = Mutex<[Bool]>([])
    for _ in 0..<8 {
      try await run { graph in
        let tone = graph.add("tone", TestAudio { $0.duration = .milliseconds(200) })
        let converted = graph.add(
          "convert",
          AudioConvert {
            $0.format = .f64
            $0.channels = 2
          })
        graph.connect(tone.output, to: converted.input)
        return converted.output
      }
      try await run { graph in
        let blocks = Atomic<Int>(0)
        return graph.add(
          "tone",
          AudioSource("tone") { block in
            flushed.withLock { $0.append(Self.quotient(.leastNormalMagnitude, 2) == 0) }
            return blocks.add(1, ordering: .relaxed).newValue < 3 ? block.frameCount : 0
          }
        ).output
      }
    }
    #expect(flushed.withLock { $0.count } == 24)
    #expect(!flushed.withLock { $0.contains(true) })
  }
}
