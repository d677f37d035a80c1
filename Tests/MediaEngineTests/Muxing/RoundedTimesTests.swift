import Foundation
import MediaEngine
import MediaGraph
import TestSupport
import Testing

/// Containers of milliseconds round the times of frames: what is made of them has the frame rate's own.
@Suite struct RoundedTimesTests {
  @Test(arguments: ["{ use: mux.mp4, in: source.coded_video }", "{ use: mux.mp4, in: coded }"])
  func framesOfThirtyASecond_areOnTheRatesGrid(mux: String) async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=30:duration=1", "-c:v", "libx264", "-bf", "2",
      folder.file("in.mkv"),
    ])
    let coded = mux.contains("coded }") ? "coded: { use: video.encode.h264, in: source.video }" : ""
    let nodes = """
      source: { use: asset.read, with: { url: "\(folder.file("in.mkv"))" } }
      \(coded)
      mux: \(mux)
      file: { use: file.write, in: mux, with: { url: "\(folder.file("out.mp4"))" } }
      """
    _ = try await Graph(nodes: nodes).run(options: .testing)
    let times = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=duration", "-of", "csv=p=0",
        folder.file("out.mp4"),
      ]
    ).split(separator: "\n")
    #expect(times.count == 30 && Set(times).count == 1, "\(times)")
  }
}
