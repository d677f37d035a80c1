import TestSupport
import Testing

/// `reel cut --smart` where the output cannot have all samples as they are stored.
@Suite struct SmartCutTests {
  private static func fixture() async throws -> CommandFixture {
    try await CommandFixture.withMedia(
      ["in.srt": "1\n00:00:00,500 --> 00:00:01,500\nOne\n\n2\n00:00:01,600 --> 00:00:01,900\nTwo\n"],
      by: """
        ffmpeg -nostdin -v error -f lavfi -i sine=440:r=44100:d=2 tone.flac
        ffmpeg -nostdin -v error -i tone.flac -c:a libmp3lame tone.mp3
        ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=2 -i tone.flac -c:v libx264 -g 10 -c:a aac in.mp4
        ffmpeg -nostdin -v error -i in.mp4 -i in.srt -map 0 -map 1 -c:v copy -c:a flac -c:s srt in.mkv
        ffmpeg -nostdin -v error -i in.mp4 -i in.srt -map 0 -map 1 -c copy -c:s mov_text titled.mp4
        ffmpeg -nostdin -v error -i in.mp4 -c:v libvpx -deadline realtime -c:a libopus in.webm
        """)
  }

  private func smartCut(_ input: String, to output: String, _ options: [String] = [], in fixture: CommandFixture)
    async throws -> Child.Outcome
  {
    try await fixture.run(
      ["cut", input, "--from", "520ms", "--to", "1720ms", "-o", output, "--smart", "--progress", "none"] + options)
  }

  @Test(arguments: [
    ("tone.mp3", "out.ogg", "the sound is encoded: ogg files cannot hold MPEG audio"),
    ("tone.flac", "out.wav", "the sound is encoded: wav files cannot hold FLAC"),
    ("tone.mp3", "out.m4a", "the sound is encoded: m4a files cannot hold MPEG audio"),
    ("in.mp4", "out.mp3", "the sound is encoded: mp3 files cannot hold AAC"),
    ("in.webm", "out.webm", "the pictures are encoded: webm files cannot hold H.264"),
    ("in.mp4", "out.webm", "the sound is encoded: webm files cannot hold AAC"),
  ]) func whatTheKindOfFileCannotHold_isEncoded(input: String, output: String, note: String) async throws {
    let fixture = try await Self.fixture()
    let outcome = try await smartCut(input, to: output, in: fixture)
    #expect(outcome.code == 0 && outcome.error.contains("note: \(note)"), "\(outcome.error)")
    let decoded = try await fixture.bash(
      "ffmpeg -nostdin -v warning -i \(output) -map 0:a -ac 1 -ar 48000 -f s16le - | wc -c")
    let samples = Int(decoded.output.trimmingPrefix { $0 == " " }.prefix { $0.isNumber }).map { $0 / 2 } ?? 0
    // A decoder that does not trim gives up to two packets more.
    #expect(decoded.code == 0 && (57_600...61_000).contains(samples), "\(samples) \(decoded.error)")
    guard output.hasSuffix("webm") else { return }
    let frames = try await fixture.bash(
      "ffprobe -v error -select_streams v -count_frames -show_entries stream=nb_read_frames -of csv=p=0 \(output)")
    // In WebM, frames begin 7 ms late, behind the priming of Opus: the first one is the end of the frame before.
    #expect(frames.output.hasPrefix(input == "in.webm" ? "31" : "30"), "\(frames.output)")
  }

  @Test func soundThatShallBeCopied_isOrTellsWhyNot() async throws {
    let fixture = try await Self.fixture()
    let copied = try await smartCut("in.mp4", to: "out.mp4", ["--audio", "copy"], in: fixture)
    let probed = try await fixture.bash("ffprobe -v error -show_entries stream=codec_name -of csv=p=0 out.mp4")
    #expect(copied.code == 0 && probed.output == "h264\naac\n", "\(copied.error) \(probed.output)")
    let refused = try await smartCut("tone.mp3", to: "out.wav", ["--audio", "copy"], in: fixture)
    #expect(
      refused.code == 64 && refused.error.contains("cannot be copied: wav files cannot hold MPEG audio"),
      "\(refused.error)")
  }

  @Test(arguments: [("in.mkv", "out.mkv"), ("in.mkv", "out.mp4"), ("titled.mp4", "out.mkv"), ("titled.mp4", "out.mp4")])
  func subtitles_areCutToo(input: String, output: String) async throws {
    let fixture = try await Self.fixture()
    let outcome = try await smartCut(input, to: output, in: fixture)
    #expect(outcome.code == 0 && !outcome.error.contains("note:"), "\(outcome.error)")
    let shown = try await fixture.bash(
      "ffmpeg -nostdin -v error -copyts -i \(output) -map 0:s -f srt - | grep -oE '^[0-9]{2}:.*|One|Two'")
    #expect(
      shown.output == "00:00:00,000 --> 00:00:00,980\nOne\n00:00:01,080 --> 00:00:01,200\nTwo\n", "\(shown.output)")
  }

  @Test func furtherPictures_areNamed() async throws {
    let fixture = try await Self.fixture()
    let made = try await fixture.bash("ffmpeg -nostdin -v error -i in.mp4 -map 0:v -map 0 -c copy two.mp4")
    #expect(made.code == 0, "\(made.error)")
    let outcome = try await smartCut("two.mp4", to: "out.mp4", in: fixture)
    #expect(
      outcome.code == 0 && outcome.error.contains("note: the output is without the pictures of track 2"),
      "\(outcome.error)")
  }

  @Test func pipes_tellTheMuxersReason() async throws {
    let fixture = try await Self.fixture()
    for (kind, name) in [("ogg", "Ogg"), ("wav", "WAVE")] {
      let outcome = try await fixture.bash("cat tone.mp3 | $reel transcode - out.\(kind) --audio copy --progress none")
      #expect(
        outcome.code == 70 && outcome.error.contains("\(name) cannot hold MPEG audio"), "\(outcome.error)")
      #expect(!outcome.error.contains("Internal data stream error"), "\(outcome.error)")
    }
  }
}
