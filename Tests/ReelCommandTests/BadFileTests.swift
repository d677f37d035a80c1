import Foundation
import Testing

/// Unreadable inputs and unwritable outputs: a clear error, the right exit code, and no change to other files.
@Suite struct BadFileTests {
  static let copy = """
    format: 1
    parameters:
      input: { type: url, default: movie.mp4 }
      output: { type: url, default: out.mp4 }
    nodes:
      source: { use: asset.read, with: { url: $input } }
      h264: { use: video.encode.h264, in: source.video, with: { speed: ultrafast } }
      aac: { use: audio.encode.aac, in: source.audio }
      mp4: { use: mux.mp4, in: [h264, aac], with: { fast_start: true } }
      file: { use: file.write, in: mp4, with: { url: $output } }
    """

  static func input(_ path: String, _ rest: String...) -> String {
    (["error: cannot read '\(path)'", " --> copy.yaml:6:43", "  |"]
      + [
        "6 |   source: { use: asset.read, with: { url: $input } }",
        "  |" + String(repeating: " ", count: 43) + "^^^^^^", "  |",
      ]
      + rest.map { "  = " + $0 }).joined(separator: "\n") + "\n"
  }

  static func output(_ message: String, _ rest: String...) -> String {
    (["error: \(message)", "  --> copy.yaml:10:50", "   |"]
      + ["10 |   file: { use: file.write, in: mp4, with: { url: $output } }"]
      + ["   |" + String(repeating: " ", count: 50) + "^^^^^^^", "   |"] + rest.map { "   = " + $0 }).joined(
        separator: "\n")
      + "\n"
  }

