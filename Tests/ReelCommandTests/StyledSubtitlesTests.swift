import Foundation
import Testing

/// Bold, italic and underlined text of subtitles in copies and encoded files, judged by what ffmpeg reads of it.
@Suite struct StyledSubtitlesTests {
  private static let styled = "First, <i>second</i>\nth<b>ird</b> <u>Ü😀</u> & last"

  private static func cue(_ start: Int, _ end: Int, _ text: String) -> String {
    "1\n00:00:0\(start),000 --> 00:00:0\(end),000\n\(text)\n\n"
  }

  /// Makes a file of three seconds with subtitles of a codec.
  private func fixture(_ name: String, _ codec: String, _ cues: String = cue(1, 2, styled)) async throws
    -> CommandFixture
  {
    let fixture = try CommandFixture(["words.srt": cues])
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=size=64x64:rate=5:duration=3 -i words.srt -map 0 -map 1 \
        -c:v libx264 -bf 0 -c:s \(codec) \(name)
      """)
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  /// The texts of a file's cues as WebVTT, whose references ffmpeg leaves as they are.
  private func texts(_ name: String, _ fixture: CommandFixture) async throws -> [String] {
    let read = try await fixture.bash("ffmpeg -nostdin -v error -i \(name) -map 0:s:0 -f webvtt -")
    #expect(read.code == 0 && read.error == "", "\(read.error)")
    let text = read.output.replacing("\r\n", with: "\n").replacing("&amp;", with: "&")
    return text.split(separator: "\n\n").dropFirst().map { cue in
      cue.split(separator: "\n").dropFirst().joined(separator: "\n")
    }
  }

  private static let codecs = [("in.mkv", "srt"), ("in.mkv", "ass"), ("in.mkv", "webvtt"), ("in.mp4", "mov_text")]

  @Test(arguments: codecs, ["mp4", "mov", "mkv"])
  func copy_keepsStyles(source: (name: String, codec: String), kind: String) async throws {
    let fixture = try await fixture(source.name, source.codec)
    let copied = try await fixture.bash("$reel remux \(source.name) out.\(kind) --progress none")
    #expect(copied.code == 0 && copied.error == "", "\(copied.error)")
    #expect(try await texts("out.\(kind)", fixture) == [Self.styled])
  }

  @Test(arguments: codecs, ["mp4", "mkv"])
  func encodedCopy_keepsStyles(source: (name: String, codec: String), kind: String) async throws {
    let fixture = try await fixture(source.name, source.codec)
    let made = try await fixture.bash(
      "$reel transcode \(source.name) out.\(kind) --video h264 --audio none --progress none")
    #expect(made.code == 0, "\(made.error)")
    #expect(try await texts("out.\(kind)", fixture) == [Self.styled])
  }

  @Test(arguments: ["mp4", "mkv"]) func cuesThatOverlap_keepTheirStylesTogether(kind: String) async throws {
    let cues = Self.cue(0, 3, "<i>Long</i> ü") + Self.cue(1, 2, "Sh<b>ort</b>")
    let fixture = try await fixture("in.mkv", "srt", cues)
    let copied = try await fixture.bash(
      "$reel remux in.mkv joined.mp4 --progress none && $reel remux joined.mp4 out.\(kind) --progress none")
    #expect(copied.code == 0, "\(copied.error)")
    #expect(
      try await texts("out.\(kind)", fixture) == ["<i>Long</i> ü", "<i>Long</i> ü\nSh<b>ort</b>", "<i>Long</i> ü"])
  }

  /// The marks of the syntax are references in WebVTT.
  @Test func streamedCopy_keepsStyles() async throws {
    let fixture = try await fixture("in.mp4", "mov_text")
    let made = try await fixture.bash("$reel hls in.mp4 -o out --renditions 64p --progress none && cat out/sub*/*.vtt")
    #expect(made.code == 0, "\(made.error)")
    #expect(made.output.contains("\nFirst, <i>second</i>\nth<b>ird</b> <u>Ü😀</u> &amp; last\n"), "\(made.output)")
  }
}
