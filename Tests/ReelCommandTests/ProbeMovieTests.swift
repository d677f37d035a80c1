import Foundation
import TestSupport
import Testing

/// `reel probe` of movies and songs: edits, key spaces and chapters, which GStreamer does not report.
@Suite struct ProbeMovieTests {
  private static let marks = Oracle.marks(
    tags: [#"title=A \t title"#, "artist=Somebody"], chapters: [(0, 400, "One"), (400, 1000, "Zwei")])

  /// Makes a second of video with B-frames and of audio, with ffmpeg's metadata file.
  private func movie(_ name: String, _ options: [String] = [], marks: String = marks) async throws -> CommandFixture {
    let fixture = try CommandFixture(["marks.txt": marks])
    let command = [
      "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x90:rate=30:duration=1", "-f", "lavfi",
      "-i", "sine=sample_rate=48000:duration=1", "-f", "ffmetadata", "-i", "marks.txt", "-map", "0", "-map", "1",
      "-map_metadata", "2", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "aac", "-metadata:s:a:0", "language=ita",
    ]
    let outcome = try await Child(command + options + [name], in: fixture.path).outcome
    #expect(outcome.code == 0, "\(outcome.error)")
    return fixture
  }

  private func json(_ fixture: CommandFixture, _ name: String) async throws -> [String: Any] {
    let outcome = try await fixture.run("probe", name, "--json")
    #expect(outcome.code == 0)
    return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test func movie_isShownWithEditsMetadataAndChapters() async throws {
    let fixture = try await movie("a.mp4")
    let outcome = try await fixture.run("probe", "a.mp4")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "a.mp4: ISO MP4/M4A, 00:00:01.000")
    #expect(
      lines[1].wholeMatch(of: /\  video  H\.264 \(High Profile\), 160x90, 30 fps, \d+ kb\/s/) != nil, "\(lines[1])")
    #expect(lines[2] == "           format: yuv420p, level 1.1")
    #expect(lines[3] == "           edit: 00:00:00.000 to 00:00:01.000 from 00:00:00.066")
    #expect(lines[4].wholeMatch(of: /\  audio  MPEG-4 AAC, 48000 Hz, 1 channel, ita, \d+ kb\/s/) != nil, "\(lines[4])")
    #expect(lines[5] == "           format: mono, profile LC")
    #expect(lines[6] == "           edit: 00:00:00.000 to 00:00:01.000 from 00:00:00.021")
    #expect(lines[7] == "           heard: 48000 samples after 1024, 128 left over")
    #expect(lines.contains { $0.wholeMatch(of: /\ {4}itsk ©ART +Somebody/) != nil }, "\(outcome.output)")
    let first = try #require(lines.firstIndex { $0.hasPrefix("  chapters") })
    #expect(lines[first + 1] == "    00:00:00.000  One" && lines[first + 2] == "    00:00:00.400  Zwei")
    // Nero's list, which JSON names, only repeats the track's.
    #expect(lines.filter { $0.hasPrefix("  chapters") }.count == 1, "\(outcome.output)")
    #expect(!lines.contains { $0.contains("problem") })
  }

  @Test func json_hasEditsMetadataAndChapters() async throws {
    let fixture = try await movie("a.mov", ["-movflags", "use_metadata_tags"])
    let object = try await json(fixture, "a.mov")
    #expect(object["container"] as? String == "Quicktime")
    let tracks = try #require(object["tracks"] as? [[String: Any]])
    #expect(tracks.prefix(2).map { $0["format"] as? String } == ["video/x-h264", "audio/mpeg"])
    #expect(tracks.prefix(2).map { $0["enabled"] as? Bool } == [true, true])
    #expect(tracks[0]["frame_rate"] as? String == "30/1" && tracks[0]["samples"] as? Int == 30)
    // QuickTime files have the Macintosh's codes.
    #expect(tracks[1]["language"] as? String == "it" && tracks[1]["timescale"] as? Int == 48_000)
    let edits = try #require(tracks[1]["edits"] as? [[String: Double]])
    #expect(edits == [["start": 0, "duration": 1, "media_start": 1024 / 48_000, "rate": 1]])
    let gapless = try #require(tracks[1]["gapless"] as? [String: Any])
    #expect(gapless["priming"] as? Int == 1024 && gapless["samples"] as? Int == 48_000)
    #expect(gapless["source"] as? String == "editList" && gapless["preroll_packets"] as? Int == 1)
    let items = try #require(object["metadata"] as? [[String: Any]])
    let artist = try #require(items.first { $0["identifier"] as? String == "mdta/artist" })
    #expect(artist["key_space"] as? String == "mdta" && artist["key"] as? String == "artist")
    #expect(artist["type"] as? String == "text" && artist["text"] as? String == "Somebody")
    #expect(artist["data_type"] as? Int == 1)
    let lists = try #require(object["chapters"] as? [[String: Any]])
    #expect(lists.map { $0["source"] as? String } == ["track", "nero"])
    let chapters = try #require(lists.first?["chapters"] as? [[String: Any]])
    #expect(chapters.map { $0["title"] as? String } == ["One", "Zwei"])
    #expect(chapters.map { $0["start"] as? Double } == [0, 0.4] && chapters[0]["end"] as? Double == 0.4)
    let references = try #require(tracks[0]["references"] as? [[String: Any]])
    #expect(references.map { $0["type"] as? String } == ["chap"])
  }

  @Test func fragments_haveTheirRealDuration() async throws {
    let fixture = try await movie("a.mp4", ["-movflags", "frag_keyframe+empty_moov"])
    let object = try await json(fixture, "a.mp4")
    #expect((object["duration"] as? Double).map { abs($0 - 1) < 0.1 } == true, "\(object["duration"] ?? "none")")
    let tracks = try #require(object["tracks"] as? [[String: Any]])
    #expect(tracks.first?["samples"] as? Int == 30)
  }

  @Test func song_isShownWithTagsAndWithoutPriming() async throws {
    let fixture = try await movie("a.mp3", ["-vn", "-c:a", "libmp3lame"])
    let outcome = try await fixture.run("probe", "a.mp3")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "a.mp3: MPEG audio, 00:00:01.000")
    #expect(lines.contains { $0.hasPrefix("           heard: 48000 samples after 1105, ") }, "\(outcome.output)")
    #expect(lines.contains { $0.wholeMatch(of: /\ {4}org\.id3 TPE1 +Somebody/) != nil })
    #expect(lines.contains("  chapters") && lines.contains("    00:00:00.400  Zwei"))
  }

