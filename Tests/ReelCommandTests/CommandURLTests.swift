import Foundation
import TestSupport
import Testing

/// Commands that read what a web server has as they read a file.
@Suite struct CommandURLTests {
  /// The folder of the server's files, which the server needs as long as it lives.
  private let folder: TemporaryFolder
  private let server: TestServer
  private let fixture: CommandFixture

  /// A server of the sample movie, and a folder with the same movie.
  init() async throws {
    folder = try TemporaryFolder()
    try await SampleMovie.data.value.write(to: folder.url("movie.mp4"))
    server = try TestServer(folder)
    fixture = try await CommandFixture.withMovie()
  }

  @Test(arguments: [
    ["samples", "INPUT"], ["samples", "INPUT", "--json", "--track", "2"], ["boxes", "INPUT"], ["tags", "INPUT"],
    ["waveform", "INPUT", "--size", "50x1"], ["presets", "INPUT"],
  ]) func whatIsPrinted_isThatOfTheFile(arguments: [String]) async throws {
    let url = server.url("file/movie.mp4").absoluteString
    let ofFile = try await fixture.run(arguments.map { $0 == "INPUT" ? "movie.mp4" : $0 })
    let ofURL = try await fixture.run(arguments.map { $0 == "INPUT" ? url : $0 })
    #expect(ofURL.output.replacing(url, with: "movie.mp4") == ofFile.output && !ofFile.output.isEmpty)
    #expect(ofURL.error == "" && ofURL.code == 0)
  }

  @Test(arguments: [
    ["remux", "INPUT", "-o", "OUTPUT.mov"], ["waveform", "INPUT", "-o", "OUTPUT.png"],
    ["sheet", "INPUT", "-o", "OUTPUT.png", "--no-header", "--columns", "2", "--rows", "1", "--progress", "none"],
    ["export", "INPUT", "OUTPUT.mov", "--preset", "passthrough", "--progress", "none"],
  ]) func whatIsWritten_isThatOfTheFile(arguments: [String]) async throws {
    // Once by ranges, and once as a whole, which not every server cuts into ranges.
    for (number, input) in [
      "movie.mp4", server.url("file/movie.mp4").absoluteString,
      server.url("plain/movie.mp4").absoluteString,
    ].enumerated() {
      let outcome = try await fixture.run(
        arguments.map { $0 == "INPUT" ? input : $0.replacing("OUTPUT", with: "\(number)") })
      #expect(outcome.error == "" && outcome.code == 0)
    }
    let written = fixture.names.filter { $0 != "movie.mp4" }
    #expect(written.count == 3)
    // The bytes, or what ffmpeg finds in a movie, which says when it was made.
    let contents = try written.map { name in
      guard name.hasSuffix(".mov") else { return try fixture.data(of: name) }
      let file = "\(fixture.path)/\(name)"
      return try Oracle.run("ffmpeg", ["-v", "error", "-i", file, "-map", "0", "-c", "copy", "-f", "framehash", "-"])
    }
    #expect(Set(contents).count == 1)
  }

  @Test(arguments: ["http://", "https:///movie.mp4"], ["probe", "export", "transcode"])
  func urlWithoutAServer_isRefusedInOneSentence(url: String, command: String) async throws {
    let outcome = try await fixture.run(command == "probe" ? [command, url] : [command, url, "out.mp4"])
    #expect(outcome.code == 66)
    #expect(outcome.error.hasPrefix("error: cannot read '\(url)'\n   = cause: the URL names no server"))
  }

  /// Headers count from the first frame on, or leave out the last: the last packets tell.
  @Test(arguments: ["a.mkv", "a.webm", "a.ts", "a.mpg", "a.flv", "a.ogg"]) func duration_isThatOfTheFile(
    name: String
  ) async throws {
    let codecs = [
      "webm": "-c:v libvpx -c:a libopus", "mpg": "-c:v mpeg2video -c:a mp2", "ogg": "-vn -c:a libvorbis",
    ]
    let path = folder.file(name)
    let chosen = codecs[String(name.split(separator: ".")[1])] ?? "-c:v libx264 -bf 2 -c:a aac"
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -itsoffset 0.067 -f lavfi -i testsrc2=size=160x90:rate=25:duration=6 -f lavfi \
        -i sine=r=44100:d=5.97 \(chosen) -y \(path) && cp \(path) . && exec $reel probe \(name)
      """)
    let ofURL = try await fixture.run("probe", server.url("file/\(name)").absoluteString)
    let durations = [made, ofURL].map { $0.output.prefix { !$0.isNewline }.split(separator: " ").last }
    #expect(durations[0] == durations[1] && durations[0]?.hasPrefix("00:00:0") == true, "\(made.error)\(durations)")
  }

  @Test func sheet_isHeadedByTheNameInTheURL() async throws {
    let outcome = try await fixture.run(
      "sheet", server.url("file/movie.mp4").absoluteString, "-o", "sheet.png", "--yaml")
    #expect(outcome.output.contains("header:\n        - movie.mp4\n"), "\(outcome.output)\(outcome.error)")
  }

  private static let commands = [
    ["probe"], ["samples"], ["sheet", "-o", "o.png"], ["waveform"], ["remux", "-o", "o.mov"], ["boxes"], ["presets"],
    ["image", "--at", "0s", "-o", "o.png"], ["export", "o.mov", "--preset", "passthrough"],
  ]

  @Test(arguments: commands) func serverWithoutTheFile_isNamed(command: [String]) async throws {
    let url = server.url("status/404").absoluteString
    let outcome = try await fixture.run([command[0], url] + command.dropFirst())
    #expect(outcome.code == 66)
    #expect(
      outcome.error == """
        error: cannot read '\(url)'
           = cause: the server answered 404 Not Found

        """)
    #expect(fixture.names == ["movie.mp4"])
  }

  @Test(arguments: commands.filter { $0[0] != "boxes" }) func pageOfText_isNoMedia(command: [String]) async throws {
    let url = server.url("page").absoluteString
    let outcome = try await fixture.run([command[0], url] + command.dropFirst())
    #expect(outcome.code == 66)
    #expect(
      outcome.error == """
        error: cannot read '\(url)'
           = cause: the server sends 'text/html', which is no media

        """)
    #expect(fixture.names == ["movie.mp4"])
  }
}
