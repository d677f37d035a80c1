import Foundation
import Testing

/// The audio tracks of files that have several: which of them an encoded copy has, and how the others are named.
@Suite struct AudioTracksTests {
  /// A film in three languages; the tone says which.
  private static func fixture() async throws -> CommandFixture {
    try await CommandFixture.withMedia(
      by: """
        ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=160x96:r=25:d=1 -f lavfi -i sine=300:d=1 -f lavfi -i sine=600:d=1 \
          -f lavfi -i sine=1200:d=1 -map 0 -map 1 -map 2 -map 3 -c:v libx264 -g 5 -c:a aac -metadata:s:a:0 language=eng \
          -metadata:s:a:1 language=deu -metadata:s:a:2 language=fra film.mkv
        """)
  }

  /// The language, the default flag and the pitch of each audio track, from the crossings of zero of a tenth of a
  /// second.
  private func tracks(_ name: String, in fixture: CommandFixture) async throws -> [String] {
    let shown = try await fixture.bash(
      "ffprobe -v error -select_streams a -show_entries stream_tags=language:stream_disposition=default -of csv=p=0 \(name)"
    )
    #expect(shown.code == 0, "\(shown.error)")
    var tracks: [String] = []
    for (number, line) in shown.output.split(separator: "\n").enumerated() {
      let raw = try await fixture.bash(
        "ffmpeg -nostdin -v error -y -ss 0.4 -t 0.1 -i \(name) -map 0:a:\(number) -ac 1 -ar 48000 -f s16le tone.raw")
      #expect(raw.code == 0, "\(raw.error)")
      let samples = try fixture.data(of: "tone.raw").withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
      let rises = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
      tracks.append("\(line) \(Int((Double(rises) / 3).rounded()) * 30)")
    }
    return tracks
  }

