import GStreamerTesting
import CoreMedia
import MediaEngine
import MediaGraph
import Synchronization
import Testing

/// Closures and nodes that compose several frames.
@Suite struct VideoCompositorTests {
  private static let small = PixelSize(width: 32, height: 16)

  /// A compositor that puts the inputs side by side, black for those without a frame.
  private static func sideBySide(_ name: String = "side") -> VideoCompositor {
    VideoCompositor(
      name, formats: [.i420],
      size: { sizes in PixelSize(width: sizes.map(\.width).reduce(0, +), height: sizes.map(\.height).max() ?? 2) }
    ) { inputs, output in
      for plane in 0..<3 { output.withMutablePlane(plane) { $0.fill(plane == 0 ? 0 : 128) } }
      var left = 0
      for index in 0..<inputs.count {
        left +=
          inputs.withFrame(index) { picture in
            picture.withPlane(0) { source in
              output.withMutablePlane(0) { target in
                for y in 0..<source.height {
                  source.withRow(y) { from in
                    target.withRow(y) { to in for x in from.indices { to[left + x] = from[x] } }
                  }
                }
              }
              return source.width
            }
          } ?? small.width
      }
    }
  }

  /// The first luma value of each input in each frame of a sink, with its time.
  private final class Columns: Sendable {
    private let pictures = Mutex<[(time: CMTime, width: Int, columns: [UInt8])]>([])
    var all: [(time: CMTime, width: Int, columns: [UInt8])] { pictures.withLock { $0 } }

    func sink(_ offsets: [Int]) -> VideoSink {
      VideoSink("look", formats: [.i420]) { [self] frame in
        let columns = frame.withPlane(0) { plane in offsets.map { plane[byte: $0, row: 0] } }
        let picture = (frame.presentationTime, frame.width, columns)
        pictures.withLock { $0.append(picture) }
      }
    }
  }

  @Test func inputsOfOneRate_meetFrameByFrame() async throws {
    var graph = Graph()
    let rate = try #require(FrameRate(30000, 1001))
    let left = graph.add("left", VideoSource("left", count: 20, size: Self.small, frameRate: rate))
    let right = graph.add(
      "right", VideoSource("right", base: 100, count: 20, size: PixelSize(width: 48, height: 32), frameRate: rate))
    let side = graph.add("side", Self.sideBySide())
    let columns = Columns()
    graph.connect(left.output, to: side.input)
    graph.connect(right.output, to: side.input)
    graph.connect(side.output, to: graph.add("look", columns.sink([0, 32])).input)
    _ = try await graph.run(options: .testing)
    let expected = (0..<20).map { (number: UInt8) in [number, 100 + number] }
    let times = (0..<20).map { (number: Int64) in CMTime(value: number * 1001, timescale: 30000) }
    #expect(columns.all.map(\.columns) == expected)
    #expect(columns.all.map(\.time) == times)
    #expect(columns.all.allSatisfy { $0.width == 80 })
  }

