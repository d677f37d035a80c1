import MediaEngine
import MediaGraph

/// Darkens the corners of each frame.
public struct Vignette: ClosureNode {
  public static let type: NodeType = "video.vignette"
  public static let summary = "Darkens the corners of each picture."

  @Port(in: "in", "The pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "The pictures with darker corners.") public var output: Output<RawVideo>
  @Parameter("The darkness of the corners; 1 is black.", in: 0...1) public var strength = 0.6

  public init() {}

  /// I420 and NV12 both begin with a luma plane, which is the only one that changes.
  public func makeClosure() -> VideoEffect {
    VideoEffect(formats: [.i420, .nv12], state: { [strength] in Falloff(strength: strength) }) { falloff, frame in
      let black = frame.color.range == .full ? 0 : 16
      falloff.fit(width: frame.width, height: frame.height)
      frame.withMutablePlane(0) { luma in
        for y in 0..<luma.height {
          luma.withRow(y) { row in falloff.darken(&row, y: y, black: black) }
        }
      }
    }
  }
}

/// The darkening of a pixel: none in the middle, full strength in the corners, by squared distances.
struct Falloff: Sendable {
  /// In units of 1/65536; sums of two stay below 1.
  private let strength: Int
  private var columns: [Int] = []
  private var rows: [Int] = []

  init(strength: Double) { self.strength = Int(strength * 65536) }

  /// Recomputes the distances if the frame size changes.
  mutating func fit(width: Int, height: Int) {
    if columns.count != width { columns = Self.distances(width) }
    if rows.count != height { rows = Self.distances(height) }
  }

  func darken(_ row: inout MutableSpan<UInt8>, y: Int, black: Int) {
    for x in 0..<min(row.count, columns.count) {
      let factor = 65536 - (strength * (columns[x] + rows[y])) >> 16
      row[x] = UInt8(truncatingIfNeeded: black + (max(0, Int(row[x]) - black) * factor) >> 16)
    }
  }

  /// Returns half the squared distance of each pixel from the middle, in units of 1/65536: 0 there, half at the edges.
  private static func distances(_ size: Int) -> [Int] {
    (0..<size).map { position in
      let distance = (Double(position) + 0.5) * 2 / Double(size) - 1
      return Int(distance * distance * 32768)
    }
  }
}

@_cdecl("reel_plugin_register")
public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
  PluginHost.register(host: host, abi: abi) { registry in try registry.register(Vignette.self) }
}
