import Foundation
import Testing

/// Errors of `reel remux` and `reel tags`: the reason, an alternative, and no trap for any file.
@Suite struct RemuxErrorTests {
  private func made(_ arguments: String) async throws -> CommandFixture {
    let fixture = try CommandFixture([:])
    let made = try await fixture.bash("ffmpeg -nostdin -v error \(arguments)")
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  private static let tone = "-f lavfi -i sine=duration=0.5:sample_rate=48000"

  static let refusals: [(input: String, codecs: String, output: String, cause: String, help: String)] = [
    (
      "a.mp4", "-c:a flac -strict -2", "a.mov",
      "track 1: QuickTime cannot hold 'flac': no specification says how QuickTime files store it",
      "MP4 files hold it"
    ),
    (
      "b.flac", "", "b.mov",
      "track 1: QuickTime cannot hold 'flac': no specification says how QuickTime files store it",
      "MP4 files hold it"
    ),
    (
      "c.mov", "-c:a pcm_alaw", "c.mp4", "track 1: MP4 cannot hold 'alaw': only QuickTime files know it",
      "QuickTime files hold it"
    ),
    (
      "d.mov", "-c:a pcm_u8", "d.mp4",
      "track 1: MP4 cannot hold 'lpcm': it holds packed samples of whole bytes, floating or signed; QuickTime files hold unsigned ones too",
      "QuickTime files hold it"
    ),
    (
      "e.mp3", "", "e.3gp",
      "track 1: 3GP cannot hold 'mp4a' with MPEG audio: 3GPP's files hold H.263, H.264, HEVC, MPEG-4, AAC, AMR and timed text",
      "MP4 files hold it"
    ),
    (
      "f.mov", "-c:a pcm_s16le", "f.m4a",
      "track 1: M4A cannot hold 'ipcm': music players' files hold AAC, Apple Lossless, AC-3 and E-AC-3",
      "MP4 files hold it"
    ),
    (
      "g.ogg", "-c:a libopus", "g.m4a",
      "track 1: M4A cannot hold 'Opus': music players' files hold AAC, Apple Lossless, AC-3 and E-AC-3",
      "MP4 files hold it"
    ),
    (
      "q.ogg", "-c:a libvorbis", "q.mp4", "track 1: MP4 cannot hold 'vorb': it is not registered for such files",
      "Matroska files hold it"
    ),
    quickTimesOwn("h.mov", "-c:v rawvideo -pix_fmt yuyv422 -tag:v yuvs", "h.mp4", "yuvs"),
    quickTimesOwn("i.mov", "-c:v rawvideo -pix_fmt uyvy422", "i.m4v", "2vuy", "M4V"),
    quickTimesOwn("j.mov", "-c:v v210", "j.mp4", "v210"),
    quickTimesOwn("k.mov", "-s 720x576 -r 25 -pix_fmt yuv420p -c:v dvvideo", "k.mp4", "dvcp"),
    quickTimesOwn("l.mkv", "-pix_fmt yuv422p10le -c:v prores_ks -profile:v standard", "l.mp4", "apcn"),
    quickTimesOwn("m.mov", "-c:v qtrle", "m.mp4", "rle "),
    quickTimesOwn("n.mov", "-s 256x144 -pix_fmt yuv422p -c:v dnxhd -profile:v dnxhr_sq", "n.mp4", "AVdh"),
    quickTimesOwn("o.mov", "-c:v rawvideo -pix_fmt rgb24", "o.mp4", "raw "),
    // The error is of the second track.
    (
      "p.mov", "\(pictures) -map 1 -map 0 -c:v libx264 -pix_fmt yuv420p -c:a pcm_mulaw", "p.mp4",
      "track 2: MP4 cannot hold 'ulaw': only QuickTime files know it", "QuickTime files hold it"
    ),
  ]

  private static let pictures = "-f lavfi -i testsrc=size=64x48:duration=0.1"

  private static func quickTimesOwn(
    _ input: String, _ codecs: String, _ output: String, _ name: String, _ kind: String = "MP4"
  ) -> (input: String, codecs: String, output: String, cause: String, help: String) {
    (
      input, "\(pictures) -an \(codecs)", output,
      "track 1: \(kind) cannot hold '\(name)': only QuickTime files know it", "QuickTime files hold it"
    )
  }

  @Test(arguments: refusals.indices) func kindOfFile_isRefusedWithTheReason_andAnotherIsNamed(index: Int) async throws {
    let (input, codecs, output, cause, help) = Self.refusals[index]
    let fixture = try await made("\(Self.tone) \(codecs) \(input)")
    let outcome = try await fixture.run("remux", input, output, "--progress", "none")
    #expect(outcome.code == 73)
    #expect(outcome.error == "error: cannot write '\(output)'\n   = cause: \(cause)\n   = help: \(help)\n")
    #expect(fixture.names == [input])
  }

  /// MPEG audio layer II, as in television.
  @Test(arguments: ["mp4", "mov"]) func secondLayer_isCopied(kind: String) async throws {
    let fixture = try await made("\(Self.tone) -c:a mp2 a.ts")
    let outcome = try await fixture.run("remux", "a.ts", "a.\(kind)", "--progress", "none")
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    let before = try await fixture.bash("ffmpeg -nostdin -v warning -i a.ts -c copy -f md5 -")
    let after = try await fixture.bash("ffmpeg -nostdin -v warning -i a.\(kind) -c copy -f md5 -")
    #expect(before.output == after.output && after.output.hasPrefix("MD5=") && after.error == "", "\(after.error)")
    let heard = try await fixture.bash("ffmpeg -nostdin -v warning -i a.\(kind) -f s16le - | wc -c")
    #expect(heard.output == "\(21 * 1152 * 2)\n" && heard.error == "", "\(heard.error)")
    let again = try await fixture.run("remux", "a.\(kind)", "b.\(kind == "mp4" ? "mov" : "mp4")", "--progress", "none")
    #expect(again.code == 0, "\(again.error)")
  }

  static let damages: [(input: String, codec: String, place: String, offset: Int, bytes: [UInt8], output: String)] = [
    // More than 2^31 samples a second, which overflows in GStreamer.
    ("a.wav", "pcm_s16le", "fmt ", 12, [0x44, 0xac, 0x46, 0x90], "a.mov"),
    ("b.aiff", "pcm_s16be", "COMM", 8, [0x04, 0xcc, 0x00, 0x10, 0x40, 0xbb, 0xac, 0x44], "b.aifc"),
    // Samples of a missing description.
    ("c.mov", "pcm_u8", "stsc", 20, [0, 0, 0, 9], "c.wav"),
  ]

  @Test(arguments: damages.indices) func damage_isAnError(index: Int) async throws {
    let (input, codec, place, offset, new, output) = Self.damages[index]
    let fixture = try await made("\(Self.tone) -c:a \(codec) \(input)")
    var bytes = try fixture.data(of: input)
    let start = try #require(bytes.firstRange(of: Data(place.utf8))).lowerBound + offset
    bytes.replaceSubrange(start..<start + new.count, with: new)
    try fixture.write(bytes, to: input)
    let outcome = try await fixture.run("remux", input, output, "--progress", "none")
    #expect([66, 73].contains(outcome.code) && outcome.error.hasPrefix("error: "), "\(outcome.code) \(outcome.error)")
    #expect(fixture.names == [input])
  }

  /// Three edits whose sum exceeds 63 bits.
  @Test(arguments: ["", "--fast-start", "--fragment 100ms"]) func editsThatAreTooLong_areAnError(option: String)
    async throws
  {
    let fixture = try await made("-f lavfi -i testsrc=size=64x48:duration=0.2 -c:v libx264 -bf 0 a.mp4")
    var bytes = try fixture.data(of: "a.mp4")
    // The movie box is the file's last one, and the track's edits replace its metadata.
    let type = try #require(bytes.firstRange(of: Data("edts".utf8)))
    var list =
      Data([0, 0, 0, 84]) + Data("edts".utf8) + Data([0, 0, 0, 76]) + Data("elst".utf8)
      + Data([1, 0, 0, 0, 0, 0, 0, 3])
    for _ in 0..<3 {
      list += Data([0x3f] + [UInt8](repeating: 0xff, count: 7) + [UInt8](repeating: 0, count: 8) + [0, 1, 0, 0])
    }
    bytes.replaceSubrange(type.lowerBound - 4..<type.lowerBound + 32, with: list)
    for box in ["moov", "trak"] {
      let place = try #require(bytes.firstRange(of: Data(box.utf8))).lowerBound
      let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | UInt32($1) } + 48
      withUnsafeBytes(of: size.bigEndian) { bytes.replaceSubrange(place - 4..<place, with: $0) }
    }
    try fixture.write(bytes, to: "a.mp4")
    let outcome = try await fixture.run(
      ["remux", "a.mp4", "b.mp4", "--progress", "none"] + option.split(separator: " ").map(String.init))
    #expect([66, 73].contains(outcome.code) && outcome.error.hasPrefix("error: "), "\(outcome.code) \(outcome.error)")
    #expect(fixture.names == ["a.mp4"])
  }