  @Test func firstIsTaken_andTheOthersAreNamed() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(["transcode", "film.mkv", "out.mp4", "--progress", "none"])
    #expect(
      outcome.code == 0 && outcome.error.contains("the sound of tracks 3 (de) and 4 (fr): "), "\(outcome.error)")
    #expect(
      outcome.error.contains("--audio-tracks id:3 takes that one, and --audio-tracks all every one"), "\(outcome.error)"
    )
    #expect(try await tracks("out.mp4", in: fixture) == ["1,eng 300"])
    let silent = try await fixture.run(
      ["transcode", "film.mkv", "silent.mp4", "--audio", "none", "--progress", "none"])
    #expect(silent.code == 0 && !silent.error.contains("note:"), "\(silent.error)")
  }

  @Test(arguments: ["mp4", "mkv"], ["aac", "copy"]) func allAreTaken(kind: String, codec: String) async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(
      ["transcode", "film.mkv", "out.\(kind)", "--audio", codec, "--audio-tracks", "all", "--progress", "none"])
    #expect(outcome.code == 0 && !outcome.error.contains("note:"), "\(outcome.error)")
    #expect(try await tracks("out.\(kind)", in: fixture) == ["1,eng 300", "0,deu 600", "0,fra 1200"])
  }

  @Test(arguments: ["aac", "copy"]) func theTrackThatIsHeard_staysTheOne(codec: String) async throws {
    let fixture = try await Self.fixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i film.mkv -map 0 -c copy -disposition:a:0 0 -disposition:a:1 default german.mkv
      $reel transcode german.mkv out.mkv --audio \(codec) --audio-tracks all --progress none
      """)
    #expect(made.code == 0, "\(made.error)")
    #expect(try await tracks("out.mkv", in: fixture) == ["0,eng 300", "1,deu 600", "0,fra 1200"])
  }

  @Test(arguments: [[], ["--smart"]]) func oneLanguage_isCutOut(options: [String]) async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(
      ["cut", "film.mkv", "--from", "200ms", "-o", "out.mp4", "--audio-tracks", "language:de", "--progress", "none"]
        + options)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.error.contains("without the sound of tracks 2 "), "\(outcome.error)")
    #expect(try await tracks("out.mp4", in: fixture) == ["1,deu 600"])
  }

  /// GStreamer's demuxer, which may know such a coding, loses samples at the ends of the others.
  @Test func unknownCodingOfATrack_changesNothingOfOthers() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      "ffmpeg -nostdin -v error -f lavfi -i sine=300:d=1 -f lavfi -i sine=600:d=1 -map 0 -map 1 -c:a aac two.mp4")
    #expect(made.code == 0, "\(made.error)")
    var data = try fixture.data(of: "two.mp4")
    data.replaceSubrange(
      try #require(data.range(of: Data("mp4a".utf8), options: .backwards)), with: Data("Qclp".utf8))
    try fixture.write(data, to: "unknown.mp4")
    for name in ["two", "unknown"] {
      let outcome = try await fixture.run("transcode", "\(name).mp4", "\(name).wav", "--progress", "none")
      #expect(outcome.code == 0, "\(outcome.error)")
    }
    let isSame = try fixture.data(of: "unknown.wav") == fixture.data(of: "two.wav")
    #expect(isSame)
    #expect(try fixture.data(of: "two.wav").count >= 88_200)
  }

  @Test func presets_nameWhatTheyLeaveOut() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(
      ["export", "film.mkv", "out.mp4", "--preset", "low", "--progress", "none"])
    #expect(outcome.code == 0 && outcome.error.contains("without the sound of tracks 3 "), "\(outcome.error)")
    #expect(outcome.error.contains("'reel transcode --audio-tracks' takes others"), "\(outcome.error)")
  }

  @Test(arguments: ["ts", "ogg", "webm"]) func otherKindsOfSeveralTracks_haveThemAll(kind: String) async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(
      ["transcode", "film.mkv", "out.\(kind)", "--audio-tracks", "all", "--progress", "none"]
        + (kind == "ogg" ? [] : ["--size", "64x48"]))
    #expect(outcome.code == 0, "\(outcome.error)")
    let tracks = try await tracks("out.\(kind)", in: fixture)
    #expect(tracks.compactMap { $0.split(separator: " ").last } == ["300", "600", "1200"], "\(tracks)")
  }

  @Test(arguments: [
    ("out.mp4", "language:xx", "has no audio track with language:xx: it has 2 (en), 3 (de), and 4 (fr)"),
    ("out.wav", "all", "wav files hold one audio track, and --audio-tracks all chooses 3"),
  ]) func choicesThatTheFileRefuses_areUsageErrors(_ output: String, _ choice: String, _ words: String) async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(["transcode", "film.mkv", output, "--audio-tracks", choice])
    #expect(outcome.code == 64 && outcome.error.contains(words), "\(outcome.error)")
    #expect(!outcome.error.contains("note:") && fixture.contents[output] == nil, "\(outcome.error)")
  }

  /// A demuxer reads FLAC, and knows its track before the run does.
  @Test func theOnlyTrackOfFLAC_isChosenLikeOthers() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash("ffmpeg -nostdin -v error -f lavfi -i sine=300:d=0.5 in.flac")
    #expect(made.code == 0, "\(made.error)")
    for line in [["transcode", "in.flac", "a.m4a"], ["cut", "in.flac", "--to", "300ms", "-o", "b.m4a"]] {
      let outcome = try await fixture.run(line + ["--audio-tracks", "all", "--progress", "none"])
      #expect(outcome.code == 0 && !outcome.error.contains("note:"), "\(outcome.error)")
    }
    #expect(try await tracks("a.m4a", in: fixture) == ["1,und 300"])
    let refused = try await fixture.run("transcode", "in.flac", "c.m4a", "--audio-tracks", "language:de")
    let words = "has no audio track with language:de: it has one audio track, id:1, without a language"
    #expect(refused.code == 64 && refused.error.contains(words), "\(refused.error)")
  }

  @Test(arguments: [
    (
      ["transcode", "film.mkv", "out.mp4", "--audio-tracks", "loud"],
      "is no choice: write first, all, id:3 or language:de"
    ),
    (["transcode", "film.mkv", "out.mp4", "--audio", "none", "--audio-tracks", "all"], "the sound is left out"),
    (["transcode", "-", "out.mp4", "--audio-tracks", "all"], "are known only when it is read"),
    (["transcode", "film.mkv", "part.mov", "--part", "1/2", "--audio-tracks", "all"], "leave out --audio-tracks"),
    (["cut", "film.mkv", "--to", "1s", "-o", "out.mp4", "--smart", "--audio-tracks", "all"], "takes one audio track"),
  ]) func choicesThatCannotBe_areUsageErrors(_ line: [String], _ words: String) async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.run(line)
    #expect(outcome.code == 64 && outcome.error.contains(words), "\(outcome.error)")
  }
}
