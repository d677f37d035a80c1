import Foundation
import Testing

/// `reel tags`: the output, the changes, and everything that stays as it was.
@Suite struct TagsCommandTests {
  private func shown(_ fixture: CommandFixture, _ file: String) async throws -> [String] {
    let outcome = try await fixture.run("tags", file)
    #expect(outcome.code == 0 && outcome.error == "")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private func fixture(_ name: String, _ options: String = "") async throws -> CommandFixture {
    let fixture = try CommandFixture([:])
    let outcome = try await fixture.bash(
      "ffmpeg -nostdin -v error -f lavfi -i testsrc=size=64x48:rate=25:duration=2 -f lavfi -i sine=duration=2 -c:v libx264 -pix_fmt yuv420p -c:a aac -fflags +bitexact \(options) \(name)"
    )
    #expect(outcome.code == 0, "\(outcome.error)")
    return fixture
  }

  private static let picture =
    "ffmpeg -nostdin -v error -f lavfi -i testsrc=size=64x48:rate=1:duration=1 -frames:v 1 cover.jpg"

  @Test func valuesAreSetInACopy_andOtherProgramsReadThem() async throws {
    let fixture = try await fixture("a.mp4")
    let before = try fixture.data(of: "a.mp4")
    #expect(try await fixture.bash(Self.picture).code == 0)
    let outcome = try await fixture.run(
      "tags", "a.mp4", "--set", "title=Größe = 漢字", "--set", "artist=One", "--set", "artist=Two", "--set", "track=3/12",
      "--set", "compilation=yes", "--set", "itlk:com.apple.iTunes.ISRC=X1", "--set", "location=+48.2082+016.3738+171/",
      "--set", "mdta:com.example.key=own", "--artwork", "cover.jpg", "-o", "b.mp4")
    #expect(outcome.code == 0 && outcome.error == "" && outcome.output == "b.mp4: changed\n")
    #expect(try fixture.data(of: "a.mp4") == before)
    let lines = try await shown(fixture, "b.mp4")
    let tags = Dictionary(
      lines.map { line in
        let words = line.trimmingCharacters(in: .whitespaces).split(separator: " ", maxSplits: 1).map(String.init)
        return (words[0], words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : "")
      }, uniquingKeysWith: { "\($0), \($1)" })
    #expect(tags["title"] == "Größe = 漢字" && tags["artist"] == "One, Two" && tags["track"] == "3 of 12")
    #expect(tags["compilation"] == "yes" && tags["itlk:com.apple.iTunes.ISRC"] == "X1")
    #expect(tags["mdta:com.example.key"] == "own" && tags["artwork"]?.hasPrefix("jpeg, ") == true)
    let probe = try await fixture.bash("ffprobe -v warning -show_entries format_tags -of default=nk=0 b.mp4")
    // A warning that ffprobe prints for every attached image.
    #expect(probe.error.split(separator: "\n").allSatisfy { $0.hasSuffix("timescale not set") }, "\(probe.error)")
    for text in ["TAG:title=Größe = 漢字", "TAG:track=3/12", "TAG:compilation=1", "TAG:ISRC=X1"] {
      #expect(probe.output.contains(text), "\(probe.output)")
    }
    let exif = try await fixture.bash(
      "exiftool -j -n -Title -Artist -TrackNumber -Compilation -GPSLatitude -Rotation b.mp4")
    for text in ["Größe = 漢字", "48.2082", "\"Compilation\": 1"] {
      #expect(exif.output.contains(text), "\(exif.output)")
    }
    let info = try await fixture.bash("mediainfo b.mp4")
    for text in ["Größe = 漢字", "3", "ISRC"] { #expect(info.output.contains(text), "\(info.output)") }
    let cover = try await fixture.bash("exiftool -b -CoverArt b.mp4 | cmp - cover.jpg")
    #expect(cover.code == 0, "\(cover.error)")
  }

  @Test(arguments: ["a.mp4", "a.mov"]) func changeWithoutOutput_isOfTheFileItself_andMediaStay(name: String)
    async throws
  {
    let fixture = try await fixture(name, "-metadata location=+48.2082+016.3738/ -metadata title=Old")
    let before = try await fixture.bash("ffmpeg -v error -i \(name) -c copy -f streamhash -")
    let outcome = try await fixture.run("tags", name, "--remove", "location", "--set", "title=New")
    #expect(outcome.code == 0 && outcome.output == "\(name): changed\n")
    let lines = try await shown(fixture, name)
    #expect(lines.contains { $0.contains("title") && $0.contains("New") } && !lines.contains { $0.contains("48.2082") })
    #expect(try await fixture.bash("grep -c 48.2082 \(name)").output == "0\n")
    #expect(try await fixture.bash("ffmpeg -v error -i \(name) -c copy -f streamhash -") == before)
    #expect(try await fixture.bash("ffmpeg -nostdin -v warning -i \(name) -f null -").error == "")
    #expect(try await fixture.bash("ls -A").output == "\(name)\n")
  }

  @Test func fragments_areReplacedAsAWhole() async throws {
    let fixture = try await fixture("a.mp4", "-movflags frag_keyframe+empty_moov")
    let before = try await fixture.bash("ffmpeg -v error -i a.mp4 -c copy -f streamhash -")
    let outcome = try await fixture.run("tags", "a.mp4", "--set", "title=New")
    #expect(outcome.code == 0 && outcome.output == "a.mp4: changed\n")
    #expect(
      outcome.error
        == "note: it cannot be changed in place: it is in fragments, so a changed copy has taken its place\n")
    #expect(try await fixture.bash("ffmpeg -v error -i a.mp4 -c copy -f streamhash -") == before)
    #expect(try await shown(fixture, "a.mp4").contains { $0.contains("New") })
  }

