import MediaEngine
import MediaGraph
import Synchronization
import Testing

@testable import Vignette

@Suite(.timeLimit(.minutes(10))) struct VignetteTests {
  /// A frame as a sink received it: the bytes of each plane without row padding, and the strides.
  private struct Picture: Equatable {
    var format: PixelFormat
    var width = 0
    var height = 0
    var planes: [[UInt8]] = []
    var stride = 0
  }

  private final class Eye: Sendable {
    let pictures = Mutex<[Picture]>([])

    func sink(_ name: String) -> VideoSink { VideoSink(name) { [self] in note($0) } }

    private func note(_ frame: borrowing VideoFrame) {
      var picture = Picture(format: frame.pixelFormat, width: frame.width, height: frame.height)
      picture.planes = Array(repeating: [], count: frame.planeCount)
      for index in 0..<frame.planeCount {
        frame.withPlane(index) { plane in
          if index == 0 { picture.stride = plane.stride }
          let samples = plane.width * max(1, plane.pixelStride)
          for y in 0..<plane.height {
            picture.planes[index] += (0..<samples).map { plane[byte: $0, row: y] }
          }
        }
      }
      pictures.withLock { $0.append(picture) }
    }
  }

  /// Returns the expected video-range luma by the definition: unchanged in the middle, full strength in the corners.
  private static func darkened(_ luma: UInt8, x: Int, y: Int, of picture: Picture, strength: Double) -> Double {
    let across = (Double(x) + 0.5) * 2 / Double(picture.width) - 1
    let down = (Double(y) + 0.5) * 2 / Double(picture.height) - 1
    return 16 + max(0, Double(luma) - 16) * (1 - strength * (across * across + down * down) / 2)
  }

  /// Compares every sample of a frame with the original.
  private func expect(_ after: Picture, from before: Picture, strength: Double) {
    #expect(after.format == before.format && after.width == before.width && after.height == before.height)
    var worst = 0.0
    for y in 0..<before.height {
      for x in 0..<before.width {
        let index = y * before.width + x
        let expected = Self.darkened(before.planes[0][index], x: x, y: y, of: before, strength: strength)
        worst = max(worst, abs(expected - Double(after.planes[0][index])))
      }
    }
    // The effect computes in integers, and truncates.
    #expect(worst <= 1.5, "\(before.width)x\(before.height)")
    #expect(Array(after.planes.dropFirst()) == Array(before.planes.dropFirst()), "chroma stays as it is")
  }

  /// Returns a frame of many values, and the effect's output for it.
  private func run(
    _ format: PixelFormat, _ size: PixelSize, strength: Double
  ) async throws -> (before: Picture, after: Picture) {
    let (before, after) = (Eye(), Eye())
    var graph = Graph()
    let source = graph.add(
      "source",
      VideoSource("source", format: format, size: size, frameRate: FrameRate(25) ?? FrameRate()) { frame, number in
        for plane in 0..<frame.planeCount {
          frame.withMutablePlane(plane) { plane in
            for y in 0..<plane.height {
              plane.withRow(y) { row in for x in row.indices { row[x] = UInt8(16 + (x * 7 + y * 13) % 219) } }
            }
          }
        }
        return number < 1
      })
    let vignette = graph.add("vignette", Vignette { $0.strength = strength })
    graph.connect(source.output, to: graph.add("before", before.sink("before")).input)
    graph.connect(source.output, to: vignette.input)
    graph.connect(vignette.output, to: graph.add("after", after.sink("after")).input)
    _ = try await graph.run(options: RunOptions(stallTimeout: .seconds(20)))
    return try #require(
      zip(before.pictures.withLock { $0 }, after.pictures.withLock { $0 }).first { _ in true })
  }

  @Test(
    arguments: [PixelFormat.i420, .nv12],
    [(1, 1), (2, 1), (1, 7), (5, 3), (64, 48), (97, 61), (321, 1)])
  func everyPixel_isAsDarkAsItsPlaceSays(format: PixelFormat, size: (Int, Int)) async throws {
    let (before, after) = try await run(format, PixelSize(width: size.0, height: size.1), strength: 0.8)
    #expect(before.format == format)
    // Rows begin at multiples of four bytes: those of odd widths have padding.
    #expect(before.stride > before.width || size.0 % 4 == 0)
    expect(after, from: before, strength: 0.8)
  }

  @Test(arguments: [PixelFormat.i420, .nv12]) func extremes(format: PixelFormat) async throws {
    let size = PixelSize(width: 33, height: 17)
    let (before, untouched) = try await run(format, size, strength: 0)
    #expect(untouched == before)
    let (_, dark) = try await run(format, size, strength: 1)
    // The corner is black up to half a pixel, the middle is unchanged.
    #expect(dark.planes[0][0] <= 16 + 12)
    #expect(dark.planes[0][8 * 33 + 16] == before.planes[0][8 * 33 + 16])
  }

  @Test(arguments: ["-0.1", "1.1", "dark"]) func badStrengths_areRefused(text: String) {
    #expect(throws: ArgumentError.self) { try Vignette(arguments: ["strength": .text(text)]) }
  }
}
