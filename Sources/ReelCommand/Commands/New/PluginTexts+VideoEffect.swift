/// The files of a plugin whose node processes video.
extension PluginTexts {
  static let videoEffectNode = """
    import MediaEngine
    import MediaGraph

    /// Fades pictures to black.
    public struct PLUGIN: ClosureNode {
      public static let type: NodeType = "TYPE"
      public static let summary = "Fades pictures to black."

      @Port(in: "in", "The pictures.") public var input: Input<RawVideo>
      @Port(out: "out", "The darker pictures.") public var output: Output<RawVideo>
      @Parameter("The darkness of frames; 1 is black.", in: 0...1) public var amount = 0.5

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
        let source = graph.add(
          "source",
          TestVideo {
            $0.size = PixelSize(width: 64, height: 48)
            $0.duration = .frames(3)
            $0.pattern = .white
          })
        let effect = graph.add("effect", PLUGIN { $0.amount = amount })
        let look = graph.add("look", VideoEffect("look", formats: [.i420]) { frame in
          frame.withMutablePlane(0) { luma in
            for y in 0..<luma.height {
              luma.withRow(y) { row in
                for x in row.indices { brightest.withLock { $0 = max($0, row[x]) } }
              }
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

  static let videoEffectPipeline = """
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
}
