import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import TestSupport
import Testing

/// Matroska and WebM files that graphs write, judged by ffmpeg.
@Suite struct MatroskaMuxTests {
  private func run(_ nodes: String) async throws {
    _ = try await Graph(nodes: nodes).run(options: .testing)
  }

  static let encoders = [
    ("aac", "mkv"), ("mp3", "mkv"), ("opus", "webm"), ("opus", "mkv"), ("vorbis", "webm"), ("flac", "mkv"),
    ("pcm", "mkv"), ("alac", "mkv"),
  ]

  /// The priming of encoders is taken off: what is heard lies where it lay.
  @Test(arguments: encoders) func encodedAudio_isOnTime(encoder: String, container: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mov"), folder.file("out.\(container)"))
    try FlashAndBeep.make(source)
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      video: { use: video.encode.\(container == "webm" ? "vp8" : "h264"), in: source.video }
      audio: { use: audio.encode.\(encoder), in: source.audio }
      mux: { use: mux.\(container), in: [video, audio] }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """)
    let times = try FlashAndBeep.times(out)
    #expect(abs(times.flash - 0.52) < 0.0015)
    #expect(abs(times.beep - 0.5) < 0.0025, "\(times)")
    // FFmpeg has to guess the layout of PCM.
    let warnings = try encoder == "pcm" ? "" : Oracle.warnings(out)
    #expect(warnings == "")
  }

  /// The first block is written before the sound is read that begins earlier.
  @Test func pictureThatBeginsLate_isLateFromTheFirstFrameOn() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.flv"), folder.file("out.mkv"))
    try Oracle.make([
      "-f", "lavfi", "-itsoffset", "0.06", "-i", "testsrc=size=64x48:rate=25:duration=0.6", "-f", "lavfi", "-i",
      "sine=sample_rate=48000:duration=0.6", "-c:v", "libx264", "-bf", "2", "-b_strategy", "0", "-pix_fmt", "yuv420p",
      "-c:a",
      "aac", source,
    ])
    try await run(
      """
      copy: { use: asset.remux, with: { url: "\(source)", output: "\(out)" } }
      """)
    func times(_ path: String) throws -> [Double] {
      let entries = ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path]
      let text = try Oracle.text("ffprobe", entries)
      return text.split(whereSeparator: { $0.isNewline || $0 == "," }).compactMap { Double($0) }.sorted()
    }
    let (own, expected) = (try times(out), try times(source))
    #expect(own.count == 15)
    let distances = zip(own, expected).map { ($0 - own[own.count - 1]) - ($1 - expected[expected.count - 1]) }
    #expect(distances.allSatisfy { abs($0) < 0.0015 }, "\(own), not \(expected)")
  }

  /// Elements of a user give streams in forms of their own: a parser makes the frames that files hold.
  @Test(arguments: ["mkv", "mp4"]) func unframedStreams_areParsed(container: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mov"), folder.file("out.\(container)"))
    try FlashAndBeep.make(source)
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      x264: { use: gst, in: source.video, with: { element: x264enc, from: video/raw, to: video/coded } }
      form: { use: gst, in: x264, with: { element: capsfilter, type: video/coded, properties: { caps: "video/x-h264,stream-format=byte-stream" } } }
      flac: { use: gst, in: source.audio, with: { element: flacenc, from: audio/raw, to: audio/coded } }
      mux: { use: mux.\(container), in: [form, flac] }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """)
    let times = try FlashAndBeep.times(out)
    #expect(abs(times.flash - times.beep - 0.02) < 0.0025, "\(times)")
    let warnings = try Oracle.warnings(out)
    #expect(warnings == "")
    let pcm = ["-map", "0:a", "-c:a", "pcm_s16le", "-f", "md5", "-"]
    #expect(
      try Oracle.text("ffmpeg", ["-v", "error", "-i", out] + pcm)
        == Oracle.text("ffmpeg", ["-v", "error", "-i", source] + pcm))
  }

  @Test func framesInADTS_areParsed() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mov"), folder.file("out.mkv"))
    try FlashAndBeep.make(source)
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      aac: { use: audio.encode.aac, in: source.audio }
      adts: { use: gst, in: aac, with: { element: aacparse, type: audio/coded } }
      form: { use: gst, in: adts, with: { element: capsfilter, type: audio/coded, properties: { caps: "audio/mpeg,stream-format=adts" } } }
      mux: { use: mux.mkv, in: [source.coded_video, form] }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """)
    let times = try FlashAndBeep.times(out)
    #expect(abs(times.flash - times.beep - 0.02) < 0.0025, "\(times)")
    let warnings = try Oracle.warnings(out)
    #expect(warnings == "")
  }

  /// Copies keep the priming of their files too.
  @Test func copiedAudio_isOnTime() async throws {
    let folder = try TemporaryFolder()
    let (source, movie, out) = (folder.file("in.mov"), folder.file("in.mp4"), folder.file("out.mkv"))
    try FlashAndBeep.make(source)
    try Oracle.make(["-i", source, "-c:v", "copy", "-c:a", "aac", movie])
    try await run("copy: { use: asset.remux, with: { url: \"\(movie)\", output: \"\(out)\" } }")
    let times = try FlashAndBeep.times(out)
    #expect(abs(times.flash - 0.52) < 0.0015)
    #expect(abs(times.beep - 0.5) < 0.0025, "\(times)")
    #expect(try hashes(out) == hashes(movie))
  }

  /// The checksums of all packets, by streams.
  private func hashes(_ path: String) throws -> [Int: [String]] {
    struct Report: Decodable {
      struct Packet: Decodable {
        let stream_index: Int
        let data_hash: String
      }
      let packets: [Packet]
    }
    let json = try Oracle.run(
      "ffprobe", ["-v", "error", "-show_packets", "-show_data_hash", "adler32", "-of", "json", path])
    let packets = try JSONDecoder().decode(Report.self, from: json).packets
    return Dictionary(grouping: packets, by: \.stream_index).mapValues { $0.map(\.data_hash) }
  }

  /// A movie with an edit inside a group of pictures keeps the frames that others need, hidden.
  @Test func editInsideGOP_keepsItsKeyFrame() async throws {
    let folder = try TemporaryFolder()
    let (whole, cut, out) = (folder.file("whole.mp4"), folder.file("cut.mp4"), folder.file("out.mkv"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=4", "-f", "lavfi", "-i",
      "sine=duration=4:sample_rate=48000", "-c:v", "libx264", "-g", "50", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a",
      "aac", whole,
    ])
    try Oracle.make(["-ss", "2.48", "-i", whole, "-c", "copy", cut])
    try await run("copy: { use: asset.remux, with: { url: \"\(cut)\", output: \"\(out)\" } }")
    let (before, after) = (try hashes(cut), try hashes(out))
    #expect(after[0] == before[0] && after.count == 2)
    func frames(_ path: String) throws -> [Substring] {
      try Oracle.text(
        "ffmpeg",
        ["-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-vsync", "passthrough", "-f", "framemd5", "-"]
      ).split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
    }
    let (shown, all) = (try frames(cut), try frames(out))
    #expect(shown.count == 38 && all.suffix(shown.count) == shown[...])
    // They last a thousandth of a second each.
    let first = try Oracle.text(
      "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", out])
    #expect(first.split(separator: "\n").compactMap { Double($0) }.count { $0 < 0.0115 } == 12)
  }

  /// A copy without a graph has all packets, with their times.
  @Test(arguments: ["mkv", "webm"]) func fileCopy_hasAllPackets(kind: String) throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.\(kind == "webm" ? "webm" : "mp4")"), folder.file("out.\(kind)"))
    let codecs = kind == "webm" ? "-c:v libvpx -deadline realtime -c:a libopus" : "-c:v libx264 -bf 2 -c:a aac"
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=1.2", "-f", "lavfi", "-i",
        "sine=duration=1.2:sample_rate=48000", "-pix_fmt", "yuv420p",
      ] + codecs.split(separator: " ").map(String.init) + [source])
    _ = try MovieRemux(from: source, to: out).run()
    #expect(try hashes(out) == hashes(source))
    let warnings = try Oracle.warnings(out)
    #expect(warnings == "")
  }

  @Test func pipe_getsAllPackets() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mov"), folder.file("out.mkv"))
    try FlashAndBeep.make(source)
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/bin/sh")
    reader.arguments = ["-c", "exec cat '\(pipe)' > '\(out)'"]
    try reader.run()
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      audio: { use: audio.encode.aac, in: source.audio }
      mux: { use: mux.mkv, in: [source.coded_video, audio], with: { metadata: { title: Zwei } } }
      file: { use: file.write, in: mux, with: { url: "\(pipe)" } }
      """)
    reader.waitUntilExit()
    #expect(try Oracle.streams(out, "codec_name,nb_read_frames") == ["h264,25", "aac,48"])
    let times = try FlashAndBeep.times(out)
    #expect(abs(times.beep - 0.5) < 0.0025, "\(times)")
  }

  @Test func metadataAndChapters_areCopied() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mp4"), folder.file("out.mkv"))
    let marks = folder.file("marks.txt")
    try Oracle.marks(tags: ["title=Eins", "artist=Wer"], chapters: [(0, 400, "Anfang"), (400, 1000, "Ende")])
      .write(toFile: marks, atomically: true, encoding: .utf8)
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=1", "-i", marks, "-map_metadata", "1", "-map_chapters", "1", "-map", "0",
      "-c:a", "aac", source,
    ])
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      mux: { use: mux.mkv, in: [source.coded_audio, source.metadata], with: { metadata: { comment: Ja } } }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """)
    let report = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_chapters", "-show_entries", "format_tags", "-of", "flat", out])
    for text in ["Eins", "Wer", "Ja", "Anfang", "Ende"] { #expect(report.contains("\"\(text)\""), "\(report)") }
    #expect(report.contains("chapters.chapter.1.start_time=\"0.400000\""))
  }
}
