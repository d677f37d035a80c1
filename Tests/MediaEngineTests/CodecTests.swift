import CoreMedia
import Foundation
import MediaGraph
import MediaEngine
import Testing

/// Every encoder in a file, read back by ffmpeg; every muxer, and its errors.
@Suite struct CodecTests {
  /// Runs a description that writes `out`.
  private static func run(_ nodes: String, out: String) async throws -> RunResult {
    try await Graph(nodes: nodes, writing: "mux", to: out).run(options: .testing)
  }

  /// The encoder, its arguments, the muxer, ffprobe's name of the codec.
  static let video: [(encoder: String, with: String, mux: String, codec: String)] = [
    ("h264", "bitrate: 500kb/s", "mov", "h264"), ("h264", "bitrate: 500kb/s", "ts", "h264"),
    ("hevc", "bitrate: 500kb/s, speed: ultrafast, key_frame_interval: 10", "mp4", "hevc"),
    ("hevc", "speed: ultrafast", "ts", "hevc"), ("vp8", "bitrate: 300kb/s", "webm", "vp8"),
    ("vp9", "bitrate: 300kb/s, cpu_used: 8", "webm", "vp9"), ("av1", "cpu_used: 10", "webm", "av1"),
    ("av1", "cpu_used: 10", "mp4", "av1"), ("prores", "profile: hq", "mov", "prores"),
    ("prores", "profile: p4444", "mkv", "prores"), ("mjpeg", "quality: 70", "mov", "mjpeg"),
    ("vp8", "cpu_used: 16", "mkv", "vp8"),
  ]

  @Test(arguments: video.indices)
  func frames_areAllThere(index: Int) async throws {
    let (encoder, with, mux, codec) = Self.video[index]
    let folder = try TemporaryFolder()
    let out = folder.file("out.\(mux)")
    let result = try await Self.run(
      """
      source: { use: test.video, with: { size: 96x64, frame_rate: 25/1, duration: 25f } }
      coded: { use: video.encode.\(encoder), in: source, with: { \(with) } }
      mux: { use: mux.\(mux), in: coded }
      """, out: out)
    #expect(try Oracle.streams(out, "codec_name,width,height,nb_read_frames").first == "\(codec),96,64,25")
    #expect(try Oracle.warnings(out) == "")
    #expect(result.nodes.first { $0.name == "coded" }?.outputs.first?.buffers == 25)
  }

  /// libvpx holds 25 frames to the end, and ends as many at once as fit into two pictures without compression.
  @Test(arguments: [
    ("vp8", "bitrate: 50Mb/s"), ("vp9", "bitrate: 50Mb/s, cpu_used: 8"), ("vp9", "quality: 0, cpu_used: 8"),
    ("av1", "bitrate: 50Mb/s, cpu_used: 10"), ("hevc", "bitrate: 50Mb/s, speed: ultrafast"),
  ])
  func largeFrames_thatAnEncoderHolds_areAllThere(encoder: String, with: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.mkv")
    _ = try await Self.run(
      """
      source: { use: test.video, with: { size: 96x64, frame_rate: 25/1, duration: 50f, pattern: snow } }
      coded: { use: video.encode.\(encoder), in: source, with: { \(with) } }
      mux: { use: mux.mkv, in: coded }
      """, out: out)
    #expect(try Oracle.streams(out, "nb_read_frames") == ["50"])
  }

  @Test(arguments: ["h264", "hevc"])
  func constantQuality_isNotLimitedByTheBitRate(encoder: String) async throws {
    let folder = try TemporaryFolder()
    var sizes: [Int] = []
    for bitrate in ["100kb/s", "50Mb/s"] {
      let out = folder.file("out-\(bitrate.prefix(2)).mkv")
      _ = try await Self.run(
        """
        source: { use: test.video, with: { size: 160x120, frame_rate: 25/1, duration: 25f, pattern: snow } }
        coded: { use: video.encode.\(encoder), in: source, with: { quality: 10, bitrate: \(bitrate), speed: ultrafast } }
        mux: { use: mux.mkv, in: coded }
        """, out: out)
      sizes.append(try Data(contentsOf: URL(fileURLWithPath: out)).count)
    }
    // The encoder's own text in the stream tells the rate.
    #expect(sizes[0] > 100_000 && abs(sizes[0] - sizes[1]) < 1000, "\(sizes)")
  }

