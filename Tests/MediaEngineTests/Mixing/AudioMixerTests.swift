import GStreamerTesting
import CoreMedia
import MediaEngine
import MediaGraph
import Testing

/// Closures and nodes that mix several audio streams.
@Suite struct AudioMixerTests {
  /// A mixer that adds the inputs sample for sample.
  private static func sum(_ name: String = "sum") -> AudioMixer {
    AudioMixer(name) { inputs, output in
      for index in 0..<inputs.count {
        inputs.withBlock(index) { block in
          block.withSamples(as: Float.self) { from in
            output.withMutableSamples(as: Float.self) { to in for i in to.indices { to[i] += from[i] } }
          }
        }
      }
    }
  }

  private static func ramp(_ count: Int, step: Float = 1) -> [Float] { (0..<count).map { Float($0) * step } }

  @Test func inputsOfDifferentLength_addUpSampleBySample() async throws {
    var graph = Graph()
    let samples = Samples()
    let (long, short) = (Self.ramp(20000), Self.ramp(7777, step: -0.5))
    let mix = graph.add("sum", Self.sum())
    graph.connect(graph.add("long", AudioSource("long", samples: long)).output, to: mix.input)
    graph.connect(graph.add("short", AudioSource("short", samples: short)).output, to: mix.input)
    graph.connect(mix.output, to: graph.add("listen", samples.sink()).input)
    let result = try await graph.run(options: .testing)
    let expected = long.enumerated().map { $1 + ($0 < short.count ? short[$0] : 0) }
    #expect(samples.first == expected)
    #expect(samples.recording.start == 0 && samples.recording.jumps == 0)
    #expect(result.nodes.first { $0.name == "sum" }?.outputs.first?.samples == 20000)
  }

  @Test(arguments: [1, 12345, 44101, 100_003])
  func anInputThatBeginsLater_standsAtItsSample(offset: Int) async throws {
    var graph = Graph()
    let samples = Samples()
    let rate = 44100
    // The time stamp is rounded to nanoseconds; the sample's index has to be recovered.
    let nanoseconds = (offset * 1_000_000_000 + rate / 2) / rate
    let late = graph.add(
      "late",
      GstElement {
        $0.element = "audiotestsrc"
        $0.to = .rawAudio
        $0.properties = [
          "timestamp-offset": "\(nanoseconds)", "num-buffers": "3", "wave": "square", "volume": "1", "freq": "1",
          "samplesperbuffer": "1000",
        ]
      })
    let pin = graph.add(
      "pin",
      AudioConvert {
        $0.rate = rate; $0.channels = 1; $0.format = .f32
      })
    let quiet = AudioSource("quiet", samples: Array(repeating: 0.25, count: offset + 5000), rate: rate)
    let mix = graph.add("sum", Self.sum())
    graph.connect(late.port(out: "out", as: RawAudio.self), to: pin.input)
    graph.connect(pin.output, to: mix.input)
    graph.connect(graph.add("quiet", quiet).output, to: mix.input)
    graph.connect(mix.output, to: graph.add("listen", samples.sink()).input)
    _ = try await graph.run(options: .testing)
    let heard = samples.first
    #expect(heard.count == offset + 5000)
    #expect(heard.firstIndex { $0 > 1 } == offset)
    #expect(heard.lastIndex { $0 > 1 } == offset + 2999)
  }

