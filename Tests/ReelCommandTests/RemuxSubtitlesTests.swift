import Foundation
import Testing

/// `reel remux` and exports that copy: subtitles go along, judged by what ffmpeg reads of them.
@Suite struct RemuxSubtitlesTests {
  private static let words = """
    1
    00:00:00,500 --> 00:00:01,000
    First, <i>second</i>
    third

    2
    00:00:02,100 --> 00:00:02,900
    Last

    """

  /// Makes a file of three seconds with French subtitles of a codec.
  private func fixture(_ name: String, _ codec: String) async throws -> CommandFixture {
    let fixture = try CommandFixture(["words.srt": Self.words])
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc=size=128x96:rate=25:duration=3 -i words.srt -map 0 -map 1 \
        -c:v libx264 -bf 0 -c:s \(codec) -metadata:s:s:0 language=fra \(name)
      """)
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  /// The cues of a file without tags and numbers, as ffmpeg reads them.
  private func cues(_ name: String, _ fixture: CommandFixture) async throws -> [String] {
    let read = try await fixture.bash("ffmpeg -nostdin -v error -i \(name) -map 0:s:0 -f srt -")
    #expect(read.code == 0 && read.error == "", "\(read.error)")
    return read.output.replacing("\r\n", with: "\n").replacing(#/<[^>]*>/#, with: "").split(separator: "\n\n").map {
      cue in
      cue.split(separator: "\n").dropFirst().joined(separator: "\n")
    }
  }

  private static let all = [
    "00:00:00,500 --> 00:00:01,000\nFirst, second\nthird", "00:00:02,100 --> 00:00:02,900\nLast",
  ]

  @Test(arguments: ["srt", "ass", "webvtt"], ["mp4", "mov", "mkv", "mp4 --fast-start", "mp4 --fragment 500ms"])
  func matroska_givesItsSubtitles(codec: String, output: String) async throws {
    let fixture = try await fixture("in.mkv", codec)
    let copied = try await fixture.bash("$reel remux in.mkv out.\(output) --progress none")
    #expect(copied.code == 0 && copied.error == "", "\(copied.error)")
    let name = "out.\(output.prefix(3))"
    // ffmpeg takes no durations of text out of fragments.
    func comparable(_ cue: String) -> String {
      output.contains("fragment") ? cue.replacing(#/ --> .*/#, with: "") : cue
    }
    let texts = try await cues(name, fixture)
    #expect(texts.map(comparable) == Self.all.map(comparable))
    let language = try await fixture.bash(
      "ffprobe -v error -select_streams s -show_entries stream_tags=language -of csv=p=0 \(name)")
    #expect(language.output == "fra\n")
    let hashes = try await ["in.mkv", name].asyncMap {
      try await fixture.bash("ffmpeg -nostdin -v error -i \($0) -map 0:v -f md5 -").output
    }
    #expect(hashes[0] == hashes[1] && hashes[0].hasPrefix("MD5="))
  }

  /// Styles stay where the file has a place for them.
  @Test(arguments: ["srt", "ass", "webvtt"]) func packetsOfMatroska_areTheSameInMatroska(codec: String) async throws {
    let fixture = try await fixture("in.mkv", codec)
    let copied = try await fixture.bash(
      """
      $reel remux in.mkv out.mkv --progress none
      for file in in out; do ffmpeg -nostdin -v error -i $file.mkv -map 0:s:0 -c copy -f \(codec) - | md5sum; done
      """)
    let sums = copied.output.split(separator: "\n").filter { $0.hasSuffix("-") }
    #expect(copied.code == 0 && sums.count == 2 && sums[0] == sums[1], "\(copied.output) \(copied.error)")
  }

  @Test func timedTextOfAMovie_isTextInMatroska() async throws {
    let fixture = try await fixture("in.mp4", "mov_text")
    let copied = try await fixture.bash("$reel remux in.mp4 out.mkv --progress none")
    #expect(copied.code == 0 && copied.error == "", "\(copied.error)")
    let texts = try await cues("out.mkv", fixture)
    #expect(texts == Self.all)
  }

  /// The cues of a part begin and end with it.
  @Test(arguments: ["mp4", "mov"]) func part_hasItsCues(kind: String) async throws {
    let fixture = try await fixture("in.mkv", "srt")
    let copied = try await fixture.bash(
      "$reel export in.mkv out.\(kind) --preset passthrough --from 700ms --to 2500ms --progress none")
    #expect(copied.code == 0 && copied.error == "", "\(copied.error)")
    let texts = try await cues("out.\(kind)", fixture)
    #expect(
      texts == ["00:00:00,000 --> 00:00:00,300\nFirst, second\nthird", "00:00:01,400 --> 00:00:01,800\nLast"])
  }

  @Test func filesWithoutAPlaceForThem_areWithoutThem_withANote() async throws {
    let fixture = try await fixture("in.mkv", "ass")
    let copied = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i in.mkv -f lavfi -i sine=duration=3 -map 0:s -map 1 -c:s copy -c:a aac sound.mkv
      $reel remux sound.mkv out.m4a --progress none && $reel remux sound.mkv out.caf --progress none
      """)
    #expect(copied.code == 0, "\(copied.error)")
    let note = "note: the copy is without track 1, which has neither pictures nor sound but 'sbtl'"
    #expect(copied.error.contains(note), "\(copied.error)")
  }
}
