import Testing

/// The chapters of FLAC and Ogg files, which are comments, as ffprobe reads them.
@Suite struct XiphChaptersTests {
  private static func fixture() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    try fixture.write(
      """
      ;FFMETADATA1
      title=Book
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=1500
      title=Größe
      [CHAPTER]
      TIMEBASE=1/1000
      START=1500
      END=2250
      title=Two = 2
      [CHAPTER]
      TIMEBASE=1/1000
      START=2250
      END=4000
      title=Three
      """, to: "chapters.txt")
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i sine=d=4 -i chapters.txt -map 0 -map_metadata 1 -c:a aac book.m4a
      ffmpeg -nostdin -v error -f lavfi -i sine=d=4 -i chapters.txt -map 0 -map_metadata 1 -c:a libopus book.mka
      """)
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  private func chapters(_ name: String, in fixture: CommandFixture) async throws -> [Substring] {
    let shown = try await fixture.bash(
      "ffprobe -v error -show_entries chapter=start_time:chapter_tags=title -of compact=p=0:nk=1 \(name)")
    #expect(shown.code == 0 && shown.error.isEmpty, "\(shown.error)")
    return shown.output.split(separator: "\n")
  }

  private static let expected: [Substring] = ["0.000000|Größe", "1.500000|Two = 2", "2.250000|Three"]

  @Test(arguments: [
    "transcode book.m4a out.flac", "transcode book.m4a out.ogg", "transcode book.m4a out.ogg --audio vorbis",
    "transcode book.m4a out.ogg --audio flac", "transcode book.mka out.ogg --audio copy",
    "export book.mka out.ogg --preset passthrough",
  ]) func chapters_areThoseOfTheSource(line: String) async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.bash("$reel \(line) --progress none")
    #expect(outcome.code == 0 && !outcome.error.contains("note:"), "\(outcome.output) \(outcome.error)")
    let name = line.contains("out.flac") ? "out.flac" : "out.ogg"
    #expect(try await chapters(name, in: fixture) == Self.expected)
    let probed = try await fixture.bash("$reel probe \(name) --json")
    #expect(probed.output.contains("Größe") && probed.output.contains("Two = 2"), "\(probed.output)")
    let decoded = try await fixture.bash("ffmpeg -nostdin -v warning -i \(name) -map 0:a -f null -")
    #expect(decoded.code == 0 && decoded.error.isEmpty, "\(decoded.error)")
  }

  @Test func copiesOfFLAC_keepThem() async throws {
    let fixture = try await Self.fixture()
    let made = try await fixture.bash(
      "$reel transcode book.m4a book.flac --progress none && $reel remux book.flac out.flac")
    #expect(made.code == 0 && !made.error.contains("note:"), "\(made.error)")
    #expect(try await chapters("out.flac", in: fixture) == Self.expected)
  }

  @Test func partsOfFLAC_haveThemAtTheirTimes() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(
      ["cut", "book.m4a", "--from", "1s", "--to", "3s", "-o", "out.flac", "--progress", "none"])
    #expect(outcome.code == 0 && !outcome.error.contains("note:"), "\(outcome.error)")
    #expect(
      try await chapters("out.flac", in: fixture)
        == ["0.000000|Größe", "0.500000|Two = 2", "1.250000|Three"])
  }

  @Test func partsOfOgg_areWithoutThem_andSaySo() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(
      ["cut", "book.m4a", "--from", "1s", "-o", "out.ogg", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(
      outcome.error.contains("note: ogg files get no such tags, and the output is without: chapters"),
      "\(outcome.error)")
    #expect(try await chapters("out.ogg", in: fixture) == [])
  }

  @Test func transportStreams_nameWhatTheyDoNotSay() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(["transcode", "book.m4a", "out.ts", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(
      outcome.error.contains("note: ts files get no such tags, and the output is without: title, chapters"),
      "\(outcome.error)")
  }
}
