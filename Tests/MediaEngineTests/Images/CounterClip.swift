@testable import MediaSource
import CoreMedia
import Foundation
import Testing

@testable import MediaEngine
@testable import MediaGraph

/// Clips of numbered frames, encoded by Reel: eight bars show the number, black for 0 and white for 1, the least
/// significant bit left.
enum CounterClip {
  static let size = PixelSize(width: 128, height: 64)

  /// The encoder and the file; the first two of a name decide.
  struct Kind: Sendable, CustomStringConvertible {
    var encoder: String
    var with: String
    var mux: String
    var description: String { "\(encoder) in \(mux)" }
  }

  /// All codecs that Reel encodes, in all files that hold them, by the nodes' declarations.
  static let kinds: [Kind] = {
    let vpx = "bitrate: 1Mb/s, key_frame_interval: 10, cpu_used: 8"
    let arguments = [
      "h264": "bitrate: 1Mb/s, key_frame_interval: 10, speed: veryfast",
      "hevc": "bitrate: 1Mb/s, key_frame_interval: 10, speed: ultrafast", "vp8": vpx, "vp9": vpx, "av1": vpx,
      "prores": "profile: standard", "mjpeg": "quality: 90",
    ]
    return StandardNodes.all.flatMap { node -> [Kind] in
      guard let encoder = node.init() as? any VideoEncodingNode else { return [] }
      let name = String(node.type.name.dropFirst("video.encode.".count))
      return Muxers.all.filter { (try? $0.holds(encoder.codedCaps)) == true }.map { muxer in
        Kind(encoder: name, with: arguments[name] ?? "", mux: String(muxer.nodeType.dropFirst("mux.".count)))
      }
    }
  }()

  /// Encodes a clip at 30000/1001 frames a second.
  static func make(_ kind: Kind, count: Int, in folder: TemporaryFolder) async throws -> String {
    let path = folder.file("clip.\(kind.mux)")
    let registry = Registry()
    try registry.register(
      VideoSource("counter", size: size, frameRate: FrameRate(30000, 1001)!) { frame, number in
        frame.withMutablePlane(0) { draw(number, in: &$0) }
        for plane in 1...2 { frame.withMutablePlane(plane) { $0.fill(128) } }
        return number < count
      })
    let nodes = """
      source: { use: swift.counter }
      coded: { use: video.encode.\(kind.encoder), in: source, with: { \(kind.with) } }
      mux: { use: mux.\(kind.mux), in: coded }
      file: { use: file.write, in: mux, with: { url: "\(path)" } }
      """
    _ = try await Graph(nodes: nodes).run(options: .testing, registry: registry)
    return path
  }

  private static func draw(_ number: Int, in plane: inout MutableVideoPlane) {
    for y in 0..<plane.height {
      plane.withRow(y) { row in
        for x in row.indices { row[x] = number >> (x / 16) & 1 == 1 ? 235 : 16 }
      }
    }
  }

  /// Returns the number in a frame of four bytes a pixel.
  static func number(_ pixels: ImagePixels) -> Int {
    (0..<8).reduce(0) { number, bar in
      let x = (bar * 2 + 1) * pixels.width / 16
      return number | (pixels.bytes[(pixels.height / 2 * pixels.width + x) * 4 + 1] > 127 ? 1 << bar : 0)
    }
  }

  /// Returns the numbers of all frames that ffmpeg decodes.
  static func oracle(_ path: String) throws -> [Int] {
    let raw = path + ".gray"
    try Oracle.make([
      "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-pix_fmt", "gray", "-f", "rawvideo", raw,
    ])
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
    return stride(from: 0, to: bytes.count, by: size.width * size.height).map { start in
      (0..<8).reduce(0) { number, bar in
        number | (bytes[start + size.height / 2 * size.width + bar * 16 + 8] > 127 ? 1 << bar : 0)
      }
    }
  }
}
