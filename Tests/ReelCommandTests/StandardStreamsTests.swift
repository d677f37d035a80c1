import Foundation
import Testing

/// `-` as a file: standard input where a command reads, standard output where it writes.
@Suite struct StandardStreamsTests {
  /// Copies a movie: `input` and `output` are its parameters.
  private static func fixture() async throws -> CommandFixture {
    try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
  }

  @Test func description_comesThroughStandardInput() async throws {
    let fixture = try await Self.fixture()
    for command in ["check -", "explain -", "graph -", "format -"] {
      let outcome = try await fixture.bash("cat copy.yaml | $reel \(command)")
      #expect(outcome.code == 0 && outcome.error == "", "\(command): \(outcome.error)")
    }
    #expect(try await fixture.bash("$reel check - < copy.yaml").output == "standard input: ok\n")
    let run = try await fixture.bash("$reel run - --progress none --set input=movie.mp4 < copy.yaml")
    #expect(run.code == 0 && run.error == "")
    #expect(try await OutputInspector(fixture: fixture).streams(of: "out.mp4") == ["h264 30", "aac 47"])
    // Includes are relative to the working folder, and places are named.
    let web = try await fixture.bash("cd \(CommandFixture.package)/Pipelines && $reel check - < web.yaml")
    #expect(web.output == "standard input: ok\n", "\(web.error)")
    let wrong = try await fixture.bash("echo 'fomat: 1' | $reel check -")
    #expect(wrong.code == 65 && wrong.error.contains(" --> standard input:1:1\n"), "\(wrong.error)")
    let twice = try await fixture.bash("$reel run - --set input=- < copy.yaml")
    #expect(twice.code == 64)
    #expect(
      twice.error == """
        error: standard input is the description already
           = help: write the description to a file, or name another input

        """)
  }

  /// Bytes before and after those of the run stay: what the shell has opened is not opened anew.
  @Test func runsOutput_isStandardOutput() async throws {
    let fixture = try await Self.fixture()
    let run = "$reel run copy.yaml --set input=movie.mp4 --set output=-"
    let piped = try await fixture.bash("\(run) --progress none | cat > piped.mp4")
    #expect(piped.code == 0)
    // What the run says goes elsewhere.
    #expect(piped.output == "" && piped.error.contains(" frames, in "), "\(piped.error)")
    #expect(try await OutputInspector(fixture: fixture).streams(of: "piped.mp4") == ["h264 30", "aac 47"])
    let json = try await fixture.bash("\(run) --progress json > file.mp4")
    #expect(json.error.contains(#""event":"finished""#), "\(json.error)")
    #expect(try await OutputInspector(fixture: fixture).streams(of: "file.mp4") == ["h264 30", "aac 47"])
    let size = try fixture.data(of: "file.mp4").count
    _ = try await fixture.bash(
      "(echo before; \(run) --progress none; echo after) > both; \(run) --progress none >> both")
    let both = try fixture.data(of: "both")
    #expect(both.count == 2 * size + 13 && both.starts(with: Data("before\n".utf8)))
    #expect(both.dropFirst(7 + size).starts(with: Data("after\n".utf8)))
  }

  @Test func twoOutputsToStandardOutput_areRefused() async throws {
    let second = "\n  other: { use: file.write, in: mp4, with: { url: \"-\" } }\n"
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy + second])
    let outcome = try await fixture.bash(
      "$reel run copy.yaml --set input=movie.mp4 --set output=- --progress none | cat")
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("error: standard output is written twice\n"), "\(outcome.error)")
  }

  /// Errors call it what people do, whichever command reads it.
  @Test(arguments: [
    "probe -", "samples -", "sheet - -o x.png", "waveform - -o x.png", "image - --at 1s -o x.png", "transcode - x.mp4",
    "remux - x.mp4", "cut - --from 1s -o x.mp4", "join - movie.mp4 -o x.mp4", "export - x.mp4 --preset 1280x720",
    "hls - -o x", "tags - --set title=x -o x.mp4", "tags -", "presets -", "boxes -",
    "run copy.yaml --set input=- --set output=x.mp4",
  ])
  func errorsAboutStandardInput_nameIt(command: String) async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.bash("echo junk | $reel \(command)")
    #expect(outcome.code == 66, "\(outcome.output)")
    #expect(outcome.error.hasPrefix("error: cannot read standard input\n"), "\(outcome.error)")
    #expect(!outcome.error.contains("/dev/std"), "\(outcome.error)")
  }

  @Test func inputAndOutput_stream() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.bash(
      "cat movie.mp4 | $reel run copy.yaml --set input=- --set output=- --progress none | cat > out.mp4")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await OutputInspector(fixture: fixture).streams(of: "out.mp4") == ["h264 30", "aac 47"])
  }

  @Test func files_areReadFromAPipe_asFromTheDisk() async throws {
    let fixture = try await Self.fixture()
    for command in ["samples", "boxes", "waveform", "probe"] {
      let piped = try await fixture.bash("cat movie.mp4 | $reel \(command) -")
      let named = try await fixture.bash("$reel \(command) movie.mp4 | sed s/^movie.mp4:/standard\\ input:/")
      #expect(piped.code == 0 && piped.error == "", "\(command): \(piped.error)")
      #expect(piped.output == named.output, "\(command)")
    }
    let redirected = try await fixture.bash("$reel boxes - < movie.mp4")
    #expect(redirected.output.hasPrefix("           0"))
    let empty = try await fixture.bash("$reel probe - < /dev/null")
    #expect(empty.code == 66 && empty.error.contains("cause: it is empty"), "\(empty.error)")
  }

  @Test(arguments: ["-", "movie.mp4"]) func pictures_goToStandardOutput(input: String) async throws {
    let fixture = try await Self.fixture()
    _ = try await fixture.run("image", "movie.mp4", "--at", "0.5", "-o", "still.png")
    let image = try await fixture.bash(
      "cat movie.mp4 | $reel image \(input) --at 500ms --progress none -o - > piped.png")
    #expect(image.code == 0 && image.error.split(separator: "\n").count == 0, "\(image.error)")
    #expect(try fixture.data(of: "piped.png") == fixture.data(of: "still.png"))
    let sheet = try await fixture.bash("cat movie.mp4 | $reel sheet \(input) --progress none -o - | head -c 4")
    #expect(sheet.output.hasSuffix("PNG"))
    let two = try await fixture.run("image", "movie.mp4", "--at", "0", "--at", "0.5", "-o", "-")
    #expect(two.code == 64 && two.error.hasPrefix("error: standard output takes one image: give one --at\n"))
  }

  @Test(arguments: ["mp4 h264,aac", "mkv h264,aac", "ts h264,aac", "wav pcm_s16le", "ogg opus"])
  func transcodes_stream(kind: String) async throws {
    let fixture = try await Self.fixture()
    let parts = kind.split(separator: " ")
    let outcome = try await fixture.bash(
      """
      cat movie.mp4 | $reel transcode - - --format \(parts[0]) --progress none 2> said \
        | ffprobe -v error -show_entries stream=codec_name -of csv=p=0 - | grep . | sort -ru | paste -sd,
      """)
    #expect(outcome.output == parts[1] + "\n", "\(outcome.error)")
    #expect(try String(decoding: fixture.data(of: "said"), as: UTF8.self).contains(", in "))
    let unnamed = try await fixture.run("transcode", "movie.mp4", "-")
    #expect(unnamed.code == 64)
    #expect(
      unnamed.error.hasPrefix(
        "error: standard output has no name that says its kind: add --format mkv, or another kind\n"))
  }

  @Test func edits_readAPipe_andWriteOne() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.bash(
      """
      cat movie.mp4 | $reel cut - --from 0.5 -o - --format mkv --progress none 2>/dev/null > cut.mkv &&
      cat movie.mp4 | $reel remux - copy.mov && cat movie.mp4 | $reel tags - --set title=Piped -o - > tagged.mp4 &&
      $reel tags tagged.mp4
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.output.contains("title") && outcome.output.contains("Piped"), "\(outcome.output)")
    #expect(try await OutputInspector(fixture: fixture).streams(of: "cut.mkv").first == "h264 15")
    #expect(try await OutputInspector(fixture: fixture).streams(of: "copy.mov").first == "h264 30")
    let unchanged = try await fixture.bash("cat movie.mp4 | $reel tags - --set title=x")
    #expect(unchanged.code == 64 && unchanged.error.hasPrefix("error: standard input cannot be changed: add -o\n"))
    let folder = try await fixture.run("hls", "movie.mp4", "-o", "-")
    #expect(folder.code == 64 && folder.error.hasPrefix("error: a presentation is a folder of files"))
  }

  @Test func fullFolderForTemporaryFiles_isNamed() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.bash("ulimit -f 2; cat movie.mp4 | $reel probe -")
    #expect(outcome.code == 73)
    #expect(
      outcome.error == """
        error: cannot keep what comes through standard input
           = cause: File too large
           = help: TMPDIR names another folder for it

        """)
  }

  @Test func numberedImages_areCountedByTheRun() async throws {
    let fixture = try CommandFixture([
      "images.yaml": """
      format: 1
      nodes:
        picture: { use: test.video, with: { size: 64x64, duration: 3f } }
        files:   { use: image.write, in: picture, with: { url: still-%02d.png } }
      """
    ])
    let outcome = try await fixture.run("run", "images.yaml", "--progress", "none")
    #expect(outcome.output.contains(/^still-%02d\.png  3 files, [0-9.]+ kB\n/), "\(outcome.output)")
    #expect(fixture.names == ["images.yaml", "still-01.png", "still-02.png", "still-03.png"])
  }
}
