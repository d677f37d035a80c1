/// The files of a plugin whose node mixes several audio streams.
extension PluginTexts {
  static let mixerNode = """
    import MediaEngine
    import MediaGraph

    /// Mixes sound: the first as it is, all others softer.
    public struct PLUGIN: ClosureNode {
      public static let type: NodeType = "TYPE"
      public static let summary = "Mixes sound: the first as it is, all others softer."

      @Port(in: "in", "The sounds; the first one is the loudest.", repeats: true) public var input: Input<RawAudio>
      @Port(out: "out", "All of them together.") public var output: Output<RawAudio>
      @Parameter("The gain of the others; 0 is silence.", in: 0...1) public var others = 0.25

      public init() {}

      /// Called for each run; the closure in it, for each block of the output, which is silent when it comes. The blocks of the
      /// inputs are of the same stretch of time, at the same rate, with as many channels.
      public func makeClosure() -> AudioMixer {
        AudioMixer(formats: [.f32]) { [others = Float(others)] inputs, output in
          for index in 0..<inputs.count {
            let factor: Float = index == 0 ? 1 : others
            inputs.withBlock(index) { block in
              block.withSamples(as: Float.self) { from in
                output.withMutableSamples(as: Float.self) { to in
                  for sample in to.indices { to[sample] += factor * from[sample] }
                }
              }
            }
          }
        }
      }
    }

    """

  static let mixerTest = """
    import MediaEngine
    import MediaGraph
    import Synchronization
    import Testing

    @testable import PLUGIN

    @Suite struct PLUGINTests {
      /// Sound of one level, a second long.
      private func level(_ name: String, _ level: Float) -> AudioSource {
        AudioSource(name, channels: 1) { block in
          let count = min(block.frameCount, 48000 - Int(block.samplePosition ?? 0))
          block.withMutableSamples(as: Float.self) { samples in
            for index in 0..<max(0, count) { samples[index] = level }
          }
          return max(0, count)
        }
      }

      @Test func allButTheFirst_areSofter() async throws {
        let heard = Mutex<(count: Int, levels: Set<Float>)>((0, []))
        var graph = Graph()
        let mix = graph.add("mix", PLUGIN { $0.others = 0.5 })
        for (name, value) in [("first", Float(0.5)), ("second", 0.25), ("third", 0.125)] {
          graph.connect(graph.add(name, level(name, value)).output, to: mix.input)
        }
        let listen = graph.add("listen", AudioSink("listen") { block in
          block.withSamples(as: Float.self) { samples in
            for index in samples.indices {
              heard.withLock {
                $0.count += 1
                $0.levels.insert(samples[index])
              }
            }
          }
        })
        graph.connect(mix.output, to: listen.input)
        _ = try await graph.run()
        let (count, levels) = heard.withLock { $0 }
        #expect(count == 48000)
        #expect(Array(levels) == [0.5 + 0.125 + 0.0625] as [Float])
      }
    }

    """

  static let mixerPipeline = """
    # Two tones through TYPE.
    #
    #   reel run Pipelines/WORD.yaml --plugin-path .build/debug --set output=WORD.mp4
    format: 1
    name: WORD

    plugins: [PLUGIN]

    parameters:
      output:   { type: url, required: true }
      duration: { type: time, default: 3s }
      others:   { type: number, default: 0.25, minimum: 0, maximum: 1 }

    nodes:
      low:  { use: test.audio, with: { duration: $duration, frequency: 220 } }
      high: { use: test.audio, with: { duration: $duration, frequency: 660 } }
      mix:  { use: TYPE, in: [low, high], with: { others: $others } }
      aac:  { use: audio.encode.aac, in: mix }
      mp4:  { use: mux.mp4, in: aac }
      file: { use: file.write, in: mp4, with: { url: $output } }

    """
}
