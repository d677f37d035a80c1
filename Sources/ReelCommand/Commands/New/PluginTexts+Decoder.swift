/// The files of a plugin whose node decodes video.
extension PluginTexts {
  static let decoderNode = """
    import MediaEngine
    import MediaGraph

    /// Decodes portable pixmaps (PPM).
    public struct PLUGIN: ClosureNode {
      public static let type: NodeType = "TYPE"
      public static let summary = "Decodes portable pixmaps (PPM)."

      @Port(in: "in", "Coded pictures.") public var input: Input<Coded<Video>>
      @Port(out: "out", "Pictures.") public var output: Output<RawVideo>

      public init() {}

      /// Called for each run; the closure in it, for each packet. Packets may hold anything.
      public func makeClosure() -> Transform<Coded<Video>, RawVideo> {
        Transform(from: .packets("image/x-portable-pixmap"), to: .frames(.rgb)) { packet, output in
          let bytes = [UInt8](packet.data)
          let header = try Pixmap(bytes)
          try output.draw(
            width: header.width, height: header.height, at: packet.presentationTime, duration: packet.duration
          ) { frame in
            frame.withMutablePlane(0) { plane in
              for y in 0..<plane.height {
                let start = header.start + y * header.width * 3
                plane.withRow(y) { row in
                  for x in 0..<min(header.width * 3, row.count) { row[x] = bytes[start + x] }
                }
              }
            }
          }
        }
      }
    }

    /// The header before the pixels: `P6`, the width, the height and the highest value, with blanks between.
    struct Pixmap: Equatable {
      var width = 0
      var height = 0
      /// The offset of the pixels.
      var start = 0

      struct Malformed: Error, CustomStringConvertible { let description: String }

      /// - Throws: that it is no pixmap of 8 bits, or lacks pixels.
      init(_ bytes: [UInt8]) throws(Malformed) {
        guard bytes.starts(with: Array("P6".utf8)) else { throw Malformed(description: "it is no binary pixmap") }
        var numbers: [Int] = []
        start = 2
        while numbers.count < 3 {
          while start < bytes.count, [9, 10, 13, 32].contains(bytes[start]) { start += 1 }
          let digits = bytes[start...].prefix { (48...57).contains($0) }
          guard (1...5).contains(digits.count) else { throw Malformed(description: "its header is damaged") }
          numbers.append(digits.reduce(0) { $0 * 10 + Int($1) - 48 })
          start += digits.count
        }
        // One blank, and then the pixels.
        start += 1
        (width, height) = (numbers[0], numbers[1])
        guard width > 0, height > 0, numbers[2] == 255 else { throw Malformed(description: "its size cannot be") }
        guard bytes.count - start >= width * height * 3 else { throw Malformed(description: "pixels are missing") }
      }
    }

    """

  static let decoderTest = """
    import CoreMedia
    import Foundation
    import MediaEngine
    import MediaGraph
    import Synchronization
    import Testing

    @testable import PLUGIN

    @Suite struct PLUGINTests {
      /// Gives the first row of each picture that is decoded of some packets.
      private func rows(of packets: [Data]) async throws -> [[UInt8]] {
        let rows = Mutex<[[UInt8]]>([])
        var graph = Graph()
        let source = graph.add("source", DataSource<Coded<Video>>(
          "source", format: "image/x-portable-pixmap", state: { packets[...] }
        ) { left in
          guard let packet = left.popFirst() else { return nil }
          return DataPacket(packet, at: CMTime(value: Int64(packets.count - left.count - 1), timescale: 25))
        })
        let decode = graph.add("decode", PLUGIN())
        let look = graph.add("look", VideoSink("look", formats: [.rgb]) { frame in
          let width = frame.width * 3
          let row = frame.withPlane(0) { plane in
            plane.withRow(0) { row in
              var copy: [UInt8] = []
              for x in 0..<width { copy.append(row[x]) }
              return copy
            }
          }
          rows.withLock { $0.append(row) }
        })
        graph.connect(source.output, to: decode.input)
        graph.connect(decode.output, to: look.input)
        _ = try await graph.run()
        return rows.withLock { $0 }
      }

      @Test func pixels_areThoseOfThePixmap() async throws {
        let first = Data("P6\\n3 1\\n255\\n".utf8) + Data(1...9)
        let second = Data("P6 1\\t2\\n255 ".utf8) + Data(10...15)
        #expect(try await rows(of: [first, second]) == [Array(1...9), [10, 11, 12]])
      }

      @Test(arguments: ["", "P5 1 1 255 a", "P6", "P6 1 1 255 ab", "P6 0 1 255 ", "P6 99999 99999 255 ", "P6 x 1 255 abc"])
      func damagedPixmaps_areErrors(text: String) {
        #expect(throws: Pixmap.Malformed.self) { try Pixmap(Array(text.utf8)) }
      }
    }

    """

  static let decoderPipeline = """
    # A test picture, coded by GStreamer's pnmenc and decoded by TYPE.
    #
    #   reel run Pipelines/WORD.yaml --plugin-path .build/debug --set output=WORD.mp4
    format: 1
    name: WORD

    plugins: [PLUGIN]

    parameters:
      output:   { type: url, required: true }
      duration: { type: time, default: 3s }

    nodes:
      source:  { use: test.video, with: { size: 320x180, duration: $duration } }
      rgb:     { use: video.convert, in: source, with: { format: rgb } }
      coded:   { use: gst, in: rgb, with: { element: pnmenc, from: video/raw, to: video/coded } }
      decoded: { use: TYPE, in: coded }
      h264:    { use: video.encode.h264, in: decoded }
      mp4:     { use: mux.mp4, in: h264 }
      file:    { use: file.write, in: mp4, with: { url: $output } }

    """
}