  @Test func aSlowerInput_isRepeated_andOneThatHasEndedShowsNothing() async throws {
    var graph = Graph()
    let (slow, fast) = (try #require(FrameRate(10)), try #require(FrameRate(30)))
    let left = graph.add("left", VideoSource("left", base: 1, count: 2, size: Self.small, frameRate: slow))
    let right = graph.add("right", VideoSource("right", base: 100, count: 9, size: Self.small, frameRate: fast))
    let side = graph.add("side", Self.sideBySide())
    let columns = Columns()
    graph.connect(left.output, to: side.input)
    graph.connect(right.output, to: side.input)
    graph.connect(side.output, to: graph.add("look", columns.sink([0, 32])).input)
    _ = try await graph.run(options: .testing)
    #expect(columns.all.map { $0.columns[0] } == [1, 1, 1, 2, 2, 2, 0, 0, 0])
    #expect(columns.all.map { $0.columns[1] } == Array(100..<109))
  }

  @Test func inputsOfOtherFormats_areConverted() async throws {
    var graph = Graph()
    let rate = try #require(FrameRate(25))
    let white = VideoSource("white", format: .bgra, size: Self.small, frameRate: rate) { frame, number in
      frame.withMutablePlane(0) { $0.fill(255) }
      return number < 3
    }
    let side = graph.add("side", Self.sideBySide())
    let columns = Columns()
    graph.connect(graph.add("white", white).output, to: side.input)
    graph.connect(
      graph.add("grey", VideoSource("grey", base: 50, count: 3, size: Self.small, frameRate: rate)).output,
      to: side.input)
    graph.connect(side.output, to: graph.add("look", columns.sink([0, 32])).input)
    _ = try await graph.run(options: .testing)
    #expect(columns.all.map { $0.columns[0] } == [235, 235, 235])
    #expect(columns.all.map { $0.columns[1] } == [50, 51, 52])
  }

  @Test func twoBranchesOfOneSource_meetAgain() async throws {
    var (graph, source) = Graph.frames(40, size: Self.small)
    let crop = graph.add("convert", VideoConvert { $0.format = .nv12 })
    let side = graph.add("side", Self.sideBySide())
    let columns = Columns()
    graph.connect(source, to: crop.input)
    graph.connect(source, to: side.input)
    graph.connect(crop.output, to: side.input)
    graph.connect(side.output, to: graph.add("look", columns.sink([4, 36])).input)
    _ = try await graph.run(options: .testing)
    #expect(columns.all.count == 40)
    #expect(columns.all.allSatisfy { $0.columns[0] == $0.columns[1] })
  }

  @Test func whatAClosureThrows_isTheCause() async throws {
    var (graph, source) = Graph.frames(5, size: Self.small)
    let bad = graph.add("bad", VideoCompositor("bad") { _, _ in throw TestError(number: 7) })
    graph.connect(source, to: bad.input)
    graph.connect(bad.output, to: graph.add("null", Null()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.first?.cause == "I refuse number 7")
  }

  @Test func closures_printByName() throws {
    var (graph, source) = Graph.frames(1)
    let side = graph.add("side", Self.sideBySide("two"))
    graph.connect(source, to: side.input)
    graph.connect(source, to: side.input)
    graph.connect(side.output, to: graph.add("null", Null()).input)
    #expect(try GraphChecker().check(graph).graph.yaml().contains("use: swift.two, in: [source, source]"))
  }

  /// A node as a plugin declares it, with named ports.
  struct Difference: ClosureNode {
    static let type: NodeType = "test.difference"
    static let summary = "Takes one picture from the other."

    @MediaGraph.Port(in: "plus", "The first picture.") var plus: Input<RawVideo>
    @MediaGraph.Port(in: "minus", "What is taken from it.") var minus: Input<RawVideo>
    @MediaGraph.Port(out: "out", "What is left.") var output: Output<RawVideo>
    @Parameter("Added to each pixel.", in: 0...255) var offset = 0

    func makeClosure() -> VideoCompositor {
      VideoCompositor(formats: [.i420]) { [offset] inputs, output in
        var sum = offset
        for index in 0..<inputs.count {
          let value = inputs.withFrame(index) { $0.withPlane(0) { Int($0[byte: 0, row: 0]) } } ?? 0
          sum += inputs.port(index) == "plus" ? value : -value
        }
        output.withMutablePlane(0) { $0.fill(UInt8(clamping: sum)) }
      }
    }
  }

  @Test func aNodeTypeTellsItsPortsApart_inAnyOrder() async throws {
    let registry = Registry()
    try registry.register(Difference.self)
    let columns = Columns()
    let rate = try #require(FrameRate(25))
    try registry.register(VideoSource("small", base: 10, count: 3, size: Self.small, frameRate: rate))
    try registry.register(VideoSource("large", base: 90, count: 3, size: Self.small, frameRate: rate))
    try registry.register(columns.sink([0]))
    let nodes = """
      small: { use: swift.small }
      large: { use: swift.large }
      left:  { use: test.difference, in: { minus: small, plus: large }, with: { offset: 5 } }
      look:  { use: swift.look, in: left }
      """
    _ = try await Graph(nodes: nodes).run(options: .testing, registry: registry)
    #expect(columns.all.map { $0.columns[0] } == [85, 85, 85])
  }
}
