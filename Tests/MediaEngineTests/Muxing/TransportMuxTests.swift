import Foundation
import MediaEngine
import MediaGraph
import TestSupport
import Testing

/// Transport streams that graphs write, judged by ffmpeg.
@Suite struct TransportMuxTests {
  private func run(_ nodes: String) async throws {
    _ = try await Graph(nodes: nodes).run(options: .testing)
  }

  private func frames(_ path: String) throws -> [Substring] {
    try Oracle.text(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-vsync", "passthrough", "-f", "framemd5", "-"]
    ).split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
  }

  /// Lengths become start codes, and the configuration parameter sets.
  @Test(arguments: [
    "-c:v libx264 -bf 2 -g 12 -pix_fmt yuv420p", "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=10",
  ]) func framesOfMovies_areCopied(codec: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mp4"), folder.file("out.ts"))
    try Oracle.make(
      ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=1.2", "-f", "lavfi", "-i", "sine=duration=1.2"]
        + codec.split(separator: " ").map(String.init) + ["-c:a", "aac", source])
    try await run("copy: { use: asset.remux, with: { url: \"\(source)\", output: \"\(out)\" } }")
    #expect(try frames(out) == frames(source))
    let warnings = try Oracle.warnings(out)
    #expect(warnings == "")
    // Each key frame can be decoded by itself.
    let keys = try Oracle.text(
      "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "packet=flags", "-of", "csv=p=0", out])
    #expect(keys.split(separator: "\n").count { $0.hasPrefix("K") } == 3)
  }

  @Test(arguments: ["aac", "opus", "mp3"]) func encodedAudio_isOnTime(encoder: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mov"), folder.file("out.ts"))
    try FlashAndBeep.make(source)
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      audio: { use: audio.encode.\(encoder), in: source.audio }
      mux: { use: mux.ts, in: [source.coded_video, audio] }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """)
    let times = try FlashAndBeep.times(out)
    #expect(abs(times.flash - times.beep - 0.02) < 0.0025, "\(times)")
  }

  @Test func copiedPriming_isTakenOff() async throws {
    let folder = try TemporaryFolder()
    let (source, movie, out) = (folder.file("in.mov"), folder.file("in.mp4"), folder.file("out.ts"))
    try FlashAndBeep.make(source)
    try Oracle.make(["-i", source, "-c:v", "copy", "-c:a", "aac", movie])
    try await run("copy: { use: asset.remux, with: { url: \"\(movie)\", output: \"\(out)\" } }")
    let times = try FlashAndBeep.times(out)
    #expect(abs(times.flash - times.beep - 0.02) < 0.0025, "\(times)")
  }
}
