/// The files of a plugin whose node composites several video streams.
extension PluginTexts {
  static let compositorNode = """
    import MediaEngine
    import MediaGraph

    /// Shows a strip of each picture, one beside the other.
    public struct PLUGIN: ClosureNode {
      public static let type: NodeType = "TYPE"
      public static let summary = "Shows a strip of each picture, one beside the other."

      @Port(in: "in", "The pictures, from the left.", repeats: true) public var input: Input<RawVideo>
      @Port(out: "out", "The strips, as large as the largest picture.") public var output: Output<RawVideo>
      @Parameter("The width of the line between strips.", unit: "pixels", in: 0...64) public var gap = 4

      public init() {}

      /// Called for each run; the closure in it, for each picture of the output. Inputs are in this format too.
      public func makeClosure() -> VideoCompositor {
        VideoCompositor(formats: [.i420]) { [gap] inputs, output in
          // Black, in luma and both planes of chroma.
          for plane in 0..<3 { output.withMutablePlane(plane) { $0.fill(plane == 0 ? 16 : 128) } }
          let count = inputs.count
          for index in 0..<count {
            // Even edges, for chroma has half as many columns.
            let left = (output.width * index / count + (index == 0 ? 0 : gap)) & ~1
            let right = output.width * (index + 1) / count
            inputs.withFrame(index) { picture in
              for plane in 0..<3 {
                let shift = plane == 0 ? 0 : 1
                picture.withPlane(plane) { from in
                  output.withMutablePlane(plane) { to in
                    for y in 0..<min(from.height, to.height) {
                      from.withRow(y) { old in
                        to.withRow(y) { new in
                          let end = min(right >> shift, old.count, new.count)
                          for x in min(left >> shift, end)..<end { new[x] = old[x] }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }

    """

  static let compositorTest = """
    import MediaEngine
    import MediaGraph
    import Synchronization
    import Testing

    @testable import PLUGIN

    @Suite struct PLUGINTests {
      @Test func eachFrame_isSeenInItsStrip() async throws {
        let rows = Mutex<[[UInt8]]>([])
        var graph = Graph()
        let strips = graph.add("strips", PLUGIN { $0.gap = 2 })
        for pattern in [TestVideo.Pattern.white, .black, .white] {
          let source = graph.add(
            pattern == .black ? "black" : "white\\(graph.nodes.count)",
            TestVideo {
              $0.size = PixelSize(width: 60, height: 16)
              $0.duration = .frames(2)
              $0.pattern = pattern
            })
          graph.connect(source.output, to: strips.input)
        }
        let look = graph.add("look", VideoSink("look", formats: [.i420]) { frame in
          let row = frame.withPlane(0) { luma in
            luma.withRow(8) { row in
              var copy: [UInt8] = []
              for x in row.indices { copy.append(row[x]) }
              return copy
            }
          }
          rows.withLock { $0.append(row) }
        })
        graph.connect(strips.output, to: look.input)
        _ = try await graph.run()
        let seen = rows.withLock { $0 }
        #expect(seen.count == 2)
        let expected = Array(repeating: UInt8(235), count: 20) + Array(repeating: 16, count: 22)
          + Array(repeating: 235, count: 18)
        #expect(seen.first == expected)
      }
    }

    """

  static let compositorPipeline = """
    # Three test pictures through TYPE.
    #
    #   reel run Pipelines/WORD.yaml --plugin-path .build/debug --set output=WORD.mp4
    format: 1
    name: WORD

    plugins: [PLUGIN]

    parameters:
      output:   { type: url, required: true }
      duration: { type: time, default: 3s }

    nodes:
      bars:   { use: test.video, with: { size: 320x180, duration: $duration } }
      ball:   { use: test.video, with: { size: 320x180, duration: $duration, pattern: ball } }
      checks: { use: test.video, with: { size: 320x180, duration: $duration, pattern: checkers } }
      strips: { use: TYPE, in: [bars, ball, checks] }
      h264:   { use: video.encode.h264, in: strips }
      mp4:    { use: mux.mp4, in: h264 }
      file:   { use: file.write, in: mp4, with: { url: $output } }

    """
}
