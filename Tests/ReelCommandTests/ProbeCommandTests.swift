import Foundation
import Testing

@Suite struct ProbeCommandTests {
  @Test func movie_isDescribed() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run("probe", "movie.mp4")
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    // Indented lines have more details of a track.
    let lines = outcome.output.split(separator: "\n").filter { !$0.hasPrefix("     ") }
    #expect(lines.count >= 3)
    #expect(lines[0].wholeMatch(of: /movie\.mp4: ISO MP4\/M4A, 00:00:01\.0\d\d/) != nil, "\(lines[0])")
    #expect(lines[1].wholeMatch(of: /\  video  H\.264 \(.+ Profile\), 160x90, 30 fps, \d+ kb\/s/) != nil, "\(lines[1])")
    #expect(lines[2].wholeMatch(of: /\  audio  MPEG-4 AAC, 48000 Hz, 2 channels, \d+ kb\/s/) != nil, "\(lines[2])")
  }

  @Test func json_hasStableFields() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run("probe", "movie.mp4", "--json")
    let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["file"] as? String == "movie.mp4")
    #expect(object["container"] as? String == "ISO MP4/M4A")
    #expect((object["duration"] as? Double).map { (1...1.1).contains($0) } == true)
    let tracks = try #require(object["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["kind"] as? String } == ["video", "audio"])
    #expect(tracks.map { $0["format"] as? String } == ["video/x-h264", "audio/mpeg"])
    #expect(tracks[0]["frame_rate"] as? String == "30/1")
    #expect(tracks[0]["width"] as? Int == 160 && tracks[0]["height"] as? Int == 90)
    #expect(tracks[1]["sample_rate"] as? Int == 48000 && tracks[1]["channels"] as? Int == 2)
  }

  @Test func stillPicture_hasAKind() async throws {
    let fixture = try await CommandFixture.withMovie()
    _ = try await fixture.run("image", "movie.mp4", "--at", "0s", "-o", "still.png")
    #expect(
      try await fixture.run("probe", "still.png").output.hasPrefix("still.png: PNG image\n  video  PNG, 160x90\n"))
  }

  @Test func fileThatIsNoMovie_hasNoBoxes() async throws {
    let fixture = try CommandFixture([
      "short.mp4": "junk\n", "empty.mp4": "", "text.mp4": "This is a text, and no movie at all.",
      "sound.wav": "RIFF\u{24}\0\0\0WAVEfmt ", "picture.png": "\u{1}PNG\r\n\u{1a}\n\0\0\0\rIHDR",
    ])
    for name in fixture.names {
      let cause = name == "empty.mp4" ? "it is empty" : "it is no movie file"
      let outcome = try await fixture.run("boxes", name)
      #expect(outcome.code == 66 && outcome.output == "")
      #expect(outcome.error == "error: cannot read '\(name)'\n   = cause: \(cause)\n")
    }
  }

  @Test(arguments: [
    ("no.mp4", "No such file or directory"), ("empty.mp4", "it is empty"),
    ("text.mp4", "it is no media file, or one of an unknown kind"),
  ]) func whatIsNoMovie_isRefused(path: String, cause: String) async throws {
    let fixture = try CommandFixture(["text.mp4": "Hello.", "empty.mp4": ""])
    let outcome = try await fixture.run("probe", path)
    #expect(outcome.code == 66)
    #expect(outcome.output == "")
    #expect(outcome.error == "error: cannot read '\(path)'\n   = cause: \(cause)\n")
  }

  @Test(arguments: [
    "probe movie.mp4", "probe movie.mp4 --json", "samples movie.mp4", "boxes movie.mp4", "nodes", "--help", "help run",
    "--version",
  ])
  func outputThatIsFull_isAnError(command: String) async throws {
    let fixture = try await CommandFixture.withMovie()
    let full = try await fixture.bash("exec $reel \(command) > /dev/full")
    #expect(full.code == 73)
    #expect(full.error == "error: cannot write to standard output\n   = cause: No space left on device\n")
    // A reader that has seen enough is none.
    let closed = try await fixture.bash("set -o pipefail; $reel \(command) | true")
    #expect(closed.code == 0 && closed.error == "", "\(closed.error)")
  }

  @Test func asset_isShownAsAVFoundationSeesIt() async throws {
    let fixture = try await CommandFixture.withMovie()
    let text = try await fixture.run("probe", "movie.mp4")
    #expect(text.output.contains("\n  asset  playable, readable, exportable, composable\n"), "\(text.output)")
    let outcome = try await fixture.run("probe", "movie.mp4", "--json")
    let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let asset = try #require(object["asset"] as? [String: Any])
    #expect(asset["is_playable"] as? Bool == true && asset["has_protected_content"] as? Bool == false)
    let tracks = try #require(asset["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["media_type"] as? String } == ["vide", "soun"])
    #expect(tracks[0]["natural_size"] as? [Double] == [160, 90])
    #expect(tracks[0]["nominal_frame_rate"] as? Double == 30 && tracks[0]["min_frame_duration"] as? String != nil)
    #expect((tracks[1]["total_sample_data_length"] as? Int).map { $0 > 0 } == true)
    #expect((tracks[0]["media_characteristics"] as? [String])?.contains("AVMediaCharacteristicVisual") == true)
  }

  @Test func severalFiles_areShownAndThoseThatFailAreReported() async throws {
    let fixture = try await CommandFixture.withMovie(["text.mp4": "Hello."])
    let outcome = try await fixture.run("probe", "movie.mp4", "text.mp4", "movie.mp4")
    #expect(outcome.code == 66)
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("movie.mp4: ") } == 2)
    #expect(outcome.error.hasPrefix("error: cannot read 'text.mp4'\n"), "\(outcome.error)")
    let json = try await fixture.run("probe", "movie.mp4", "movie.mp4", "--json")
    let list = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(list.map { $0["file"] as? String } == ["movie.mp4", "movie.mp4"])
  }

  @Test func folder_isATableOfItsMedia() async throws {
    let fixture = try await CommandFixture.withMovie(["deep/er/bad.mov": "Hello.", "notes.txt": "no media"])
    try fixture.write(try fixture.data(of: "movie.mp4"), to: "deep/copy.mp4")
    let outcome = try await fixture.run("probe", ".")
    #expect(outcome.code == 66)
    let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    #expect(lines.count == 4, "\(outcome.output)")
    #expect(lines.prefix(3).map { $0.first.map(String.init) } == ["deep/copy.mp4", "deep/er/bad.mov", "movie.mp4"])
    #expect(lines[0].dropFirst(2).joined(separator: " ") == "avc1 160x90 aac 48000 Hz 2 ch", "\(outcome.output)")
    #expect(lines[1][1] == "unreadable")
    #expect(lines[3].joined(separator: " ").hasPrefix(".: 3 files, 00:00:02."))
    #expect(outcome.error.contains("cannot read './deep/er/bad.mov'"))
    let json = try await fixture.run("probe", "deep", "--json")
    let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((object["files"] as? [[String: Any]])?.map { $0["file"] as? String } == ["copy.mp4", "er/bad.mov"])
  }
}
