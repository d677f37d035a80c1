import CoreMedia
import MediaEngine
import MediaGraph
import Testing

/// audio.mix and audio.tempo: every sample is at its place.
@Suite struct AudioMixTests {
  @Test func gainsMultiplyEachInput_andNothingIsClipped() async throws {
    var graph = Graph()
    let samples = Samples()
    let (a, b, c) = (Array(repeating: Float(0.9), count: 3000), (0..<5000).map { Float($0) / 5000 }, [Float(1)])
    let mix = graph.add("mix", AudioMix { $0.gains = [Gain(factor: 2), Gain(factor: 0.5)] })
    graph.connect(graph.add("a", AudioSource("a", samples: a)).output, to: mix.input)
    graph.connect(graph.add("b", AudioSource("b", samples: b)).output, to: mix.input)
    graph.connect(graph.add("c", AudioSource("c", samples: c)).output, to: mix.input)
    graph.connect(mix.output, to: graph.add("listen", samples.sink()).input)
    _ = try await graph.run(options: .testing)
    let expected: [Float] = (0..<5000).map { i in
      var sum: Float = i < 3000 ? 1.8 : 0
      sum += 0.5 * b[i]
      return i == 0 ? sum + 1 : sum
    }
    #expect(samples.first == expected)
    #expect(samples.first.max()! > 2)
  }

  @Test func moreGainsThanInputs_isAnErrorOfTheCheck() throws {
    let text = """
      format: 1
      nodes:
        tone: { use: test.audio }
        mix:  { use: audio.mix, in: tone, with: { gains: [1, -6dB] } }
        null: { use: null, in: mix }
      """
    let (graph, _) = DescriptionLoader().load(text: text, path: "test.yaml")
    let problems = try EngineCheck().problems(of: GraphChecker().check(graph).graph)
    #expect(
      Diagnostics(problems).description == """
        error: 'mix' has more gains than inputs
         --> test.yaml:4:52
          |
        4 |   mix:  { use: audio.mix, in: tone, with: { gains: [1, -6dB] } }
          |                                                    ^ 2 gains for 1 input
          |
          = help: each gain belongs to one input, in their order
        """)
  }

  /// Returns the upward zero crossings of a tone of 440 Hz in a second, away from the ends.
  private static func pitch(_ samples: [Float], rate: Int) -> Double {
    let middle = Array(samples[(samples.count / 4)..<(samples.count * 3 / 4)])
    let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return Double(crossings) * Double(rate) / Double(middle.count)
  }

  @Test(arguments: AudioTempo.Pitch.allCases, [0.5, 0.8, 1, 1.5, 3])
  func tempo_dividesTheLengthToTheSample(pitch: AudioTempo.Pitch, speed: Double) async throws {
    var graph = Graph()
    let samples = Samples()
    let source = graph.add(
      "source",
      TestAudio {
        $0.duration = .seconds(2); $0.channels = 1
      })
    let tempo = graph.add(
      "tempo",
      AudioTempo {
        $0.pitch = pitch; $0.speed = speed
      })
    graph.connect(source.output, to: tempo.input)
    graph.connect(tempo.output, to: graph.add("listen", samples.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(samples.first.count == Int((96000 / speed).rounded()))
    #expect(samples.recording.start == 0 && samples.recording.jumps == 0)
    let heard = Self.pitch(samples.first, rate: 48000)
    #expect(abs(heard - (pitch == .varispeed ? 440 * speed : 440)) < 440 * 0.02, "\(heard) Hz")
  }
}
