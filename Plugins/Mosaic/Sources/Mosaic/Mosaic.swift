import MediaEngine
import MediaGraph

/// Lays any number of video streams out in a grid.
public struct Mosaic: ClosureNode {
  public static let type: NodeType = "video.mosaic"
  public static let summary = "Puts pictures side by side, and rows of them one below the other."

  @Port(in: "in", "The pictures, from the left and from the top; their sizes may differ.", repeats: true)
  public var input: Input<RawVideo>
  @Port(out: "out", "The mosaic, at the highest frame rate of its pictures.") public var output: Output<RawVideo>
  @Parameter("The size of each cell; frames keep their aspect ratio.")
  public var cell = PixelSize(width: 320, height: 180)
  @Parameter("The number of columns; nearly a square if left out.", in: 1...64)
  public var columns: Int?
  @Parameter("The gap between cells, and to the edge.", unit: "pixels", in: 0...256) public var gap = 0

  public init() {}

  public func makeClosure() -> VideoCompositor {
    let layout = MosaicLayout(cell: cell, gap: gap, columns: columns)
    return VideoCompositor(formats: [.i420], size: { layout.size(of: $0.count) }, state: { Sampling() }) {
      sampling, inputs, output in
      let count = inputs.count
      for plane in 0..<3 { output.withMutablePlane(plane) { $0.fill(plane == 0 ? 16 : 128) } }
      for index in 0..<count {
        inputs.withFrame(index) { picture in
          let size = PixelSize(width: picture.width, height: picture.height)
          let frame = layout.frame(of: size, at: index, count: count)
          for plane in 0..<3 { sampling.draw(picture, into: &output, plane: plane, frame: frame) }
        }
      }
    }
  }
}

/// Maps each pixel of the mosaic to the nearest pixel of a frame. Cached across frames.
struct Sampling {
  private var lines: [Line: [Int]] = [:]

  private struct Line: Hashable {
    let from: Int
    let to: Int
  }

  private mutating func line(from: Int, to: Int) -> [Int] {
    let line = Line(from: from, to: to)
    if let known = lines[line] { return known }
    let positions = (0..<to).map { min(from - 1, ($0 * 2 + 1) * from / (to * 2)) }
    // Sizes seldom change; a stream in which they always do must not fill the memory.
    if lines.count > 64 { lines.removeAll() }
    lines[line] = positions
    return positions
  }

  mutating func draw(
    _ picture: borrowing VideoFrame, into output: inout VideoFrame, plane index: Int, frame: MosaicLayout.Frame
  ) {
    let shift = index == 0 ? 0 : 1
    let (left, top) = (frame.x >> shift, frame.y >> shift)
    let (width, height) = (frame.width >> shift, frame.height >> shift)
    picture.withPlane(index) { source in
      let columns = line(from: source.width, to: width)
      let rows = line(from: source.height, to: height)
      output.withMutablePlane(index) { target in
        for (y, row) in rows.enumerated() where top + y < target.height {
          source.withRow(row) { from in
            target.withRow(top + y) { to in
              for x in 0..<min(width, to.count - left) { to[left + x] = from[columns[x]] }
            }
          }
        }
      }
    }
  }
}

@_cdecl("reel_plugin_register")
public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
  PluginHost.register(host: host, abi: abi) { registry in try registry.register(Mosaic.self) }
}
