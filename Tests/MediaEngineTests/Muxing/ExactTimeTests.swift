import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MovieFile
import TestSupport
import Testing

/// Times come out of a graph with the very numbers that went in.
@Suite struct ExactTimeTests {
  /// Pictures at uneven times, whole numbers of a timescale's units, with B-frames.
  private func uneven(_ timescale: Int, _ path: String) throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=96x64:rate=25:duration=2.4", "-vf",
      "settb=1/\(timescale),setpts='floor(N*\(timescale)/25+mod(N*N*7\\,13)*\(timescale)/1000)'", "-fps_mode",
      "passthrough", "-enc_time_base", "1:\(timescale)", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "15",
      "-video_track_timescale", "\(timescale)", path,
    ])
  }

  private func run(_ nodes: String, out: String) async throws {
    let text =
      "format: 1\nnodes:\n" + nodes.split(separator: "\n").map { "  \($0)\n" }.joined()
      + "  file: { use: file.write, in: mux, with: { url: \"\(out)\" } }\n"
    let (graph, problems) = DescriptionLoader().load(text: text, path: "test.yaml")
    try Diagnostics.check(problems)
    _ = try await graph.run(options: RunOptions(stallTimeout: .seconds(60)))
  }

  private struct Packets: Equatable {
    var timeBase: String
    var times: [[Int64]]
  }

  /// The units of the pictures, and of each packet when it is shown and decoded, as ffprobe reads them.
  private func packets(_ path: String) throws -> Packets {
    func probe(_ entries: String) throws -> [Substring] {
      try Oracle.text(
        "ffprobe", ["-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "csv=p=0", path]
      ).split(separator: "\n")
    }
    return Packets(
      timeBase: try probe("stream=time_base").first.map(String.init) ?? "",
      times: try probe("packet=pts,dts").map { $0.split(separator: ",").compactMap { Int64($0) } })
  }

  static let ways = [90_000, 24_000, 600].flatMap { timescale in
    ["{ use: mux.mp4 }", "{ use: mux.mov }", "{ use: mux.mp4, with: { fragment: 500ms } }"].map { (timescale, $0) }
  }

  private func mux(_ node: String, of input: String) -> String {
    "mux: " + node.replacing("{ use", with: "{ in: \(input), use")
  }

  @Test(arguments: ways) func copiedPictures_haveTheNumbersThatTheyHad(timescale: Int, node: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mp4"), folder.file("out.\(node.contains("mov") ? "mov" : "mp4")"))
    try uneven(timescale, source)
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      \(mux(node, of: "source.coded_video"))
      """, out: out)
    let (before, after) = (try packets(source), try packets(out))
    #expect(before.times.count == 60 && before.timeBase == "1/\(timescale)")
    #expect(after == before)
    #expect(try Oracle.warnings(out) == "")
  }

  @Test(arguments: ways) func encodedPictures_areShownAtTheNumbersThatTheyHad(timescale: Int, node: String) async throws
  {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mp4"), folder.file("out.\(node.contains("mov") ? "mov" : "mp4")"))
    try uneven(timescale, source)
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      smaller: { use: video.scale, in: source.video, with: { height: 48 } }
      coded: { use: video.encode.h264, in: smaller, with: { speed: medium } }
      \(mux(node, of: "coded"))
      """, out: out)
    let (before, after) = (try packets(source), try packets(out))
    #expect(after.timeBase == before.timeBase)
    #expect(after.times.compactMap(\.first).sorted() == before.times.compactMap(\.first).sorted())
    #expect(try Oracle.warnings(out) == "")
  }

  @Test(arguments: ["source.coded_video", "coded"]) func ratesOfFilm_keepTheirNumbers(input: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mov"), folder.file("out.mp4"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=96x64:rate=24000/1001:duration=2", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      "-video_track_timescale", "24000", source,
    ])
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      \(input == "coded" ? "coded: { use: video.encode.h264, in: source.video, with: { speed: medium } }" : "")
      mux: { use: mux.mp4, in: \(input) }
      """, out: out)
    let after = try packets(out)
    #expect(after.timeBase == "1/24000" && after.times.count == 48)
    #expect(after.times.compactMap(\.first).sorted() == (0..<48).map { $0 * 1001 })
  }

  /// Another rate than the source's has units of its own: those of 12,800 hold no 30th of a second.
  @Test func otherRate_liesOnItsOwnGrid() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mp4"), folder.file("out.mp4"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=96x64:rate=25:duration=2", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      "-video_track_timescale", "12800", source,
    ])
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      rate: { use: video.rate, in: source.video, with: { frame_rate: 30/1 } }
      coded: { use: video.encode.h264, in: rate }
      mux: { use: mux.mp4, in: coded }
      """, out: out)
    let movie = try Movie(path: out)
    let track = try #require(movie.tracks.first)
    let (samples, timeline) = (try track.samples(), try track.timeline())
    #expect(samples.count == 60)
    for rank in 0..<samples.count {
      let time = try timeline.movieTime(ofMedia: samples[samples.sample(rank: rank)].presentationTimeStamp)
      #expect(time == CMTime(value: Int64(rank), timescale: 30))
    }
  }
}
