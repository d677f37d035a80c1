/// The files of a new plugin: PLUGIN is its name, TYPE its node's type, WORD its name in files.
enum PluginTexts {
  static let manifest = """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "PLUGIN",
      // Reel loads the plugin while it runs: a dynamic library.
      products: [.library(name: "PLUGIN", type: .dynamic, targets: ["PLUGIN"])],
      dependencies: [DEPENDENCY],
      targets: [
        .target(name: "PLUGIN", dependencies: [.product(name: "Reel", package: "IDENTITY")]),
        .testTarget(name: "PLUGINTests", dependencies: ["PLUGIN"]),
      ],
      swiftLanguageModes: [.v6]
    )

    """

  static let readme = """
    # PLUGIN

    A plugin for Reel: the node `TYPE` SUMMARY.

    ```console
    $ swift build
    $ reel nodes TYPE --plugin-path .build/debug
    $ reel run Pipelines/WORD.yaml --plugin-path .build/debug --set output=WORD.mp4
    $ swift test
    ```

    Sources/PLUGIN/PLUGIN.swift has all of it: the node's declaration, from which help, checks and files derive, the code that
    does the work, and the entry point that Reel calls. `swift build -c release` makes a plugin that is as fast as it can be.

    """

  static let videoPipeline = """
    # A test picture through TYPE.
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
      source: { use: test.video, with: { size: 640x360, duration: $duration } }
      effect: { use: TYPE, in: source, with: { amount: $amount } }
      h264:   { use: video.encode.h264, in: effect }
      mp4:    { use: mux.mp4, in: h264 }
      file:   { use: file.write, in: mp4, with: { url: $output } }

    """

  static let audioPipeline = """
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

  static let videoEffect = """
    import MediaEngine
    import MediaGraph

    /// Fades pictures to black.
    public struct PLUGIN: ClosureNode {
      public static let type: NodeType = "TYPE"
      public static let summary = "Fades pictures to black."

      @Port(in: "in", "The pictures.") public var input: Input<RawVideo>
      @Port(out: "out", "The darker pictures.") public var output: Output<RawVideo>
      @Parameter("How dark the pictures get; 1 is black.", in: 0...1) public var amount = 0.5

      public init() {}

      /// Called for each run; the closure in it, for each picture, in one of these formats.
      public func makeClosure() -> VideoEffect {
        VideoEffect(formats: [.i420, .nv12]) { [factor = 1 - amount] frame in
          // The first plane is luma.
          let black = frame.color.range == .full ? 0.0 : 16.0
          frame.withMutablePlane(0) { luma in
            for y in 0..<luma.height {
              luma.withRow(y) { row in
                for x in row.indices { row[x] = UInt8(black + max(0, Double(row[x]) - black) * factor) }
              }
            }
          }
        }
      }
    }

    @_cdecl("reel_plugin_register")
    public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
      PluginHost.register(host: host, abi: abi) { registry in try registry.register(PLUGIN.self) }
    }

    """

  static let videoEffectTest = """
    import MediaEngine
    import MediaGraph
    import Synchronization
    import Testing

    @testable import PLUGIN

    @Suite struct PLUGINTests {
      /// The brightest luma in the pictures that come out.
      private func brightest(_ amount: Double) async throws -> UInt8 {
        let brightest = Mutex<UInt8>(0)
        var graph = Graph()
        let source = graph.add("source", TestVideo { $0.size = PixelSize(width: 64, height: 48); $0.duration = .frames(3); $0.pattern = .white })
        let effect = graph.add("effect", PLUGIN { $0.amount = amount })
        let look = graph.add("look", VideoEffect("look", formats: [.i420]) { frame in
          frame.withMutablePlane(0) { luma in
            for y in 0..<luma.height {
              luma.withRow(y) { row in brightest.withLock { $0 = max($0, row.max() ?? 0) } }
            }
          }
        })
        graph.connect(source.output, to: effect.input)
        graph.connect(effect.output, to: look.input)
        graph.connect(look.output, to: graph.add("end", Null()).input)
        let result = try await graph.run()
        #expect(result.nodes.last?.inputs.first?.buffers == 3)
        return brightest.withLock { $0 }
      }

      @Test func nothing_changesNothing() async throws {
        #expect(try await brightest(0) == 235)
      }

      @Test func all_isBlack() async throws {
        #expect(try await brightest(1) == 16)
      }
    }

    """

  static let audioEffect = """
    import MediaEngine
    import MediaGraph

    /// Fades sound to silence.
    public struct PLUGIN: ClosureNode {
      public static let type: NodeType = "TYPE"
      public static let summary = "Fades sound to silence."

      @Port(in: "in", "The sound.") public var input: Input<RawAudio>
      @Port(out: "out", "The softer sound.") public var output: Output<RawAudio>
      @Parameter("How soft the sound gets; 1 is silence.", in: 0...1) public var amount = 0.5

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

    @_cdecl("reel_plugin_register")
    public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
      PluginHost.register(host: host, abi: abi) { registry in try registry.register(PLUGIN.self) }
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
        let source = graph.add("source", TestAudio { $0.duration = .milliseconds(500); $0.volume = 0.5 })
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
}
