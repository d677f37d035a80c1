import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MovieFile
import Testing

/// Movie files that graphs write: every sample at its exact time, read back by ffmpeg and by Reel.
@Suite struct MovieMuxTests {
  /// Runs a description that writes `out`.
  @discardableResult
  private func run(_ nodes: String, out: String) async throws -> RunResult {
    try await Graph(nodes: nodes, writing: "mux", to: out).run(options: .testing)
  }

  static let sounds: [(encoder: String, with: String, mux: String)] = [
    ("aac", "bitrate: 96kb/s", "mp4"), ("aac", "bitrate: 96kb/s", "m4a"), ("aac", "bitrate: 96kb/s", "mov"),
    ("aac", "bitrate: 96kb/s", "3gp"), ("opus", "bitrate: 96kb/s", "mp4"), ("alac", "", "m4a"), ("alac", "", "mov"),
    ("flac", "", "mp4"), ("pcm", "format: f32", "mov"), ("pcm", "format: s16", "mov"), ("pcm", "format: s24", "mov"),
    ("mp3", "", "mp4"), ("mp3", "", "mov"),
  ]

  @Test(arguments: sounds.indices) func impulse_isAtItsSampleAndNothingIsMissing(index: Int) async throws {
    let (encoder, with, mux) = Self.sounds[index]
    let folder = try TemporaryFolder()
    // A click at sample 22050 of 48048, which is no multiple of any packet's length.
    let source = folder.file("click.wav")
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc='if(eq(n,22050),0.9,0)':s=48000:d=1.001", "-ac", "2", source,
    ])
    let out = folder.file("out.\(mux)")
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      coded: { use: audio.encode.\(encoder), in: source.audio, with: { \(with) } }
      mux: { use: mux.\(mux), in: coded }
      """, out: out)
    let raw = folder.file("out.raw")
    try Oracle.make(["-i", out, "-f", "s16le", "-ac", "1", raw])
    let data = try Data(contentsOf: URL(fileURLWithPath: raw))
    let samples = data.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map { abs(Int(bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))) }
    }
    #expect(samples.firstIndex(of: samples.max() ?? 0) == 22050)
    let movie = try Movie(path: out)
    let track = try #require(movie.tracks.first)
    #expect(try track.timeline().duration == CMTime(value: 1001, timescale: 1000))
    if let gapless = try movie.gapless(of: track) { #expect(gapless.sampleCount == 48048) }
    #expect(movie.problems.isEmpty)
    let warnings = try Oracle.warnings(out).split(separator: "\n").filter { !$0.contains("Guessed Channel Layout") }
    #expect(warnings == [])
    // Read by Reel to the last sample.
    var graph = Graph()
    let audio = RecordedAudio()
    let asset = graph.add("source", AssetRead { $0.url = folder.location("out.\(mux)") })
    graph.connect(asset.audio, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(audio.total.frames == 48048)
  }

  @Test(arguments: ["eac3", "ac3"], ["mkv", "ts"]) func dolbyAudio_goesThroughGraphs(codec: String, kind: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let source = folder.file("in.\(kind)")
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=frequency=440:duration=1.1:sample_rate=48000", "-ac", "6", "-c:a", codec, source,
    ])
    for mux in ["mp4", "mov"] {
      let out = folder.file("out.\(mux)")
      try await run(
        """
        source: { use: asset.read, with: { url: "\(source)" } }
        mux: { use: mux.\(mux), in: source.coded_audio }
        """, out: out)
      #expect(try Oracle.md5(out, ["-c:a", "copy"]) == Oracle.md5(source, ["-c:a", "copy"]))
      #expect(try Oracle.md5(out, ["-c:a", "pcm_s16le"]) == Oracle.md5(source, ["-c:a", "pcm_s16le"]))
      #expect(try Oracle.warnings(out) == "")
      #expect(try Oracle.streams(out, "codec_name,channel_layout").first?.hasPrefix("\(codec),5.1(side)") == true)
    }
  }

  @Test(arguments: [
    ("prores_ks", "mp4", "only QuickTime files know it", "ProRes goes into mux.mov, mux.mkv"),
    (
      "mjpeg", "3gp",
      "3GPP's files hold H.263, H.264, HEVC, MPEG-4, AAC, AMR and timed text",
      "JPEG goes into mux.mp4, mux.mov, mux.mkv"
    ),
  ]) func whatComesAndIsNotHeld_isRefusedWithTheReason(codec: String, mux: String, reason: String, help: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let source = folder.file("in.mkv")
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=96x64:duration=0.2", "-c:v", codec, source])
    let problems = await #expect(throws: Diagnostics.self) {
      try await run(
        """
        source: { use: asset.read, with: { url: "\(source)" } }
        mux: { use: mux.\(mux), in: source.coded_video }
        """, out: folder.file("out.\(mux)"))
    }
    let problem = try #require(problems?.all.first)
    #expect(problem.notes == [reason] && problem.help == help, "\(problem)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.\(mux)")))
  }

  /// The field order: each frame has lines of both fields.
  @Test(arguments: [("tff", "tb"), ("bff", "bt")]) func interlacedFrames_nameTheirFirstField(
    order: String, written: String
  ) async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("in.mkv")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=96x64:duration=0.4", "-vf", "interlace=scan=\(order)", "-c:v", "prores_ks",
      "-flags", "+ildct", source,
    ])
    let out = folder.file("out.mov")
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      mux: { use: mux.mov, in: source.coded_video }
      """, out: out)
    #expect(try Oracle.streams(out, "codec_tag_string,field_order") == ["ap4h,\(written)"])
    #expect(try Oracle.warnings(out) == "")
    let movie = try Movie(path: out)
    let description = try #require(try movie.tracks.first?.formatDescriptions().first)
    let detail = description.extensions[.fieldDetail]?.propertyListRepresentation as? String
    #expect(detail == (order == "tff" ? "SpatialFirstLineEarly" : "SpatialFirstLineLate"))
  }

  @Test(arguments: ["mp4", "mov", "3gp"], [true, false])
  func reorderedFrames_lieOnTheRatesGrid(mux: String, isFast: Bool) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.\(mux)")
    try await run(
      """
      source: { use: test.video, with: { size: 96x64, frame_rate: 30000/1001, duration: 40f } }
      coded: { use: video.encode.h264, in: source, with: { speed: medium } }
      mux: { use: mux.\(mux), in: coded, with: { fast_start: \(isFast) } }
      """, out: out)
    let movie = try Movie(path: out)
    let track = try #require(movie.tracks.first)
    let samples = try track.samples()
    #expect(track.timescale == 30_000 && samples.count == 40 && samples.isReordered && samples.largestLead == 0)
    let timeline = try track.timeline()
    for rank in 0..<40 {
      let sample = try samples[samples.sample(rank: rank)]
      #expect(
        timeline.movieTime(ofMedia: sample.presentationTimeStamp)
          == CMTime(value: Int64(1001 * rank), timescale: 30_000))
      #expect(try samples[rank].duration == 1001)
    }
    #expect(timeline.duration == CMTime(value: 40 * 1001, timescale: 30_000))
    #expect(try Oracle.warnings(out) == "")
    #expect(try Oracle.streams(out, "nb_read_frames") == ["40"])
    let head = try Data(contentsOf: URL(fileURLWithPath: out)).prefix(200)
    #expect((head.range(of: Data("moov".utf8)) != nil) == isFast)
  }

  @Test func changingRate_keepsEveryFrame() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mkv"), folder.file("out.mp4"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=96x64:rate=25:duration=2", "-vf", "select=not(mod(n\\,3))+eq(n\\,1)", "-vsync",
      "vfr", "-c:v", "libx264", "-pix_fmt", "yuv420p", source,
    ])
    let count = try Oracle.streams(source, "nb_read_frames")
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      mux: { use: mux.mp4, in: source.coded_video }
      """, out: out)
    #expect(try Oracle.streams(out, "nb_read_frames") == count)
    #expect(try Oracle.warnings(out) == "")
    let times = ["-show_entries", "frame=pts_time", "-of", "csv=p=0"]
    let before = try Oracle.text("ffprobe", ["-v", "error"] + times + [source]).split(separator: "\n")
    let after = try Oracle.text("ffprobe", ["-v", "error"] + times + [out]).split(separator: "\n")
    #expect(before == after)
  }

  @Test func fragments_areExactAndSayTheirPriming() async throws {
    let folder = try TemporaryFolder()
    for mux in ["mp4", "mov"] {
      let out = folder.file("out.\(mux)")
      try await run(
        """
        picture: { use: test.video, with: { size: 96x64, frame_rate: 25/1, duration: 60f } }
        tone: { use: test.audio, with: { rate: 48000, duration: 2400ms } }
        h264: { use: video.encode.h264, in: picture, with: { speed: ultrafast } }
        aac: { use: audio.encode.aac, in: tone }
        mux: { use: mux.\(mux), in: [h264, aac], with: { fragment: 500ms } }
        """, out: out)
      let movie = try Movie(path: out)
      #expect(movie.isFragmented && movie.problems.isEmpty)
      #expect(try movie.tracks.map { try $0.samples().count } == [60, 114])
      let audio = try #require(movie.tracks.last)
      #expect(try audio.timeline().duration == CMTime(value: 2400, timescale: 1000))
      #expect(try movie.gapless(of: audio)?.priming == 1024)
      #expect(try Oracle.warnings(out) == "")
    }
  }
}
