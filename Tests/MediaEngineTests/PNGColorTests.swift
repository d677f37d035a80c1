import Foundation
import GStreamerTesting
import MediaEngine
import MediaGraph
import Testing

@Suite struct PNGColorTests {
  /// The chunk's primaries, transfer function, matrix and range (H.273).
  @Test(
    arguments: [("smpte2084", [9, 16, 0, 1]), ("arib-std-b67", [9, 18, 0, 1]), ("bt709", nil)]
      as [(String, [UInt8]?)])
  func imageOfHighDynamicRange_namesItsColors(transfer: String, expected: [UInt8]?) async throws {
    let folder = try TemporaryFolder()
    let (movie, image) = (folder.file("in.mp4"), folder.file("out.png"))
    let primaries = transfer == "bt709" ? "bt709" : "bt2020"
    let matrix = transfer == "bt709" ? "bt709" : "bt2020nc"
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=0.5", "-c:v", "libx264", "-pix_fmt", "yuv420p10le",
      "-color_primaries", primaries, "-color_trc", transfer, "-colorspace", matrix, movie,
    ])
    let nodes = """
      images: { use: image.generate, with: { url: "\(movie)", times: [0s] } }
      coded: { use: image.encode.png, in: images }
      file: { use: file.write, in: coded, with: { url: "\(image)" } }
      """
    _ = try await Graph(nodes: nodes).run(options: .testing)
    let file = try Data(contentsOf: URL(fileURLWithPath: image))
    #expect(Self.chunk("cICP", in: file) == expected)
    // Readers check each chunk's sum.
    #expect(try Oracle.warnings(image) == "")
  }

  private static func chunk(_ name: String, in file: Data) -> [UInt8]? {
    let bytes = [UInt8](file)
    var start = 8
    while start + 12 <= bytes.count {
      let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      if bytes[start + 4..<start + 8].elementsEqual(name.utf8) { return Array(bytes[start + 8..<start + 8 + size]) }
      start += 12 + size
    }
    return nil
  }
}
