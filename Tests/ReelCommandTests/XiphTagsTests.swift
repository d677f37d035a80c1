import Foundation
import Testing

/// `reel tags` of FLAC and Ogg files: comments and pictures change, and the audio stays as it is.
@Suite struct XiphTagsTests {
  /// A second of audio with comments, one of which is its own.
  private func fixture(_ name: String, _ options: String) async throws -> CommandFixture {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc=size=64x48:rate=1:duration=1 -frames:v 1 cover.png
      ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -metadata title=Old -metadata artist=Somebody \
        -metadata own=kept \(options) \(name)
      """)
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  /// The sums of the decoded audio, with its times; ffmpeg warns of pages with wrong numbers or checksums.
  private func audio(_ name: String, in fixture: CommandFixture) async throws -> String {
    let sums = try await fixture.bash("ffmpeg -nostdin -v warning -i \(name) -map 0:a -f framemd5 -")
    let warnings = sums.error.split(separator: "\n").filter { !$0.contains("Guessed Channel Layout") }
    #expect(sums.code == 0 && warnings.isEmpty, "\(sums.error)")
    return sums.output
  }

  /// The comments by upper-case names, the vendor, and the sums of pictures, as Mutagen reads them.
  private func comments(_ name: String, in fixture: CommandFixture) async throws -> [String] {
    let script = """
      import base64, hashlib, mutagen
      from mutagen.flac import Picture
      file = mutagen.File('\(name)')
      print('vendor=' + file.tags.vendor.split()[0][:4])
      pictures = list(getattr(file, 'pictures', []))
      for key, value in file.tags:
        if key.upper() == 'METADATA_BLOCK_PICTURE': pictures.append(Picture(base64.b64decode(value)))
        elif key.upper() != 'ENCODER': print(key.upper() + '=' + value)
      for p in pictures: print('picture', int(p.type), p.mime, p.data == open('cover.png', 'rb').read())
      """
    let read = try await fixture.bash("/usr/bin/python3 - <<'END'\n\(script)\nEND")
    #expect(read.code == 0, "\(read.error)")
    return read.output.split(separator: "\n").map(String.init)
  }

  private static let kinds = [
    ("a.flac", "-c:a flac"), ("a.opus", "-c:a libopus"), ("a.ogg", "-c:a libvorbis"), ("a.oga", "-c:a flac"),
    ("a.spx", "-ar 16000 -ac 1 -c:a libspeex"),
  ]

  @Test(arguments: kinds) func valuesAndPictures_areReadByOthers_andAudioStays(name: String, options: String)
    async throws
  {
    let fixture = try await fixture(name, options)
    let before = try await audio(name, in: fixture)
    // A picture over many pages of Ogg.
    #expect(try await fixture.bash("head -c 150000 /dev/zero >> cover.png").code == 0)
    let outcome = try await fixture.run(
      "tags", name, "--set", "title=Größe = 漢字", "--set", "artist=One", "--set", "artist=Two", "--set", "track=3/12",
      "--artwork", "cover.png")
    #expect(outcome.code == 0 && outcome.error == "" && outcome.output == "\(name): changed\n", "\(outcome)")
    #expect(fixture.names == [name, "cover.png"])
    #expect(try await audio(name, in: fixture) == before)
    #expect(
      try await Set(comments(name, in: fixture)) == [
        "vendor=Lavf", "TITLE=Größe = 漢字", "ARTIST=One", "ARTIST=Two", "TRACKNUMBER=3/12", "OWN=kept",
        "picture 3 image/png True",
      ])
    let shown = try await fixture.run("tags", name)
    for text in ["Größe = 漢字", "One", "Two", "3/12", "kept"] { #expect(shown.output.contains(text)) }
    let removed = try await fixture.run(
      "tags", name, "--remove", "artwork", "--remove", "vorbis:Own", "--remove", "track", "--set", "artist=Three",
      "-o", "b-\(name)")
    #expect(removed.code == 0, "\(removed.error)")
    #expect(try await audio("b-\(name)", in: fixture) == before)
    #expect(
      try await comments("b-\(name)", in: fixture).sorted() == [
        "ARTIST=Three", "TITLE=Größe = 漢字", "vendor=Lavf",
      ])
  }

  @Test(arguments: kinds.prefix(3)) func chapters_areComments(name: String, options: String) async throws {
    let fixture = try await fixture(name, options)
    try fixture.write("00:00:00 One\n00:00:00.5 Two\n", to: "chapters.txt")
    let outcome = try await fixture.run("tags", name, "--chapters", "chapters.txt", "-o", "b-\(name)")
    #expect(outcome.code == 0, "\(outcome.error)")
    let read = "ffprobe -v error -show_entries chapter=start_time:chapter_tags=title -of csv=p=0"
    #expect(try await fixture.bash("\(read) b-\(name)").output == "0.000000,One\n0.500000,Two\n")
    #expect(try await fixture.run("tags", "b-\(name)", "--chapters", "none", "-o", "c-\(name)").code == 0)
    #expect(try await fixture.bash("\(read) c-\(name)").output == "")
    #expect(try await comments("c-\(name)", in: fixture) == comments(name, in: fixture))
  }

  @Test func tagOfID3BeforeFLAC_stays() async throws {
    let fixture = try await fixture("a.flac", "")
    let made = try await fixture.bash(
      "(printf 'ID3\\3\\0\\0\\0\\0\\0\\16TIT2\\0\\0\\0\\4\\0\\0\\0Tag'; cat a.flac) > b.flac")
    #expect(made.code == 0)
    let outcome = try await fixture.run("tags", "b.flac", "--set", "title=New")
    #expect(outcome.code == 0, "\(outcome.error)")
    let rest = try await fixture.bash("head -c 24 b.flac | tail -c 3; tail -c +25 b.flac > c.flac")
    #expect(rest.output == "Tag")
    #expect(try await audio("c.flac", in: fixture) == audio("a.flac", in: fixture))
    #expect(try await comments("c.flac", in: fixture).contains("TITLE=New"))
  }

  @Test func whatTheyCannotHold_isRefused_andTheFileStays() async throws {
    let fixture = try await fixture("a.flac", "")
    let other = try await self.fixture("a.opus", "-c:a libopus")
    try fixture.write(other.data(of: "a.opus"), to: "a.opus")
    let made = try await fixture.bash(
      """
      (cat cover.png; head -c 17000000 /dev/zero) > huge.png
      ffmpeg -nostdin -v error -i a.opus -c:a libopus b.opus
      cat a.opus b.opus > chain.opus
      """)
    #expect(made.code == 0, "\(made.error)")
    let before = fixture.contents
    for (arguments, cause) in [
      (["a.flac", "--artwork", "huge.png"], "a picture has at most 16 MB"),
      (["a.opus", "--artwork", "huge.png"], "a picture has at most 16 MB"),
      (["a.flac", "--set", "show=x"], "FLAC and Ogg files have no key for 'show'"),
      (["a.opus", "--set", "ilst:©nam=x"], "FLAC and Ogg files hold comments by name, such as TITLE"),
      (["chain.opus", "--set", "title=x"], "it has several streams"),
    ] {
      let outcome = try await fixture.run(["tags"] + arguments)
      #expect(outcome.code == 65 && outcome.error.contains(cause), "\(outcome.error)")
    }
    #expect(fixture.contents == before)
  }
}
