/// The files of a plugin whose node generates video.
extension PluginTexts {
  static let videoSourceNode = """
    import MediaEngine
    import MediaGraph

    /// Draws bars that move to the left.
    public struct PLUGIN: ClosureNode {
      public static let type: NodeType = "TYPE"
      public static let summary = "Draws bars that move to the left."

      @Port(out: "out", "The pictures.") public var output: Output<RawVideo>
      @Parameter("Width and height.") public var size = PixelSize(width: 640, height: 360)
      @Parameter("Frames a second.") public var frameRate = FrameRate(30) ?? FrameRate()
      @Parameter("The number of frames.", in: 1...1_000_000) public var count = 90

      public init() {}

      /// Called for each run; the closure in it, for each picture: planes of luma and chroma, for the format is I420.
      public func makeClosure() -> VideoSource {
        VideoSource(size: size, frameRate: frameRate) { [count] frame, number in
          guard number < count else { return false }
          frame.withMutablePlane(0) { luma in
            for y in 0..<luma.height {
              luma.withRow(y) { row in
                for x in row.indices { row[x] = (x + number) % 64 < 32 ? 235 : 16 }
              }
            }
          }
          for plane in 1...2 {
            frame.withMutablePlane(plane) { chroma in
              for y in 0..<chroma.height {
                chroma.withRow(y) { row in
                  for x in row.indices { row[x] = 128 }
                }
              }
            }
          }
          return true
        }
      }
    }

    """

  static let videoSourceTest = """
    import MediaEngine
    import MediaGraph
    import Synchronization
    import Testing

    @testable import PLUGIN

    @Suite struct PLUGINTests {
      @Test func bars_moveByAPixelAFrame() async throws {
        let rows = Mutex<[[UInt8]]>([])
        var graph = Graph()
        let source = graph.add(
          "source",
          PLUGIN {
            $0.size = PixelSize(width: 128, height: 16)
            $0.count = 3
          })
        let look = graph.add("look", VideoEffect("look", formats: [.i420]) { frame in
          frame.withMutablePlane(0) { luma in
            luma.withRow(0) { row in
              var copy: [UInt8] = []
              for x in row.indices { copy.append(row[x]) }
              rows.withLock { $0.append(copy) }
            }
          }
        })
        graph.connect(source.output, to: look.input)
        graph.connect(look.output, to: graph.add("end", Null()).input)
        _ = try await graph.run()
        let seen = rows.withLock { $0 }
        #expect(seen.count == 3)
        #expect(Array(seen[0].prefix(33)) == Array(repeating: 235, count: 32) + [16])
        #expect(seen[1].dropLast() == seen[0].dropFirst())
        #expect(seen[2].dropLast() == seen[1].dropFirst())
      }
    }

    """

  static let videoSourcePipeline = """
    # What TYPE draws, as a movie.
    #
    #   reel run Pipelines/WORD.yaml --plugin-path .build/debug --set output=WORD.mp4
    format: 1
    name: WORD

    plugins: [PLUGIN]

    parameters:
      output: { type: url, required: true }
      count:  { type: int, default: 90, minimum: 1 }

    nodes:
      source: { use: TYPE, with: { count: $count } }
      h264:   { use: video.encode.h264, in: source }
      mp4:    { use: mux.mp4, in: h264 }
      file:   { use: file.write, in: mp4, with: { url: $output } }

    """
}
