import MediaEngine
import MediaGraph
import Synchronization
import Testing

@testable import Mosaic

@Suite struct MosaicTests {
  private static let cell = PixelSize(width: 32, height: 18)

  @Test func theSize_followsFromTheNumberOfFrames() {
    let layout = MosaicLayout(cell: Self.cell, gap: 3, columns: nil)
    #expect(layout.size(of: 1) == PixelSize(width: 40, height: 26))
    #expect(layout.size(of: 2) == PixelSize(width: 76, height: 26))
    #expect(layout.size(of: 4) == PixelSize(width: 76, height: 48))
    #expect(layout.size(of: 5) == PixelSize(width: 112, height: 48))
    #expect(MosaicLayout(cell: Self.cell, gap: 0, columns: 5).size(of: 6) == PixelSize(width: 160, height: 36))
  }

  @Test func frames_keepTheRatioOfTheirSides() {
    let layout = MosaicLayout(cell: PixelSize(width: 64, height: 64), gap: 0, columns: 2)
    let wide = layout.frame(of: PixelSize(width: 200, height: 100), at: 3, count: 4)
    #expect(wide == MosaicLayout.Frame(x: 64, y: 80, width: 64, height: 32))
    let high = layout.frame(of: PixelSize(width: 1, height: 1000), at: 0, count: 4)
    #expect(high == MosaicLayout.Frame(x: 30, y: 0, width: 2, height: 64))
  }

  /// The luma in the middle of each cell of the last frame.
  private final class Cells: Sendable {
    let values = Mutex<(size: PixelSize, luma: [UInt8])?>(nil)
  }

  @Test(arguments: [1, 4, 7]) func eachFrame_isInItsCell(count: Int) async throws {
    var graph = Graph()
    let cells = Cells()
    let mosaic = graph.add(
      "mosaic",
      Mosaic {
        $0.cell = Self.cell
        $0.columns = 3
      })
    let rate = try #require(FrameRate(25))
    for index in 0..<count {
      // Odd sizes too, and a different one for each.
      let size = PixelSize(width: 48 + index, height: 27 + index)
      let source = graph.add(
        "source\(index)",
        VideoSource("source\(index)", size: size, frameRate: rate) { frame, number in
          frame.withMutablePlane(0) { $0.fill(UInt8(50 + index * 20)) }
          for plane in 1...2 { frame.withMutablePlane(plane) { $0.fill(128) } }
          return number < 5
        })
      graph.connect(source.output, to: mosaic.input)
    }
    let look = graph.add(
      "look",
      VideoSink("look", formats: [.i420]) { frame in
        let size = PixelSize(width: frame.width, height: frame.height)
        let luma = frame.withPlane(0) { plane in
          (0..<plane.height / 18).flatMap { row in
            (0..<plane.width / 32).map { plane[byte: $0 * 32 + 16, row: row * 18 + 9] }
          }
        }
        cells.values.withLock { $0 = (size, luma) }
      })
    graph.connect(mosaic.output, to: look.input)
    _ = try await graph.run(options: RunOptions(stallTimeout: .seconds(20)))
    let seen = try #require(cells.values.withLock { $0 })
    let rows = (count + 2) / 3
    #expect(seen.size == PixelSize(width: 96, height: rows * 18))
    let expected = (0..<count).map { UInt8(50 + $0 * 20) } + Array(repeating: 16, count: rows * 3 - count)
    #expect(seen.luma == expected)
  }
}
