import MediaEngine
import MediaGraph

/// Darkens the corners of each picture.
public struct Vignette: VideoEffectNode {
  public static let type: NodeType = "video.vignette"
  public static let summary = "Darkens the corners of each picture."
  /// Both begin with a plane of luma, which is all that changes.
  public static var formats: [PixelFormat] { [.i420, .nv12] }

  @Port(in: "in", "The pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "The pictures with darker corners.") public var output: Output<RawVideo>
  @Parameter("How dark the corners get; 1 is black.", in: 0...1) public var strength = 0.6

  public init() {}

  public func makeEffect() -> Effect {
    let strength = strength
    return { frame in
      frame.withMutablePlane(0) { luma in
        let (width, height) = (luma.width, luma.height)
        for y in 0..<height {
          let v = Self.distance(y, of: height)
          luma.withRow(y) { row in
            for x in 0..<width {
              let u = Self.distance(x, of: width)
              // Squared distances: no darkening in the middle, all of it in the corners.
              let factor = 1 - strength * (u * u + v * v) / 2
              row[x] = UInt8(16 + max(0, Double(row[x]) - 16) * factor)
            }
          }
        }
      }
    }
  }

  /// How far a pixel is from the middle: 0 there, 1 at the edges.
  private static func distance(_ position: Int, of size: Int) -> Double {
    abs((Double(position) + 0.5) * 2 / Double(size) - 1)
  }
}

@_cdecl("reel_plugin_register")
public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
  PluginHost.register(host: host, abi: abi) { registry in try registry.register(Vignette.self) }
}