  @Test func coreAudioFile_isShown() async throws {
    let fixture = try CommandFixture([:])
    let made = try await fixture.bash("ffmpeg -v error -f lavfi -i sine=r=44100:d=2 -c:a alac a.caf")
    #expect(made.code == 0, "\(made.error)")
    let outcome = try await fixture.run("probe", "a.caf")
    #expect(outcome.output.hasPrefix("a.caf: Core Audio Format, 00:00:02."), "\(outcome.output)")
    #expect(outcome.output.contains("audio  Apple Lossless"), "\(outcome.output)")
    #expect(outcome.output.contains("44100 Hz, 1 channel"), "\(outcome.output)")
    #expect(outcome.code == 0)
  }

  @Test func controlCharacters_areNotPrinted() async throws {
    let fixture = try await movie("a.mp4", marks: ";FFMETADATA1\ntitle=\u{1b}[31mred\u{7}\u{202e}\\\nline\n")
    let outcome = try await fixture.run("probe", "a.mp4")
    #expect(
      outcome.output.contains("itsk ©nam                 \u{fffd}[31mred\u{fffd}\u{fffd}⏎line\n"), "\(outcome.output)")
    #expect(outcome.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test func damagedMovie_isRefusedWithItsPlace() async throws {
    let fixture = try await movie("a.mp4")
    let good = try fixture.data(of: "a.mp4")
    try fixture.write(good.dropLast(20), to: "cut.mp4")
    let outcome = try await fixture.run("probe", "cut.mp4")
    #expect(outcome.code == 66)
    #expect(outcome.error.hasPrefix("error: cannot read 'cut.mp4'\n"))
    #expect(outcome.error.contains("the file ends inside its 'moov' box"))
  }
}