  /// GLib ends a process that gets no memory, in a way that says nothing.
  @Test func tooLittleAddressSpace_isSaid() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": Self.copy])
    let outcome = try await fixture.bash("ulimit -v 300000 && exec $reel run copy.yaml --progress none")
    #expect(outcome.code == 69, "\(outcome.code.map(String.init) ?? "a signal")")
    #expect(outcome.error.contains("this process may use 292 MiB of memory (ulimit -v)"), "\(outcome.error)")
    let copy = try await fixture.bash("ulimit -v 300000 && exec $reel remux movie.mp4 copy.mkv")
    #expect(copy.code == 69 && copy.error.hasPrefix("error: the copy failed\n"), "\(copy.error)")
    #expect(fixture.names == ["copy.yaml", "movie.mp4"])
  }

  /// Runs the copy in a folder with all kinds of files, and expects that none of them changes.
  private func expect(_ code: Int32, _ error: String, _ arguments: String...) async throws {
    let fixture = try await CommandFixture.withMovie([
      "copy.yaml": Self.copy, "exists.mp4": "old", "text.mp4": "Hello.",
    ])
    try fixture.write(Data(), to: "empty.mp4")
    let movie = try await SampleMovie.data.value
    try fixture.write(movie.prefix(movie.count / 2), to: "cut.mp4")
    let files = FileManager.default
    try files.createDirectory(atPath: "\(fixture.path)/folder", withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: "\(fixture.path)/link.mp4", withDestinationPath: "movie.mp4")
    try files.linkItem(atPath: "\(fixture.path)/movie.mp4", toPath: "\(fixture.path)/hard.mp4")
    let before = fixture.contents
    let outcome = try await fixture.run(["run", "copy.yaml"] + arguments)
    #expect(outcome.error == error)
    #expect(outcome.output == "")
    #expect(outcome.code == code)
    #expect(fixture.contents == before)
  }

  /// The same words by every command that opens a file.
  @Test(arguments: [
    ["probe"], ["samples"], ["sheet", "-o", "o.png"], ["waveform"], ["remux", "-o", "o.mov"], ["presets"],
    ["image", "--at", "0s", "-o", "o.png"], ["export", "o.mov", "--preset", "passthrough"],
  ]) func whatIsNoMedium_isSaidAlike(command: [String]) async throws {
    let fixture = try CommandFixture([
      "noise.mp4": "Hello.", "empty.mp4": "",
      // GStreamer knows this much of text, and has words of its own for it.
      "notes.txt": String(repeating: "A line of a text.\n", count: 100),
    ])
    try FileManager.default.createDirectory(atPath: "\(fixture.path)/folder", withIntermediateDirectories: false)
    let causes = [
      "noise.mp4": "it is no media file, or one of an unknown kind", "empty.mp4": "it is empty",
      "notes.txt": "it is no media file, or one of an unknown kind",
      "folder": "it is a folder", "none.mp4": "No such file or directory",
    ]
    // Of a folder, probe lists the files.
    for (file, cause) in causes where (command[0], file) != ("probe", "folder") {
      let outcome = try await fixture.run([command[0], file] + command.dropFirst())
      #expect(outcome.error == "error: cannot read '\(file)'\n   = cause: \(cause)\n")
      #expect(outcome.code == 66 && outcome.output == "")
    }
    #expect(fixture.names == ["empty.mp4", "folder", "noise.mp4", "notes.txt"])
  }

  @Test func missingInput() async throws {
    try await expect(66, Self.input("no.mp4", "cause: No such file or directory"), "--set", "input=no.mp4")
  }

  @Test func folderAsInput() async throws {
    try await expect(66, Self.input("folder", "cause: it is a folder"), "--set", "input=folder")
  }

  @Test func emptyInput() async throws {
    try await expect(66, Self.input("empty.mp4", "cause: it is empty"), "--set", "input=empty.mp4")
  }

  @Test func textAsMovie() async throws {
    let cause = "cause: it is no media file, or one of an unknown kind"
    try await expect(66, Self.input("text.mp4", cause), "--set", "input=text.mp4")
  }

  @Test func truncatedMovie() async throws {
    let size = try await SampleMovie.data.value.count
    try await expect(
      66,
      Self.input(
        "cut.mp4", "cause: it is cut off: \(size / 2) of \(size) bytes are there", "help: copy or download it again"),
      "--set", "input=cut.mp4")
  }

  @Test func truncatedMovieWithItsIndexAtTheEnd() async throws {
    let fixture = try CommandFixture(["movie.yaml": SampleMovie.description, "copy.yaml": Self.copy])
    #expect(try await fixture.run("run", "movie.yaml", "--set", "fast_start=false").code == 0)
    let movie = try fixture.data(of: "movie.mp4")
    try fixture.write(movie.prefix(movie.count / 2), to: "movie.mp4")
    let outcome = try await fixture.run("run", "copy.yaml")
    #expect(outcome.code == 66)
    #expect(outcome.error.contains("cause: it is cut off: \(movie.count / 2) of "))
    #expect(fixture.names == ["copy.yaml", "movie.mp4", "movie.yaml"])
  }

  /// Packets that lie interleaved are read up to the end, as a crash leaves recordings behind.
  @Test func truncatedMatroska_isReadUpToItsEnd() async throws {
    let fixture = try await CommandFixture.withMovie([
      "mkv.yaml": Self.copy.replacing("mux.mp4", with: "mux.mkv").replacing(", with: { fast_start: true }", with: "")
    ])
    #expect(try await fixture.run("run", "mkv.yaml", "--set", "output=movie.mkv").code == 0)
    let movie = try fixture.data(of: "movie.mkv")
    try fixture.write(movie.prefix(movie.count / 2), to: "movie.mkv")
    let outcome = try await fixture.run("run", "mkv.yaml", "--set", "input=movie.mkv", "--set", "output=out.mkv")
    #expect(outcome.code == 0 && fixture.names.contains("out.mkv"), "\(outcome.error)")
    #expect((outcome.output + outcome.error).contains("note: 'source': movie.mkv: the file ends "), "\(outcome.error)")
  }

  @Test(arguments: ["probe cut.mkv", "samples cut.mkv", "waveform cut.mkv", "image cut.mkv --at 0s -o o.png"])
  func matroskaThatEndsBeforeItsTracks(command: String) async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=d=1:s=160x90 -c:v libx264 whole.mkv
      stat -c %s whole.mkv; head -c 300 whole.mkv > cut.mkv
      $reel \(command)
      """)
    #expect(outcome.code == 66)
    let size = outcome.output.prefix { $0 != "\n" }
    #expect(outcome.error.contains("it is cut off: 300 of \(size) bytes are there"), "\(outcome.error)")
  }

  @Test func outputIntoAMissingFolder() async throws {
    try await expect(
      73,
      Self.output(
        "cannot write 'no/out.mp4'", "cause: there is no folder 'no'", "help: make it first: mkdir -p no"),
      "--set", "output=no/out.mp4")
  }

  @Test func outputIntoAFolderThatTakesNone() async throws {
    // Root may write into any folder except the kernel's.
    let cause = getuid() == 0 ? "No such file or directory" : "Permission denied: '/proc'"
    try await expect(
      73, Self.output("cannot write '/proc/out.mp4'", "cause: \(cause)"), "--set", "output=/proc/out.mp4")
  }

  @Test func folderAsOutput() async throws {
    try await expect(
      73, Self.output("cannot write 'folder'", "cause: it is a folder", "help: add a file name"), "--set",
      "output=folder")
  }

  @Test func existingOutput() async throws {
    try await expect(
      73, Self.output("'exists.mp4' exists", "help: add --overwrite, or choose another name"), "--set",
      "output=exists.mp4")
  }

  @Test(arguments: ["movie.mp4", "./movie.mp4", "link.mp4", "hard.mp4"], [false, true])
  func outputThatIsTheInput(path: String, overwrite: Bool) async throws {
    let error = Self.output("'\(path)' is an input too", "note: 'source' reads it", "help: write to another file")
    if overwrite {
      try await expect(73, error, "--set", "output=\(path)", "--overwrite")
    } else {
      try await expect(73, error, "--set", "output=\(path)")
    }
  }

  @Test func overwrite_replacesTheOutput() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": Self.copy, "out.mp4": "old"])
    #expect(try await fixture.run("run", "copy.yaml", "--overwrite", "--progress", "none").error == "")
    #expect(try await OutputInspector(fixture: fixture).streams(of: "out.mp4") == ["h264 30", "aac 47"])
  }

  /// A limit on the size of files simulates a full disk: writing fails in the same place.
  @Test(arguments: [false, true]) func fullDisk(isFastStart: Bool) async throws {
    let fixture = try CommandFixture(["movie.yaml": SampleMovie.description, "movie.mp4": "old"])
    let outcome = try await fixture.bash(
      "ulimit -f 40; exec $reel run movie.yaml --overwrite --progress none --set duration=20s --set fast_start=\(isFastStart)"
    )
    #expect(outcome.code == 73)
    #expect(outcome.error.hasPrefix("error: cannot write 'movie.mp4'\n"), "\(outcome.error)")
    #expect(outcome.error.contains("File too large") && outcome.error.contains("make room"), "\(outcome.error)")
    #expect(
      outcome.error.contains("   = note: it had come to 00:00:")
        || outcome.error.contains("  = note: it had come to 00:00:"))
    #expect(fixture.names == ["movie.mp4", "movie.yaml"])
    #expect(try fixture.data(of: "movie.mp4") == Data("old".utf8))
  }

  /// The media have room, and the index has none that is put before them, on a file system that cannot insert bytes.
  @Test(.enabled(if: access("/dev/shm", W_OK) == 0), arguments: [false, true])
  func fullDisk_whereOnlyTheIndexHasNoRoom(isDescribed: Bool) async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.bash(
      """
      folder=$(mktemp -d -p /dev/shm) && trap 'rm -r "$folder"' EXIT && cp movie.mp4 "$folder" && cd "$folder" || exit
      line="transcode movie.mp4 out.mp4 --video copy --audio copy"
      $reel $line --yaml > copy.yaml && $reel $line --progress none > /dev/null || exit
      limit=$((($(stat -c %s out.mp4) - 1) / 1024))
      rm out.mp4
      (ulimit -f $limit; exec $reel \(isDescribed ? "run copy.yaml" : "$line") --progress none)
      code=$?
      ls
      exit $code
      """)
    #expect(outcome.code == 73, "\(outcome.error)")
    #expect(outcome.error.hasPrefix("error: cannot write 'out.mp4'\n"), "\(outcome.error)")
    #expect(
      outcome.error.contains("= cause: File too large\n") && outcome.error.contains("make room"), "\(outcome.error)")
    #expect(outcome.output == "copy.yaml\nmovie.mp4\n")
  }

  @Test func linkToNothingAsOutput_isFoundBeforeTheRun() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": Self.copy])
    try FileManager.default.createSymbolicLink(
      atPath: "\(fixture.path)/link.mp4", withDestinationPath: "nowhere.mp4")
    let outcome = try await fixture.run("run", "copy.yaml", "--set", "output=link.mp4")
    #expect(outcome.code == 73)
    #expect(outcome.error.hasPrefix("error: 'link.mp4' exists\n"))
    #expect(outcome.error.contains("note: it is a link to nothing"))
  }

  /// The limit is in bytes, and the hidden name of an unfinished file is longer than the file's own.
  @Test func nameAsLongAsNamesCanBe_isWritten() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": Self.copy])
    let name = String(repeating: "\u{5B57}", count: 83) + ".mp4"
    let outcome = try await fixture.run("run", "copy.yaml", "--set", "output=\(name)", "--progress", "none")
    #expect(outcome.error == "")
    #expect(fixture.names.contains(name))
  }

  @Test func oneOutputUnderTwoSpellings_isWrittenTwice() async throws {
    let second = "  other: { use: file.write, in: mp4, with: { url: ./out.mp4 } }\n"
    let fixture = try await CommandFixture.withMovie(["copy.yaml": Self.copy + "\n" + second])
    let before = fixture.contents
    let outcome = try await fixture.run("run", "copy.yaml")
    #expect(outcome.code == 73)
    #expect(outcome.error.hasPrefix("error: './out.mp4' is written twice\n"), "\(outcome.error)")
    #expect(fixture.contents == before)
  }
}