  @Test(arguments: ["h264", "hevc", "vp9", "av1"])
  func lessThanAFrameASecond_isEncoded(encoder: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.mp4")
    _ = try await Self.run(
      """
      source: { use: test.video, with: { size: 96x64, frame_rate: 1/2, duration: 5f } }
      coded: { use: video.encode.\(encoder), in: source }
      mux: { use: mux.mp4, in: coded }
      """, out: out)
    let times = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "frame=best_effort_timestamp_time", "-of", "csv=p=0", out])
    let starts = times.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }
    #expect(starts == [0, 2, 4, 6, 8])
  }

  /// Audio that is shorter than a frame, with the encoder's delay or without it. Of a packet of Matroska that is cut at
  /// both ends, ffmpeg cuts the end alone.
  @Test(arguments: [
    ("ogg", [1, 100, 648, 649, 700, 959, 960]), ("webm", [648, 649, 700, 959, 960]), ("mkv", [648, 700]),
  ])
  func shortOpus_isAsLongAsItWas(mux: String, counts: [Int]) async throws {
    for count in counts { try await checkOpus(mux, count) }
  }

  private func checkOpus(_ mux: String, _ count: Int) async throws {
    let folder = try TemporaryFolder()
    let (sound, out) = (folder.file("in.wav"), folder.file("out.\(mux)"))
    try Oracle.make(["-f", "lavfi", "-i", "sine=480:r=48000", "-af", "atrim=end_sample=\(count)", sound])
    _ = try await Self.run(
      """
      source: { use: asset.read, with: { url: "\(sound)" } }
      coded: { use: audio.encode.opus, in: source.audio }
      mux: { use: mux.\(mux), in: coded }
      """, out: out)
    let (before, after) = (try Self.samples(sound), try Self.samples(out))
    #expect(after.count == count, "\(mux) of \(count)")
    // A tone comes back as it was, in its place.
    let error = zip(before, after).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(error < 1200, "\(error)")
  }

  private static func samples(_ path: String) throws -> [Int16] {
    try Oracle.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "s16le", "-ac", "1", "-"])
      .withUnsafeBytes { bytes in
        (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self) }
      }
  }

  static let audio: [(encoder: String, with: String, mux: String, codec: String, isLossless: Bool)] = [
    ("aac", "bitrate: 96kb/s", "mov", "aac", false), ("aac", "bitrate: 96kb/s", "ts", "aac", false),
    ("opus", "bitrate: 64kb/s", "webm", "opus", false), ("opus", "bitrate: 64kb/s", "ogg", "opus", false),
    ("vorbis", "bitrate: 96kb/s", "ogg", "vorbis", false), ("vorbis", "bitrate: 96kb/s", "webm", "vorbis", false),
    ("mp3", "bitrate: 128kb/s", "mp3", "mp3", false), ("mp3", "bitrate: 128kb/s", "mp4", "mp3", false),
    ("flac", "effort: 3", "mkv", "flac", true), ("flac", "effort: 3", "ogg", "flac", true),
    ("alac", "", "mp4", "alac", true), ("alac", "", "mov", "alac", true),
    ("pcm", "format: s16", "wav", "pcm_s16le", true), ("pcm", "format: s24", "wav", "pcm_s24le", true),
    ("pcm", "format: f32", "wav", "pcm_f32le", true), ("pcm", "format: u8", "wav", "pcm_u8", false),
    ("pcm", "format: s24", "mov", "pcm_s24le", true), ("pcm", "format: s16", "mkv", "pcm_s16le", true),
    ("pcm", "format: f32", "mov", "pcm_f32le", true), ("flac", "effort: 3", "mp4", "flac", true),
    ("opus", "bitrate: 64kb/s", "mp4", "opus", false), ("aac", "bitrate: 96kb/s", "m4a", "aac", false),
    ("aac", "bitrate: 96kb/s", "3gp", "aac", false), ("alac", "", "m4a", "alac", true),
    ("pcm", "format: u8", "aiff", "pcm_s8", false), ("pcm", "format: s16", "aiff", "pcm_s16be", true),
    ("pcm", "format: s24", "aiff", "pcm_s24be", true), ("pcm", "format: s32", "aiff", "pcm_s32be", true),
    ("pcm", "format: s16", "aifc", "pcm_s16le", true), ("pcm", "format: s24", "aifc", "pcm_s24be", true),
    ("pcm", "format: f32", "aifc", "pcm_f32be", true), ("pcm", "format: f64", "aifc", "pcm_f64be", true),
    ("pcm", "format: s16", "caf", "pcm_s16le", true), ("pcm", "format: u8", "caf", "pcm_s8", false),
    ("pcm", "format: f64", "caf", "pcm_f64le", true), ("alac", "", "caf", "alac", true),
    ("pcm", "format: f64", "wav", "pcm_f64le", true), ("pcm", "format: s32", "wav", "pcm_s32le", true),
  ]

  @Test(arguments: audio.indices)
  func audio_isAllThere(index: Int) async throws {
    let (encoder, with, mux, codec, isLossless) = Self.audio[index]
    let folder = try TemporaryFolder()
    let out = folder.file("out.\(mux)")
    // Not a multiple of any packet's length.
    _ = try await Self.run(
      """
      source: { use: test.audio, with: { rate: 48000, duration: 1001ms, wave: saw } }
      coded: { use: audio.encode.\(encoder), in: source, with: { \(with) } }
      mux: { use: mux.\(mux), in: coded }
      """, out: out)
    #expect(try Oracle.streams(out, "codec_name,sample_rate,channels").first == "\(codec),48000,2")
    // For PCM, ffmpeg warns that it assumes two channels to be stereo.
    let warnings = try Oracle.warnings(out).split(separator: "\n").filter {
      // For PCM in CAF, it warns that it estimates the duration from the bit rate.
      !$0.contains("Guessed Channel Layout") && !$0.contains("Estimating duration from bitrate")
    }
    #expect(warnings == [])
    let raw = folder.file("out.raw")
    try Oracle.make(["-i", out, "-f", "s16le", raw])
    let bytes = try #require(try? Data(contentsOf: URL(fileURLWithPath: raw)))
    let samples = bytes.count / 4
    if isLossless {
      let source = folder.file("source.wav")
      _ = try await Self.run(
        """
        source: { use: test.audio, with: { rate: 48000, duration: 1001ms, wave: saw } }
        coded: { use: audio.encode.pcm, in: source }
        mux: { use: mux.wav, in: coded }
        """, out: source)
      #expect(samples == 48048)
      #expect(try Oracle.md5(out, ["-c:a", "pcm_s16le"]) == Oracle.md5(source, ["-c:a", "pcm_s16le"]))
    } else {
      // Lossy codecs add their priming and fill their last packet; no sample is missing.
      #expect(samples >= 48048 && samples <= 48048 + 4096, "\(samples)")
    }
  }

  static let refused: [(nodes: String, message: String)] = [
    ("x: { use: video.encode.prores, in: v }\nmux: { use: mux.mp4, in: x }", "MP4 cannot hold ProRes"),
    ("x: { use: audio.encode.mp3, in: a }\nmux: { use: mux.m4a, in: x }", "M4A cannot hold MP3"),
    ("x: { use: video.encode.h264, in: v }\nmux: { use: mux.webm, in: x }", "WebM cannot hold H.264"),
    ("x: { use: audio.encode.opus, in: a }\nmux: { use: mux.mov, in: x }", "QuickTime cannot hold Opus"),
    (
      "x: { use: audio.encode.pcm, in: a, with: { format: f32 } }\nmux: { use: mux.mp4, in: x }",
      "MP4 cannot hold PCM (f32)"
    ),
    ("x: { use: video.encode.h264, in: v }\nmux: { use: mux.m4a, in: x }", "M4A cannot hold H.264"),
    ("x: { use: audio.encode.alac, in: a }\nmux: { use: mux.3gp, in: x }", "3GP cannot hold Apple Lossless"),
    ("x: { use: video.encode.prores, in: v }\nmux: { use: mux.ts, in: x }", "a transport stream cannot hold ProRes"),
    ("x: { use: audio.encode.aac, in: a }\nmux: { use: mux.wav, in: x }", "WAVE cannot hold AAC"),
    (
      "x: { use: audio.encode.pcm, in: a, with: { format: f32 } }\nmux: { use: mux.aiff, in: x }",
      "AIFF cannot hold PCM (f32)"
    ),
    ("x: { use: audio.encode.alac, in: a }\nmux: { use: mux.aifc, in: x }", "AIFF-C cannot hold Apple Lossless"),
    ("x: { use: audio.encode.flac, in: a }\nmux: { use: mux.caf, in: x }", "Core Audio Format cannot hold FLAC"),
    ("x: { use: audio.encode.pcm, in: a }\nmux: { use: mux.amr, in: x }", "AMR cannot hold PCM (s16)"),
    ("x: { use: audio.encode.vorbis, in: a }\nmux: { use: mux.mp3, in: x }", "MP3 cannot hold Vorbis"),
    ("x: { use: audio.encode.alac, in: a }\nmux: { use: mux.ogg, in: x }", "Ogg cannot hold Apple Lossless"),
  ]

  @Test(arguments: refused.indices)
  func whatAContainerCannotHold_isAnErrorOfTheCheck(index: Int) throws {
    let (nodes, message) = Self.refused[index]
    let graph = try Graph(
      nodes: """
        v: { use: test.video }
        a: { use: test.audio }
        \(nodes)
        null: { use: null, in: mux }
        null2: { use: null, in: v }
        null3: { use: null, in: a }
        """)
    let found = try EngineCheck().problems(of: GraphChecker().check(graph).graph)
    #expect(found.map(\.message) == [message])
    #expect(found.first?.range?.line == 6)
    #expect(Diagnostics(found).exitCode == 65)
  }

  /// A movie's codecs are known before the run.
  @Test func copyIntoAFileThatCannotHoldIt_isAnErrorOfTheCheck() throws {
    let folder = try TemporaryFolder()
    let source = folder.file("in.mp4")
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=0.2", "-pix_fmt", "yuv420p", source])
    let graph = try Graph(
      nodes: "copy: { use: asset.remux, with: { url: \"\(source)\", output: \"\(folder.file("out.webm"))\" } }")
    let found = try EngineCheck().problems(of: GraphChecker().check(graph).graph)
    #expect(found.map(\.message) == ["WebM cannot hold H.264"])
    #expect(found.first?.notes == ["WebM files hold VP8, VP9, AV1, Vorbis and Opus"])
  }

  @Test func unsupportedCodec_namesAFormatThatHoldsIt() throws {
    let text = """
      format: 1
      nodes:
        v: { use: test.video }
        x: { use: video.encode.prores, in: v }
        mp4: { use: mux.mp4, in: x }
        null: { use: null, in: mp4 }
      """
    let (graph, _) = DescriptionLoader().load(text: text, path: "test.yaml")
    let problems = try EngineCheck().problems(of: GraphChecker().check(graph).graph)
    #expect(
      Diagnostics(problems).description == """
        error: MP4 cannot hold ProRes
         --> test.yaml:5:28
          |
        5 |   mp4: { use: mux.mp4, in: x }
          |                            ^ is ProRes
          |
          = note: only QuickTime files know it
          = help: ProRes goes into mux.mov, mux.mkv
        """)
  }

  @Test func preferredHardware_fallsBackAndGivesTheReason() async throws {
    let folder = try TemporaryFolder()
    let result = try await Self.run(
      """
      source: { use: test.video, with: { size: 96x64, duration: 3f } }
      coded: { use: video.encode.hevc, in: source, with: { hardware: prefer, speed: ultrafast } }
      mux: { use: mux.mp4, in: coded }
      """, out: folder.file("out.mp4"))
    let report = try #require(result.nodes.first { $0.name == "coded" })
    if report.elements.contains("x265enc") {
      #expect(report.notes == ["HEVC encoder: x265enc, for want of vah265enc, nvh265enc"])
    }
  }
}