  /// Headers moved behind the media, which delays players over a network, are reported, in JSON too; moving them
  /// forward is not.
  @Test(arguments: [(true, []), (true, ["--json"]), (false, [])] as [(Bool, [String])])
  func headersThatMovedBehindTheMedia_areReported(wereFirst: Bool, options: [String]) async throws {
    let fixture = try await fixture("a.mp4", wereFirst ? "-movflags +faststart" : "")
    let title = String(repeating: "long ", count: 2000)
    let outcome = try await fixture.run(["tags", "a.mp4", "--set", "title=\(title)"] + options)
    #expect(outcome.code == 0)
    let note =
      "note: the headers had no room before the media, and are behind them now; a copy (-o) has them in front\n"
    #expect(outcome.error == (wereFirst ? note : ""))
    #expect(try await fixture.bash("ffmpeg -nostdin -v warning -i a.mp4 -f null -").error == "")
  }

  @Test func chaptersComeFromAFile_andGoAgain() async throws {
    let fixture = try await fixture("a.mp4")
    #expect(try await fixture.bash(Self.picture).code == 0)
    try fixture.write(
      "# two lists\n00:00:00 Größe\npicture: cover.jpg\n\n00:00:01.500 漢字 🎬\n[fr]\n0s Début\n3/4s Fin\n",
      to: "marks.txt")
    let outcome = try await fixture.run("tags", "a.mp4", "--chapters", "marks.txt", "-o", "b.mp4")
    #expect(outcome.code == 0 && outcome.error == "")
    #expect(
      try await shown(fixture, "b.mp4").drop { !$0.contains("chapters") } == [
        "  chapters", "    00:00:00.000  Größe  (picture)", "    00:00:01.500  漢字 🎬  (picture)", "  chapters (fr)",
        "    00:00:00.000  Début  (picture)", "    00:00:00.750  Fin  (picture)",
      ])
    // FFprobe mixes the names of several lists: of equal indices, it shows the last list's.
    let probe = try await fixture.bash("ffprobe -v error -show_chapters -of csv b.mp4 | cut -d, -f5,8")
    #expect(probe.output == "0.000000,Début\n0.750000,Fin\n" && probe.error == "")
    let removed = try await fixture.run("tags", "b.mp4", "--chapters", "none", "--json")
    #expect(removed.code == 0 && !removed.output.contains("chapters"))
  }

  @Test func json_hasNamesKeysAndValues() async throws {
    let fixture = try await fixture("a.mov", "-metadata title=A")
    let outcome = try await fixture.run(
      "tags", "a.mov", "--track", "1", "--set", "udta:tagc=public.auxiliary-content", "--set",
      "udta:tagc=public.accessibility.describes-video", "--json")
    let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let tags = try #require(object["tags"] as? [[String: Any]])
    let title = try #require(tags.first { $0["name"] as? String == "title" })
    #expect(title["value"] as? String == "A" && title["identifier"] as? String == "udta/%A9nam")
    let tracks = try #require(object["tracks"] as? [[String: Any]])
    let own = try #require(tracks.first { $0["id"] as? Int == 1 }?["tags"] as? [[String: Any]])
    #expect(
      own.filter { $0["name"] as? String == "udta:tagc" }.map { $0["value"] as? String } == [
        "public.auxiliary-content", "public.accessibility.describes-video",
      ])
  }

  @Test func copyUnderTheNameOfAnotherFileType_isRefused() async throws {
    let fixture = try await fixture("a.mp4")
    for (name, note) in [
      ("b.m4v", ""), ("b.mov", "note: 'b.mov' is MP4 as before; 'reel remux' makes QuickTime of it\n"),
      ("b.wav", "note: 'b.wav' is MP4 as before; 'reel remux' makes WAVE of it\n"),
    ] {
      let outcome = try await fixture.run("tags", "a.mp4", "--set", "title=x", "-o", name)
      #expect(outcome.code == 0 && outcome.error == note)
    }
  }

  @Test func existingOutput_isNotReplacedUnasked() async throws {
    let fixture = try await fixture("a.mp4")
    try fixture.write("mine", to: "b.mp4")
    let refused = try await fixture.run("tags", "a.mp4", "--set", "title=x", "-o", "b.mp4")
    #expect(refused.code == 73)
    #expect(refused.error == "error: 'b.mp4' exists\n   = help: add --overwrite, or choose another name\n")
    #expect(try String(decoding: fixture.data(of: "b.mp4"), as: UTF8.self) == "mine")
    let done = try await fixture.run("tags", "a.mp4", "--set", "title=x", "-o", "b.mp4", "--overwrite")
    #expect(done.code == 0 && done.error == "")
    // The input file as the output, too.
    #expect(try await fixture.run("tags", "b.mp4", "--set", "title=y", "-o", "b.mp4", "--overwrite").code == 0)
    #expect(try await shown(fixture, "b.mp4").contains { $0.hasSuffix("y") })
  }

  @Test(
    arguments: [
      (["--set", "titel=x"], 64, "there is no name 'titel'"), (["-o", "b.mp4"], 64, "nothing to change"),
      (["--set", "title=x", "--overwrite"], 64, "--overwrite is for --output"),
      (["--chapters", "marks.txt", "--track", "1"], 64, "chapters are the movie's"),
      (["--set", "track=x"], 65, "'track' takes a number"),
      (["--set", "udta:tagc=a"], 65, "only mov and m4v files have tagged characteristics"),
      (["--track", "9", "--set", "title=x"], 64, "its tracks are 1, 2"),
      (["--artwork", "none.jpg"], 66, "cannot read 'none.jpg'"),
      (["--artwork", "a.mp4"], 65, "the picture is neither"),
      (["--chapters", "marks.txt"], 66, "it does not begin with a time"),
      (["--track", "1"], 64, "--track is for --set"),
      (["--set", "title=x", "-o", "nowhere/b.mp4"], 73, "there is no folder 'nowhere'"),
      (["--set", "title=x", "-o", "/"], 73, "it names a folder"),
    ] as [([String], Int32, String)]) func wrongArguments_areReported_andNothingChanges(
      arguments: [String], code: Int32, message: String
    ) async throws
  {
    let fixture = try await fixture("a.mp4")
    try fixture.write("00:00:00 One\nsoon Two\n", to: "marks.txt")
    let before = try fixture.data(of: "a.mp4")
    let outcome = try await fixture.run(["tags", "a.mp4"] + arguments)
    #expect(outcome.code == code && outcome.output == "")
    #expect(outcome.error.contains(message), "\(outcome.error)")
    #expect(try fixture.data(of: "a.mp4") == before)
    #expect(try await fixture.bash("ls -A").output == "a.mp4\nmarks.txt\n")
  }

  @Test func fileWithoutMovie_isRefused() async throws {
    let fixture = try CommandFixture(["text.mp4": "Hello."])
    for (arguments, cause) in [
      (["text.mp4"], "it is no movie, nor another file that has tags"),
      (["text.mp4", "--set", "title=x"], "it is no file whose tags can be changed"),
      (["no.mp4"], "No such file or directory"),
    ] {
      let outcome = try await fixture.run(["tags"] + arguments)
      #expect(outcome.code == 66 && outcome.output == "")
      #expect(outcome.error.contains("= cause: \(cause)"), "\(outcome.error)")
    }
  }
}
