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
    try await CommandFixture.withMedia(
      ["words.srt": Self.words],
      by: """
        ffmpeg -nostdin -v error -f lavfi -i testsrc=size=128x96:rate=25:duration=3 -i words.srt -map 0 -map 1 \
          -c:v libx264 -bf 0 -c:s \(codec) -metadata:s:s:0 language=fra \(name)
        """)
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

  /// Makes a file with black pictures of some seconds and the cues of a file of SubRip.
  private func fixture(_ cues: String, seconds: Int, to name: String, _ codec: String = "srt") async throws
    -> CommandFixture
  {
    let fixture = try CommandFixture(["words.srt": cues])
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=size=64x64:rate=5:duration=\(seconds) -i words.srt -map 0 -map 1 \
        -c:v libx264 -bf 0 -g 5 -c:s \(codec) \(name)
      """)
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  private static func cue(_ start: String, _ end: String, _ text: String) -> String {
    "1\n00:\(start),000 --> 00:\(end),000\n\(text)\n\n"
  }

  /// Cues lie among the pictures of their time, however long the next one keeps them waiting.
  @Test(arguments: ["mkv", "mp4", "mp4 --fragment 5s"]) func cuesFarApart_areStoredInTime(output: String) async throws {
    let cues = Self.cue("00:01", "00:02", "One") + Self.cue("00:55", "00:56", "Two")
    let fixture = try await fixture(cues, seconds: 60, to: "in.mkv")
    let name = "out.\(output.prefix(3))"
    let copied = try await fixture.bash(
      """
      $reel remux in.mkv out.\(output) --progress none
      ffprobe -v error -show_entries packet=codec_type,pts_time,pos,size -of csv=p=0 \(name)
      """)
    #expect(copied.code == 0 && copied.error == "", "\(copied.error)")
    let packets = copied.output.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
      .filter { $0.count == 4 }
    // Samples without text are two bytes long.
    let words = packets.filter { $0[0] == "subtitle" && $0[2] != "2" }
    let pictures = packets.filter { $0[0] == "video" }
    #expect(words.count == 2)
    for word in words {
      let (time, place) = (try #require(Double(word[1])), try #require(Int(word[3])))
      // Chunks and fragments have some seconds.
      let near = pictures.filter { picture in Int(picture[3]).map { abs($0 - place) < 3000 } ?? false }
      #expect(near.contains { abs((Double($0[1]) ?? -100) - time) < 7 }, "\(word)")
    }
  }

  @Test func cuesThatOverlap_areShownTogether() async throws {
    let cues =
      Self.cue("00:01", "00:06", "Long") + Self.cue("00:02", "00:03", "Short")
      + Self.cue("00:07", "00:08", "A") + Self.cue("00:07", "00:09", "B")
    let fixture = try await fixture(cues, seconds: 10, to: "in.mkv")
    let copied = try await fixture.bash(
      "$reel remux in.mkv out.mp4 --progress none; $reel remux in.mkv out.mkv --progress none")
    #expect(copied.code == 0 && copied.error == "", "\(copied.error)")
    func line(_ start: Int, _ end: Int, _ text: String) -> String {
      "00:00:0\(start),000 --> 00:00:0\(end),000\n\(text)"
    }
    let merged = try await self.cues("out.mp4", fixture)
    #expect(
      merged == [
        line(1, 2, "Long"), line(2, 3, "Long\nShort"), line(3, 6, "Long"), line(7, 8, "A\nB"), line(8, 9, "B"),
      ])
    let (kept, source) = (try await self.cues("out.mkv", fixture), try await self.cues("in.mkv", fixture))
    #expect(kept == source && kept.count == 4)
  }

  /// The end of the pictures and the audio ends no cue, as in `ffmpeg -c copy`.
  @Test(
    arguments: [("in.mkv", "srt"), ("in.mp4", "mov_text")],
    ["mp4", "mov", "mkv", "mp4 --fast-start", "mp4 --fragment 500ms"])
  func cuesBehindThePictures_areCopiedAsStored(input: (name: String, codec: String), output: String) async throws {
    let cues = Self.cue("00:01", "00:05", "Long") + Self.cue("00:06", "00:07", "Late")
    let fixture = try await fixture(cues, seconds: 2, to: input.name, input.codec)
    let name = "out.\(output.prefix(3))"
    let copied = try await fixture.bash("$reel remux \(input.name) out.\(output) --progress none")
    #expect(copied.code == 0 && copied.error == "", "\(copied.error)")
    let times = try await fixture.bash(
      "ffprobe -v error -select_streams s -show_entries packet=pts_time,duration_time,size -of csv=p=0 \(name)")
    // Samples without text are two bytes long: they end the one before, of which ffmpeg knows no duration in fragments.
    let samples = times.output.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(samples.filter { $0.last != "2" }.map { $0[0] } == ["1.000000", "6.000000"])
    #expect(output.hasPrefix("mkv") || samples.contains { $0[0] == "5.000000" && $0.last == "2" })
    if !output.contains("fragment") {
      let texts = try await self.cues(name, fixture)
      #expect(
        texts == ["00:00:01,000 --> 00:00:05,000\nLong", "00:00:06,000 --> 00:00:07,000\nLate"])
    }
  }

  /// Not with the pictures, though that makes a film of ten hours.
  @Test(arguments: ["mp4", "mkv"]) func cueOfTenHours_isCopiedAsStored(kind: String) async throws {
    let cues = Self.cue("00:01", "00:02", "One") + "1\n00:00:02,500 --> 09:59:59,000\nMark\n"
    let fixture = try await fixture(cues, seconds: 4, to: "in.mkv")
    let copied = try await fixture.bash("$reel remux in.mkv out.\(kind) --progress none")
    #expect(copied.code == 0 && copied.error == "", "\(copied.error)")
    let texts = try await self.cues("out.\(kind)", fixture)
    #expect(texts.last == "00:00:02,500 --> 09:59:59,000\nMark")
  }

  /// What is wrong with subtitles is no reason to lose the pictures.
  @Test func damagedSubtitles_areLeftOutWithANote() async throws {
    let fixture = try await fixture(Self.cue("00:01", "00:02", "One"), seconds: 3, to: "in.mp4", "mov_text")
    let copied = try await fixture.bash(
      """
      python3 -c '
      data = bytearray(open("in.mp4", "rb").read())
      table = data.rfind(b"stco")
      data[table + 12:table + 16] = bytes([127, 0, 0, 0])
      open("bad.mp4", "wb").write(data)'
      $reel remux bad.mp4 out.mkv --progress none && ffprobe -v error -show_entries stream=codec_type,nb_read_frames -count_frames -of csv=p=0 out.mkv
      """)
    #expect(copied.code == 0, "\(copied.error)")
    #expect(copied.error.contains("note: a track of subtitles ends where it is damaged: "), "\(copied.error)")
    #expect(copied.output.contains("video,15"), "\(copied.output)")
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
