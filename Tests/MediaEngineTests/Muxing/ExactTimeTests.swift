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
    _ = try await Graph(nodes: nodes, writing: "mux", to: out).run(options: .testing)
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

  @Test(arguments: ways) func copiedFrames_haveTheNumbersThatTheyHad(timescale: Int, node: String) async throws {
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

  @Test(arguments: ways) func encodedFrames_areShownAtTheNumbersThatTheyHad(timescale: Int, node: String) async throws {
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

  // MARK: - All that a file says of its samples

  /// Packets of all tracks as ffprobe reads them: times, flags, sizes.
  private func allPackets(_ path: String) throws -> String {
    try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=time_base:packet=stream_index,pts,dts,duration,flags,size", "-of",
        "csv=p=0", path,
      ])
  }

  /// The bytes of each track's tables, but for those that say where samples are.
  private func tables(_ path: String) throws -> [String: [Data]] {
    let file = try Data(contentsOf: URL(fileURLWithPath: path))
    let kinds: Set = ["stsd", "stts", "ctts", "stss", "stps", "sdtp", "stsz", "sgpd", "sbgp"]
    var tables: [String: [Data]] = [:]
    for box in try Oracle.boxes(path) {
      guard let name = box.path.split(separator: "/").last.map(String.init), kinds.contains(name) else { continue }
      tables[name, default: []].append(file[box.offset..<box.end])
    }
    return tables
  }

  static let copies: [(kind: String, arguments: [String])] = [
    ("mp4", ["-c:v", "libx264", "-bf", "3", "-g", "12", "-x264-params", "b-pyramid=normal", "-c:a", "aac"]),
    ("mov", ["-c:v", "libx264", "-bf", "2", "-g", "12", "-x264-params", "open-gop=1", "-c:a", "aac"]),
    ("mov", ["-c:v", "prores_ks", "-c:a", "alac"]), ("m4a", ["-vn", "-c:a", "aac"]), ("m4a", ["-vn", "-c:a", "alac"]),
    ("3gp", ["-c:v", "libx264", "-bf", "2", "-c:a", "aac"]),
  ]

  @Test(arguments: copies) func copiedTracks_haveTheTablesThatTheyHad(kind: String, arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.\(kind)"), folder.file("out.\(kind)"))
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc=size=96x64:rate=25:duration=2.4", "-f", "lavfi", "-i",
        "sine=sample_rate=44100:duration=2.4", "-pix_fmt", arguments.contains("prores_ks") ? "yuv422p10le" : "yuv420p",
      ] + arguments + [source])
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      mux: { use: mux.\(kind), in: [\(arguments.contains("-vn") ? "" : "source.coded_video, ")source.coded_audio] }
      """, out: out)
    if arguments.contains("-vn") { #expect(try allPackets(out) == allPackets(source)) }
    let (before, after) = (try tables(source), try tables(out))
    // The last frame in decoding order lasts until the last one is shown.
    for name in Set(before.keys).union(after.keys).sorted() where name != "stts" || arguments.contains("-vn") {
      #expect(after[name] == before[name], "'\(name)'")
    }
    #expect(before["stsd"]?.isEmpty == false)
    #expect(try Oracle.warnings(out) == "")
  }

  /// A track of sound whose units are not those of its rate.
  @Test(arguments: ["mp4", "m4a"]) func copiedAudio_isInTheUnitsThatItHad(kind: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.m4a"), folder.file("out.\(kind)"))
    let made = folder.file("made.m4a")
    try Oracle.make(["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=2", "-c:a", "aac", made])
    let movie = try Movie(path: made)
    let track = try #require(movie.tracks.first)
    let entry = try SampleEntry(#require(track.sampleDescriptions.first))
    let writer = try MovieWriter(MovieDraft(.m4a), to: FileByteSink(creating: source))
    let number = try writer.addTrack(TrackDraft(handlerType: "soun", timescale: 90_000, sampleEntries: [entry]))
    let samples = try track.samples()
    for index in 0..<samples.count {
      let bytes = try movie.data(of: samples[index], in: track)
      let time = Int64(index) * 1920
      let sample = MovieFile.Sample(
        decodeTime: time, presentationTime: time, duration: 1920, size: bytes.count, timescale: 90_000)
      try writer.append(sample, .memory([UInt8](bytes)), toTrack: number)
    }
    try writer.finish()
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      mux: { use: mux.\(kind), in: source.coded_audio }
      """, out: out)
    let packets = try allPackets(out)
    #expect(try packets == allPackets(source) && packets.contains("1/90000"))
  }
}