  @Test func chaptersOfWhatCannotBeAddedTo_areRefused_withWhatHelps() async throws {
    let fixture = try await made(
      "\(Self.tone) -c:a aac -movflags frag_keyframe+empty_moov a.m4a \(Self.tone) -c:a aac b.m4a")
    try fixture.write("0:00 One\n", to: "list.txt")
    try fixture.write(fixture.data(of: "b.m4a") + Data([1, 2, 3, 4, 5]), to: "b.m4a")
    let before = fixture.contents
    for (name, cause) in [
      ("a.m4a", "the movie is in fragments, to which no tracks can be added"),
      ("b.m4a", "the file ends with 5 bytes that are no box, and nothing can be put behind them"),
    ] {
      let outcome = try await fixture.run("tags", name, "--chapters", "list.txt")
      #expect(outcome.code == 65 && outcome.error.contains("cannot be changed"))
      #expect(
        outcome.error.contains("= cause: \(cause)\n   = help: 'reel remux' makes a copy that can be\n"),
        "\(outcome.error)")
    }
    #expect(fixture.contents == before)
    for name in ["a.m4a", "b.m4a"] {
      #expect(try await fixture.run("remux", name, "c-\(name)", "--progress", "none").code == 0)
      let outcome = try await fixture.run("tags", "c-\(name)", "--chapters", "list.txt")
      #expect(outcome.code == 0, "\(outcome.error)")
    }
  }
}
