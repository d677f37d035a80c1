import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MovieFile
import Testing

/// Audio files that graphs write: every sample at its place, read back by ffmpeg and by Reel.
@Suite struct AudioFileMuxTests {
  @discardableResult
  private func run(_ nodes: String, out: String) async throws -> RunResult {
    try await Graph(nodes: nodes, writing: "mux", to: out).run(options: .testing)
  }

  /// Returns the samples of a file's first channel, as a program decodes it.
  private func samples(_ path: String, in folder: TemporaryFolder) throws -> [Int] {
    let raw = folder.file("out.raw")
    try Oracle.make(["-i", path, "-f", "s16le", "-ac", "1", raw])
    let data = try Data(contentsOf: URL(fileURLWithPath: raw))
    return data.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map { Int(bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)) }
    }
  }

  /// The codecs of each type, and the samples by which ffmpeg 5 delays the audio: it ignores packet tables, but
  /// not the header of MP3.
  static let sounds: [(encoder: String, with: String, mux: String, priming: Int, all: Int)] = [
    ("pcm", "format: s24", "wav", 0, 48_048), ("pcm", "format: f32", "wav", 0, 48_048),
    ("pcm", "format: u8", "wav", 0, 48_048), ("pcm", "format: s24", "aiff", 0, 48_048),
    ("pcm", "format: u8", "aiff", 0, 48_048), ("pcm", "format: u8", "aifc", 0, 48_048),
    ("pcm", "format: f32", "aifc", 0, 48_048), ("pcm", "format: s16", "aifc", 0, 48_048),
    ("pcm", "format: s16be", "aifc", 0, 48_048),
    ("pcm", "format: s16", "caf", 0, 48_048), ("alac", "", "caf", 0, 48_048),
    ("aac", "bitrate: 96kb/s", "caf", 1024, 48 * 1024), ("opus", "bitrate: 96kb/s", "caf", 312, 51 * 960),
    ("mp3", "", "caf", 1105, 43 * 1152), ("mp3", "", "mp3", 0, 48_048),
  ]

  @Test(arguments: sounds.indices) func impulse_isAtItsSampleAndNothingIsMissing(index: Int) async throws {
    let (encoder, with, mux, priming, all) = Self.sounds[index]
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
    let theirs = try samples(out, in: folder)
    let loudest = theirs.map(abs).max()
    #expect(theirs.firstIndex { abs($0) == loudest } == 22_050 + priming && theirs.count == all)
    // Read by Reel: from the first encoded sample to the last.
    let audio = Samples()
    var graph = Graph()
    let asset = graph.add("source", AssetRead { $0.url = Location(out) })
    graph.connect(asset.audio, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    let ours = audio.first.map(abs)
    #expect(ours.count == 48_048 && ours.max().flatMap { ours.firstIndex(of: $0) } == 22_050)
    #expect(folder.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test(arguments: ["wav", "aiff", "aifc", "caf"]) func channels_keepTheirPlaces(mux: String) async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.wav")
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=0.1|0.2|0.3|0.4|0.5|0.6:c=5.1(side):s=48000:d=0.1", source,
    ])
    let out = folder.file("out.\(mux)")
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      coded: { use: audio.encode.pcm, in: source.audio, with: { format: s24 } }
      mux: { use: mux.\(mux), in: coded }
      """, out: out)
    #expect(try Oracle.streams(out, "channels,channel_layout") == ["6,5.1(side)"])
    let pcm = ["-c:a", "pcm_s16le"]
    #expect(try Oracle.md5(out, pcm) == Oracle.md5(source, pcm))
  }

  @Test(arguments: [("amrnbenc", 8000, "amr_nb"), ("voamrwbenc", 16_000, "amr_wb")])
  func speech_getsAFileOfItsOwn_andIsPassedOn(encoder: String, rate: Int, codec: String) async throws {
    let folder = try TemporaryFolder()
    let (direct, phone, passed) = (folder.file("direct.amr"), folder.file("phone.3gp"), folder.file("passed.amr"))
    for (mux, out) in [("amr", direct), ("3gp", phone)] {
      try await run(
        """
        source: { use: test.audio, with: { rate: \(rate), channels: 1, duration: 1s } }
        coded: { use: gst, in: source, with: { element: \(encoder), from: audio/raw, to: audio/coded } }
        mux: { use: mux.\(mux), in: coded }
        """, out: out)
    }
    try await run(
      """
      source: { use: asset.read, with: { url: "\(phone)" } }
      mux: { use: mux.amr, in: source.coded_audio }
      """, out: passed)
    #expect(try Oracle.streams(direct, "codec_name,sample_rate,channels") == ["\(codec),\(rate),1"])
    // AMR has no header with its length.
    let warnings = try Oracle.warnings(direct).split(separator: "\n")
    #expect(warnings.allSatisfy { $0.contains("Estimating duration from bitrate") }, "\(warnings)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: direct))
    #expect(try Data(contentsOf: URL(fileURLWithPath: passed)) == bytes)
    #expect(bytes.starts(with: Data((rate == 8000 ? "#!AMR\n" : "#!AMR-WB\n").utf8)))
  }

  @Test func storedAudioOfAMovie_isTakenOver() async throws {
    let folder = try TemporaryFolder()
    let (whole, out) = (folder.file("whole.mov"), folder.file("out.wav"))
    try Oracle.make(["-f", "lavfi", "-i", "aevalsrc=n/48000:s=48000:d=1", "-c:a", "pcm_s16be", whole])
    try await run(
      """
      source: { use: asset.read, with: { url: "\(whole)" } }
      mux: { use: mux.wav, in: source.coded_audio }
      """, out: out)
    let pcm = ["-c:a", "pcm_s16le"]
    #expect(try Oracle.md5(out, pcm) == Oracle.md5(whole, pcm))
  }

  @Test func nothingIsLeftBehind_whenTheTypeCannotHoldWhatComes() async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.amr")
    let problem = await #expect(throws: Diagnostics.self) {
      try await run(
        """
        source: { use: test.audio, with: { rate: 8000, channels: 2, duration: 1s } }
        coded: { use: audio.encode.aac, in: source }
        mux: { use: mux.amr, in: coded }
        """, out: out)
    }
    #expect(problem?.all.map(\.message) == ["AMR cannot hold AAC"])
    #expect(folder.names == [])
  }
}