  @Test func inputsOfOtherRatesAndChannels_areConvertedToTheRichest() async throws {
    var graph = Graph()
    let samples = Samples()
    let mono = AudioSource("mono", samples: Array(repeating: 0.5, count: 44100), rate: 44100)
    let stereo = AudioSource("stereo", samples: Array(repeating: 0.25, count: 48000), rate: 48000, channels: 2)
    let mix = graph.add("sum", Self.sum())
    graph.connect(graph.add("mono", mono).output, to: mix.input)
    graph.connect(graph.add("stereo", stereo).output, to: mix.input)
    graph.connect(mix.output, to: graph.add("listen", samples.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(samples.recording.rate == 48000)
    #expect(samples.recording.channels.map(\.count) == [48000, 48000])
    // Away from the resampler's ends.
    #expect(samples.recording.channels.allSatisfy { abs($0[24000] - 0.75) < 0.001 })
  }

  @Test func branchesOfOneSource_meetAgainSampleBySample() async throws {
    var graph = Graph()
    let samples = Samples()
    let source = graph.add("source", AudioSource("source", samples: Self.ramp(30000)))
    let volume = graph.add(
      "negate",
      AudioEffect("negate") { block in
        block.withMutableSamples(as: Float.self) { span in for i in span.indices { span[i] = -span[i] } }
      })
    let mix = graph.add("sum", Self.sum())
    graph.connect(source.output, to: mix.input)
    graph.connect(source.output, to: volume.input)
    graph.connect(volume.output, to: mix.input)
    graph.connect(mix.output, to: graph.add("listen", samples.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(samples.first == Array(repeating: 0, count: 30000))
  }

  @Test func oneInput_passesThrough() async throws {
    var graph = Graph()
    let samples = Samples()
    let mix = graph.add("sum", Self.sum())
    graph.connect(graph.add("one", AudioSource("one", samples: Self.ramp(5000))).output, to: mix.input)
    graph.connect(mix.output, to: graph.add("listen", samples.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(samples.first == Self.ramp(5000))
  }

  @Test func whatAClosureThrows_isTheCause() async throws {
    var graph = Graph()
    let bad = graph.add("bad", AudioMixer("bad") { _, _ in throw TestError(number: 9) })
    graph.connect(graph.add("one", AudioSource("one", samples: Self.ramp(5000))).output, to: bad.input)
    graph.connect(bad.output, to: graph.add("null", Null()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.first?.cause == "I refuse number 9")
  }

  /// A node as a plugin declares it: one input controls the other.
  struct Gate: ClosureNode {
    static let type: NodeType = "test.gate"
    static let summary = "Lets sound through where another is loud."

    @MediaGraph.Port(in: "sound", "The sound.") var audio: Input<RawAudio>
    @MediaGraph.Port(in: "key", "What opens the gate.") var key: Input<RawAudio>
    @MediaGraph.Port(out: "out", "The sound where the key is loud.") var output: Output<RawAudio>
    @Parameter("How loud the key has to be.", in: 0...1) var threshold = 0.5

    func makeClosure() -> AudioMixer {
      AudioMixer { [threshold = Float(threshold)] inputs, output in
        let (audio, key) = inputs.port(0) == "sound" ? (0, 1) : (1, 0)
        let open = inputs.withBlock(key) { block in
          block.withSamples(as: Float.self) { span in span.indices.map { span[$0] > threshold } }
        }
        inputs.withBlock(audio) { block in
          block.withSamples(as: Float.self) { from in
            output.withMutableSamples(as: Float.self) { to in
              for i in to.indices where open?[i] == true { to[i] = from[i] }
            }
          }
        }
      }
    }
  }

  @Test func aNodeTypeTellsItsPortsApart() async throws {
    var graph = Graph()
    let samples = Samples()
    let key: [Float] = (0..<4000).map { (1500..<2500).contains($0) ? 1 : 0 }
    let gate = graph.add("gate", Gate())
    graph.connect(graph.add("key", AudioSource("key", samples: key)).output, to: gate.key)
    graph.connect(graph.add("sound", AudioSource("sound", samples: Self.ramp(6000))).output, to: gate.audio)
    graph.connect(gate.output, to: graph.add("listen", samples.sink()).input)
    _ = try await graph.run(options: .testing)
    let expected: [Float] = (0..<6000).map { (1500..<2500).contains($0) ? Float($0) : 0 }
    #expect(samples.first == expected)
  }
}
