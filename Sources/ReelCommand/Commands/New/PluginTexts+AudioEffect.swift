/// The files of a plugin whose node processes audio.
extension PluginTexts {
  static let audioEffectNode = """
    import MediaEngine
    import MediaGraph

    /// Fades sound to silence.
    public struct PLUGIN: ClosureNode {
      public static let type: NodeType = "TYPE"
      public static let summary = "Fades sound to silence."

      @Port(in: "in", "The sound.") public var input: Input<RawAudio>
      @Port(out: "out", "The softer sound.") public var output: Output<RawAudio>
      @Parameter("The attenuation; 1 is silence.", in: 0...1) public var amount = 0.5

      public init() {}

      /// Called for each run; the closure in it, for each block of interleaved samples.
      public func makeClosure() -> AudioEffect {
        AudioEffect(formats: [.f32]) { [factor = Float(1 - amount)] block in
          block.withMutableSamples(as: Float.self) { samples in
            for index in samples.indices { samples[index] *= factor }
          }
        }
      }
    }

    """

  static let audioEffectTest = """
    import MediaEngine
    import MediaGraph
    import Synchronization
    import Testing

    @testable import PLUGIN

    @Suite struct PLUGINTests {
      /// The loudest sample that comes out of a tone at half of full scale.
      private func loudest(_ amount: Double) async throws -> Float {
        let loudest = Mutex<Float>(0)
        var graph = Graph()
        let source = graph.add(
          "source",
          TestAudio {
            $0.duration = .milliseconds(500)
            $0.volume = 0.5
          })
        let effect = graph.add("effect", PLUGIN { $0.amount = amount })
        let look = graph.add("look", AudioEffect("look", formats: [.f32]) { block in
          block.withSamples(as: Float.self) { samples in
            for index in samples.indices { loudest.withLock { $0 = max($0, abs(samples[index])) } }
          }
        })
        graph.connect(source.output, to: effect.input)
        graph.connect(effect.output, to: look.input)
        graph.connect(look.output, to: graph.add("end", Null()).input)
        _ = try await graph.run()
        return loudest.withLock { $0 }
      }

      @Test func nothing_changesNothing() async throws {
        #expect(abs(try await loudest(0) - 0.5) < 0.01)
      }

      @Test func all_isSilence() async throws {
        #expect(try await loudest(1) == 0)
      }
    }

    """

  static let audioEffectPipeline = """
    # A test tone through TYPE.
    #
    #   reel run Pipelines/WORD.yaml --plugin-path .build/debug --set output=WORD.mp4
    format: 1
    name: WORD

    plugins: [PLUGIN]

    parameters:
      output:   { type: url, required: true }
      duration: { type: time, default: 3s }
      amount:   { type: number, default: 0.5, minimum: 0, maximum: 1 }

    nodes:
      source: { use: test.audio, with: { duration: $duration } }
      effect: { use: TYPE, in: source, with: { amount: $amount } }
      aac:    { use: audio.encode.aac, in: effect }
      mp4:    { use: mux.mp4, in: aac }
      file:   { use: file.write, in: mp4, with: { url: $output } }

    """
}
