import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// A run of every node type that writes a file, which ffprobe reads; a node type without a run fails the test.
///
/// The nodes of screens, speakers, cameras and microphones run in the command's tests.
@Suite(.timeLimit(.minutes(10))) struct EveryNodeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let type: String
    /// The nodes; `v` is encoded, `a` is stored, `end` is written as it is. `$` stands for the folder with the inputs.
    let nodes: String
    /// The file name extension.
    var ending = "mkv"
    /// FFprobe's line for each stream.
    let streams: [String]
    var entries = "codec_name,width,height,nb_read_frames"

    var testDescription: String { type }

    static func video(_ type: String, _ size: String = "64,48", _ count: Int = 10, nodes: String) -> Case {
      Case(type: type, nodes: nodes, streams: ["h264,\(size),\(count)"])
    }

    /// Audio of half a second, unless a number of samples is given.
    static func audio(_ type: String, _ format: String = "48000,2", _ samples: Int = 24000, nodes: String) -> Case {
      Case(
        type: type, nodes: nodes, ending: "wav", streams: ["pcm_s16le,\(format),\(samples)"],
        entries: "codec_name,sample_rate,channels,duration_ts")
    }

    static func encoder(
      _ type: String, _ codec: String, in muxer: String, with: String = "", from source: String = "s"
    ) -> Case {
      Case(
        type: type,
        nodes: """
          \(source == "s" ? EveryNodeTests.pictures : EveryNodeTests.tone)
          c: { use: \(type), in: \(source)\(with.isEmpty ? "" : ", with: { \(with) }") }
          end: { use: mux.\(muxer), in: c }
          """, ending: muxer, streams: [codec], entries: source == "s" ? "codec_name,nb_read_frames" : "codec_name")
    }

    static func muxer(_ name: String, _ nodes: String, _ streams: String...) -> Case {
      Case(
        type: "mux.\(name)", nodes: "\(nodes)\nend: { use: mux.\(name), in: [c\(streams.count > 1 ? ", d" : "")] }",
        ending: name, streams: streams, entries: "codec_name")
    }
  }

  private static let pictures = "s: { use: test.video, with: { size: 64x48, duration: 10f } }"
  private static let tone = "t: { use: test.audio, with: { duration: 500ms } }"
  private static let h264 = "\(pictures)\nc: { use: video.encode.h264, in: s, with: { speed: ultrafast } }"
  private static let both = "\(h264)\n\(tone)\nd: { use: audio.encode.aac, in: t }"
  private static let open =
    "\(pictures)\nc: { use: video.encode.vp8, in: s }\n\(tone)\nd: { use: audio.encode.opus, in: t }"

  static let cases: [Case] = [
    // Sources
    .video("test.video", nodes: "v: { use: test.video, with: { size: 64x48, duration: 10f } }"),
    .audio(
      "test.audio", "44100,1", 22050,
      nodes: "a: { use: test.audio, with: { rate: 44100, channels: 1, duration: 500ms } }"),
    .video(
      "asset.read",
      nodes:
        "s: { use: asset.read, with: { url: $/movie.mp4 } }\nv: { use: video.convert, in: s.video, with: { format: i420 } }"
    ),
    .video(
      "movie.read",
      nodes:
        "s: { use: movie.read, with: { url: $/movie.mp4 } }\nv: { use: video.convert, in: s.video, with: { format: i420 } }"
    ),
    .video("image.read", nodes: "v: { use: image.read, with: { url: $/picture.png, duration: 10f } }"),
    Case(
      type: "asset.copy", nodes: "end: { use: asset.copy, with: { url: $/movie.mp4, file_type: mov } }", ending: "mov",
      streams: ["h264", "aac"], entries: "codec_name"),
    Case(
      type: "file.read", nodes: "end: { use: file.read, with: { url: $/movie.mp4 } }", ending: "mp4",
      streams: ["h264", "aac"], entries: "codec_name"),
    Case(
      type: "text.read",
      nodes: "\(h264)\nr: { use: text.read, with: { url: $/words.srt } }\nend: { use: mux.mkv, in: [c, r] }",
      streams: ["h264", "subrip"], entries: "codec_name"),
    // Pictures
    .video("video.convert", nodes: "\(pictures)\nv: { use: video.convert, in: s, with: { format: nv12 } }"),
    .video("video.crop", "48,40", nodes: "\(pictures)\nv: { use: video.crop, in: s, with: { left: 16, bottom: 8 } }"),
    .video("video.pixel_aspect", nodes: "\(pictures)\nv: { use: video.pixel_aspect, in: s, with: { horizontal: 4 } }"),
    .video("video.color", nodes: "\(pictures)\nv: { use: video.color, in: s, with: { matrix: bt601 } }"),
    .video("video.scale", "32,24", nodes: "\(pictures)\nv: { use: video.scale, in: s, with: { width: 32 } }"),
    .video("video.orient", "48,64", nodes: "\(pictures)\nv: { use: video.orient, in: s, with: { method: rotate_90 } }"),
    .video("video.rate", "64,48", 5, nodes: "\(pictures)\nv: { use: video.rate, in: s, with: { frame_rate: 15/1 } }"),
    .video("video.grade", nodes: "\(pictures)\nv: { use: video.grade, in: s, with: { contrast: 0.5 } }"),
    .video("video.text", nodes: "\(pictures)\nv: { use: video.text, in: { in: s }, with: { text: Hello } }"),
    .video(
      "video.tile", "128,96", 3, nodes: "\(pictures)\nv: { use: video.tile, in: s, with: { columns: 2, rows: 2 } }"),
    .video(
      "video.composite", "128,48",
      nodes: "\(pictures)\nv: { use: video.composite, in: [s, s], with: { size: 128x48, layers: [{}, { x: 64 }] } }"),
    .video(
      "video.decode", nodes: "\(pictures)\nc: { use: video.encode.mjpeg, in: s }\nv: { use: video.decode, in: c }"),
    .video("gst", nodes: "\(pictures)\nv: { use: gst, in: s, with: { element: videobalance, type: video/raw } }"),
    // Sound
    .audio(
      "audio.convert", "16000,1", 8000,
      nodes: "\(tone)\na: { use: audio.convert, in: t, with: { rate: 16000, channels: 1 } }"),
    .audio("audio.volume", nodes: "\(tone)\na: { use: audio.volume, in: t, with: { gain: -6dB } }"),
    .audio("audio.tempo", "48000,2", 12000, nodes: "\(tone)\na: { use: audio.tempo, in: t, with: { speed: 2 } }"),
    .audio("audio.mix", nodes: "\(tone)\na: { use: audio.mix, in: [t, t], with: { gains: [0.5, 0.25] } }"),
    .audio("audio.loudness", nodes: "\(tone)\na: { use: audio.loudness, in: t, with: { target: -20 } }"),
    .audio("audio.level", nodes: "\(tone)\nl: { use: audio.level, in: t }\na: { use: audio.volume, in: l.out }"),
    .audio("audio.decode", nodes: "\(tone)\nc: { use: audio.encode.flac, in: t }\na: { use: audio.decode, in: c }"),
    // Encoders
    .encoder("video.encode.h264", "h264,10", in: "mp4", with: "profile: main"),
    .encoder("video.encode.hevc", "hevc,10", in: "mp4", with: "speed: ultrafast"),
    .encoder("video.encode.vp8", "vp8,10", in: "webm"), .encoder("video.encode.vp9", "vp9,10", in: "webm"),
    .encoder("video.encode.av1", "av1,10", in: "mkv", with: "cpu_used: 10"),
    .encoder("video.encode.prores", "prores,10", in: "mov"), .encoder("video.encode.mjpeg", "mjpeg,10", in: "mkv"),
    .encoder("audio.encode.aac", "aac", in: "mp4", from: "t"),
    .encoder("audio.encode.opus", "opus", in: "ogg", from: "t"),
    .encoder("audio.encode.vorbis", "vorbis", in: "ogg", from: "t"),
    .encoder("audio.encode.mp3", "mp3", in: "mp3", from: "t"),
    .encoder("audio.encode.flac", "flac", in: "mkv", from: "t"),
    .encoder("audio.encode.alac", "alac", in: "mov", from: "t"),
    .encoder("audio.encode.amr", "amr_nb", in: "amr", from: "t"),
    .encoder("audio.encode.pcm", "pcm_s24le", in: "wav", with: "format: s24", from: "t"),
    Case(
      type: "image.encode.png", nodes: "\(pictures)\nend: { use: image.encode.png, in: s }", ending: "png",
      streams: ["png,64,48,1"]),
    Case(
      type: "image.encode.jpeg", nodes: "\(pictures)\nend: { use: image.encode.jpeg, in: s }", ending: "jpg",
      streams: ["mjpeg,64,48,1"]),
    // Muxers
    .muxer("mp4", both, "h264", "aac"), .muxer("mov", both, "h264", "aac"), .muxer("mkv", both, "h264", "aac"),
    .muxer("3gp", both, "h264", "aac"), .muxer("m4a", "\(tone)\nc: { use: audio.encode.aac, in: t }", "aac"),
    .muxer("ts", both, "h264", "aac"), .muxer("webm", open, "vp8", "opus"),
    .muxer("ogg", "\(tone)\nc: { use: audio.encode.vorbis, in: t }", "vorbis"),
    .muxer("wav", "\(tone)\nc: { use: audio.encode.pcm, in: t }", "pcm_s16le"),
    .muxer("aiff", "\(tone)\nc: { use: audio.encode.pcm, in: t }", "pcm_s16be"),
    .muxer("aifc", "\(tone)\nc: { use: audio.encode.pcm, in: t, with: { format: f32 } }", "pcm_f32be"),
    .muxer("caf", "\(tone)\nc: { use: audio.encode.alac, in: t }", "alac"),
    .muxer(
      "amr",
      """
      \(tone)
      n: { use: audio.convert, in: t, with: { rate: 8000, channels: 1 } }
      c: { use: gst, in: n, with: { element: amrnbenc, from: audio/raw, to: audio/coded } }
      """, "amr_nb"),
    .muxer("mp3", "\(tone)\nc: { use: audio.encode.mp3, in: t }", "mp3"),
    .muxer("flac", "\(tone)\nc: { use: audio.encode.flac, in: t }", "flac"),
    // Sinks: their other effects do not affect the file.
    .video("null", nodes: "\(pictures)\nnothing: { use: \"null\", in: s }\nv: { use: video.grade, in: s }"),
    .video("file.write", nodes: "v: { use: test.video, with: { size: 64x48, duration: 10f } }"),
    // Templates
    .video(
      "asset.reader",
      nodes:
        "s: { use: asset.reader, with: { url: $/movie.mp4 } }\nv: { use: video.grade, in: s.video }\nn: { use: \"null\", in: s.audio }"
    ),
    Case(
      type: "export.preset",
      nodes: "\(pictures)\n\(tone)\nend: { use: export.preset, in: { video: s, audio: t }, with: { preset: medium } }",
      ending: "mp4", streams: ["h264", "aac"], entries: "codec_name"),
  ]

  /// Nodes whose files have other names than those of `cases`, and nodes of devices.
  static let others = [
    "image.write", "metadata.lines", "asset.export", "asset.remux",
    // In the image tests of the command and of AVFoundation.
    "asset.frames", "image.generate", "image.render",
    // In the command's AudioDeviceTests and DisplayTests.
    "speaker", "display.video", "capture.audio", "capture.screen", "capture.video", "capture",
    "player",
    // In the tests of MediaTimeline.
    "timeline", "timeline.copy",
    // In HLSWriteTests.
    "hls.write", "hls.package",
  ]

  @Test func everyNode_isHere() {
    let types = Self.cases.map(\.type) + Self.others
    #expect(types.sorted() == Registry().declarations.map(\.type.name))
  }

  /// A folder with a movie, an image and subtitles.
  private static let inputs = Task<TemporaryFolder, any Error> {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=30", "-f", "lavfi", "-i", "sine=440", "-frames:v", "10", "-t",
      "0.5",
      "-pix_fmt", "yuv420p", folder.file("movie.mp4"),
    ])
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1", folder.file("picture.png")])
    try "1\n00:00:00,100 --> 00:00:00,300\nWords\n".write(
      toFile: folder.file("words.srt"), atomically: true, encoding: .utf8)
    return folder
  }

  /// Runs nodes in a folder.
  private func run(_ nodes: String) async throws {
    let folder = try await Self.inputs.value
    _ = try await Graph(nodes: nodes.replacing("$", with: folder.path)).run(options: .testing)
  }

  @Test(arguments: cases) func aRun_writesWhatItShould(_ node: Case) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.\(node.ending)")
    var nodes = node.nodes
    if nodes.contains("\nv: ") || nodes.hasPrefix("v: ") {
      nodes +=
        "\nencoded: { use: video.encode.h264, in: v, with: { speed: ultrafast } }\nend: { use: mux.mkv, in: encoded }"
    } else if nodes.contains("\na: ") || nodes.hasPrefix("a: ") {
      nodes += "\nencoded: { use: audio.encode.pcm, in: a }\nend: { use: mux.wav, in: encoded }"
    }
    try await run(nodes + "\nfile: { use: file.write, in: end, with: { url: \(path) } }")
    let streams = try Oracle.streams(path, node.entries).map { $0.trimmingCharacters(in: [","]) }.filter { !$0.isEmpty }
    // The streams of a transport stream are listed again under its programme.
    #expect(
      streams.prefix(node.streams.count) == node.streams[...] && streams.count % node.streams.count == 0, "\(streams)")
    let warnings = try Oracle.warnings(path).split(separator: "\n").filter {
      // AMR has no header with its length.
      !$0.contains("Guessed Channel Layout") && !($0.hasPrefix("[amr") && $0.contains("Estimating duration"))
    }
    #expect(warnings == [])
  }

  @Test func imageWrite_writesAFileForEachFrame() async throws {
    let folder = try TemporaryFolder()
    try await run("\(Self.pictures)\nend: { use: image.write, in: s, with: { url: \"\(folder.path)/%02d.png\" } }")
    #expect(folder.names == (1...10).map { String(format: "%02d.png", $0) })
    #expect(try Oracle.streams(folder.file("07.png"), "codec_name,width,height") == ["png,64,48"])
  }

  @Test func metadataLines_areJSON() async throws {
    let folder = try TemporaryFolder()
    try await run(
      """
      \(Self.tone)
      l: { use: audio.level, in: t }
      n: { use: "null", in: l.out }
      m: { use: metadata.lines, in: l.levels }
      f: { use: file.write, in: m, with: { url: \(folder.file("levels.jsonl")) } }
      """)
    let times = try Oracle.text(
      "python3",
      [
        "-c", "import json, sys; print([json.loads(line)['time'] for line in open(sys.argv[1])])",
        folder.file("levels.jsonl"),
      ])
    #expect(times.split(separator: ",").count == 5, "\(times)")
  }

  @Test(arguments: ["asset.export", "asset.remux"]) func wholeOperations_writeMovies(_ type: String) async throws {
    let folder = try TemporaryFolder()
    try await run("x: { use: \(type), with: { url: $/movie.mp4, output: \(folder.file("out.mp4")) } }")
    #expect(try Oracle.streams(folder.file("out.mp4"), "codec_name") == ["h264", "aac"])
    #expect(try Oracle.warnings(folder.file("out.mp4")) == "")
  }
}
