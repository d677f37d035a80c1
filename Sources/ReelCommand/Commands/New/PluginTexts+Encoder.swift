/// The files of a plugin whose node encodes video.
extension PluginTexts {
  static let encoderNode = """
    import Foundation
    import MediaEngine
    import MediaGraph

    /// Encodes pictures as portable pixmaps (PPM), each by itself.
    public struct PLUGIN: ClosureNode {
      public static let type: NodeType = "TYPE"
      public static let summary = "Encodes pictures as portable pixmaps (PPM), each by itself."

      // Foundation has a Port and an Output of its own.
      @MediaGraph.Port(in: "in", "Pictures.") public var input: Input<RawVideo>
      @MediaGraph.Port(out: "out", "Coded pictures.") public var output: MediaGraph.Output<Coded<Video>>

      public init() {}

      /// Called for each run; the closure in it, for each picture. It may give any number of packets for each.
      public func makeClosure() -> Transform<RawVideo, Coded<Video>> {
        Transform(from: .frames([.rgb]), to: .packets("image/x-portable-pixmap")) { frame, output in
          var bytes = Data("P6\\n\\(frame.width) \\(frame.height)\\n255\\n".utf8)
          let rowLength = frame.width * 3
          frame.withPlane(0) { plane in
            for y in 0..<plane.height {
              plane.withRow(y) { row in
                // Rows may be longer in memory than in the picture.
                for x in 0..<min(rowLength, row.count) { bytes.append(row[x]) }
              }
            }
          }
          try output.send(DataPacket(bytes, at: frame.presentationTime, duration: frame.duration))
        }
      }
    }

    """

  static let encoderTest = """
    import Foundation
    import MediaEngine
    import MediaGraph
    import Synchronization
    import Testing

    @testable import PLUGIN

    @Suite struct PLUGINTests {
      /// An odd width: rows are longer in memory than in the picture.
      @Test func eachFrame_isAPixmap() async throws {
        let packets = Mutex<[Data]>([])
        var graph = Graph()
        let source = graph.add("source", VideoSource(
          "source", format: .rgb, size: PixelSize(width: 5, height: 3), frameRate: FrameRate(25) ?? FrameRate()
        ) { frame, number in
          frame.withMutablePlane(0) { plane in
            for y in 0..<plane.height {
              plane.withRow(y) { row in
                for x in row.indices { row[x] = UInt8(number * 100 + y * 15 + x) }
              }
            }
          }
          return number < 2
        })
        let encode = graph.add("encode", PLUGIN())
        let keep = graph.add("keep", DataSink<Coded<Video>>("keep") { block in
          let data = block.data
          packets.withLock { $0.append(data) }
        })
        graph.connect(source.output, to: encode.input)
        graph.connect(encode.output, to: keep.input)
        _ = try await graph.run()
        let expected = (0..<2).map { number in
          Data("P6\\n5 3\\n255\\n".utf8) + Data((0..<45).map { UInt8(number * 100 + $0) })
        }
        #expect(packets.withLock { $0 } == expected)
      }
    }

    """

  static let encoderPipeline = """
    # A test picture through TYPE; the file holds the pictures one behind the other.
    #
    #   reel run Pipelines/WORD.yaml --plugin-path .build/debug --set output=WORD.ppm
    #   ffplay -f ppm_pipe WORD.ppm
    format: 1
    name: WORD

    plugins: [PLUGIN]

    parameters:
      output: { type: url, required: true }
      count:  { type: int, default: 10, minimum: 1 }

    nodes:
      source: { use: test.video, with: { size: 320x180, duration: $(count)f } }
      coded:  { use: TYPE, in: source }
      bytes:  { use: gst, in: coded, with: { element: identity, from: video/coded, to: bytes } }
      file:   { use: file.write, in: bytes, with: { url: $output } }

    """
}
