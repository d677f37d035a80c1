import Foundation
import Testing

/// Files that a crash or a broken copy has ended: what can be read is read, and a note says that the end is missing.
@Suite struct CrashedRecordingTests {
  /// Makes a folder with a file of ffmpeg, and two thirds of it in another.
  private static func cut(_ name: String, _ options: String) async throws -> CommandFixture {
    try await CommandFixture.withMedia(
      by: """
        ffmpeg -nostdin -v error \(options) whole-\(name) &&
        head -c $(($(stat -c %s whole-\(name)) * 2 / 3)) whole-\(name) > \(name)
        """)
  }

  /// Two seconds of pictures and sound, with a key frame every 0.4 s.
  private static let recording = """
    -f lavfi -i testsrc2=size=160x90:rate=25:duration=2 -f lavfi -i sine=d=2 -c:v libx264 -preset veryfast -g 10 \
    -pix_fmt yuv420p -c:a aac
    """
  private static let sound = "-f lavfi -i sine=d=2:r=48000"

  private static func options(of name: String) -> String {
    name.hasSuffix(".mp4") ? "\(recording) -movflags frag_keyframe+empty_moov" : recording
  }

  @Test(
    arguments: ["a.mkv", "a.mp4"],
    [
      "transcode $in o.mp4", "cut $in --from 0.2s -o o.mkv", "remux $in o.mov", "hls $in -o out",
      "join $in $in -o o.mov", "join $in $in -o o.m4a --video none", "cut --smart $in --from 0.2s -o o.mov",
    ]) func recordingThatACrashHasEnded_isReadUpToThere_withANote(name: String, command: String) async throws
  {
    let fixture = try await Self.cut(name, Self.options(of: name))
    let outcome = try await fixture.bash("exec $reel \(command.replacing("$in", with: name))")
    #expect(outcome.code == 0, "\(outcome.error)")
    let said = outcome.output + outcome.error
    #expect(said.contains("note: ") && said.contains("\(name): the file ends inside "), "\(said)")
    // Each track has the same loss.
    #expect(said.components(separatedBy: "the file ends inside ").count == 2, "\(said)")
  }

  @Test(
    arguments: ["a.mkv", "a.mp4"],
    ["image $in --at 0.5s -o o.file.png", "sheet $in -o o.file.png", "cut --smart $in --from 0.2s -o o.file.mp4"])
  func imagesAndASmartCutOfSuchARecording_areMade(name: String, command: String) async throws {
    let fixture = try await Self.cut(name, Self.options(of: name))
    let outcome = try await fixture.bash("exec $reel \(command.replacing("$in", with: name))")
    #expect(outcome.code == 0 && fixture.names.contains { $0.hasPrefix("o.file.") }, "\(outcome.error)")
  }

  /// More files than stay open for their formats.
  @Test func manySuchRecordings_areJoined() async throws {
    let fixture = try await Self.cut("a.mp4", Self.options(of: "a.mp4"))
    let outcome = try await fixture.bash(
      "for n in $(seq 12); do cp a.mp4 a$n.mp4; done; exec $reel join a[0-9]*.mp4 -o o.m4a --video none")
    #expect(outcome.code == 0 && outcome.output.contains("a12.mp4: the file ends inside "), "\(outcome.error)")
  }

  @Test func transcodedPart_isWhatIsThere() async throws {
    let fixture = try await Self.cut("a.mp4", Self.options(of: "a.mp4"))
    let outcome = try await fixture.run("transcode", "a.mp4", "o.mp4")
    #expect(outcome.code == 0, "\(outcome.error)")
    let frames = try await fixture.bash(
      "ffprobe -v error -count_packets -select_streams v -show_entries stream=nb_read_packets -of csv=p=0 o.mp4")
    let count = try #require(Int(frames.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect((10...40).contains(count), "\(count)")
  }

  /// Tables name the media behind the end: the file is refused, and probe says why.
  @Test func movieWithoutFragments_isRefused_andProbeTellsIt() async throws {
    let fixture = try await Self.cut("a.mp4", "\(Self.recording) -movflags +faststart")
    let probe = try await fixture.run("probe", "a.mp4")
    #expect(probe.code == 0 && probe.output.contains("  problem: a.mp4: it is cut off: "), "\(probe.output)")
    let outcome = try await fixture.run("transcode", "a.mp4", "o.mp4")
    #expect(outcome.code == 66 && outcome.error.contains("cause: it is cut off: "), "\(outcome.error)")
  }

  @Test func probe_tellsAProblemOfAllTracksOnce() async throws {
    let fixture = try await Self.cut("a.mp4", Self.options(of: "a.mp4"))
    let probe = try await fixture.run("probe", "a.mp4")
    #expect(probe.output.components(separatedBy: "  problem: ").count == 2, "\(probe.output)")
  }

  @Test(arguments: ["a.wav", "a.aiff"]) func truncatedSound_isReportedByProbeAndByARun(name: String) async throws {
    let fixture = try await Self.cut(name, Self.sound)
    let probe = try await fixture.run("probe", name)
    #expect(probe.output.contains(#/  problem: a\.\w+: \d+ bytes of sound are missing/#), "\(probe.output)")
    for command in ["transcode", "remux"] {
      let outcome = try await fixture.run(command, name, "\(command).mov")
      #expect(outcome.code == 0, "\(outcome.error)")
      let said = outcome.output + outcome.error
      #expect(said.contains(/note: .*a\.\w+: \d+ bytes of sound are missing/), "\(said)")
    }
  }

  @Test func truncatedMP3_isReportedByProbeAndByARun() async throws {
    let fixture = try await Self.cut("a.mp3", "\(Self.sound) -c:a libmp3lame")
    let probe = try await fixture.run("probe", "a.mp3")
    #expect(probe.output.contains("  problem: a.mp3: it is cut off: "), "\(probe.output)")
    let whole = try await fixture.run("probe", "whole-a.mp3")
    #expect(!whole.output.contains("problem: "), "\(whole.output)")
    let outcome = try await fixture.run("transcode", "a.mp3", "o.mp4")
    let said = outcome.output + outcome.error
    #expect(outcome.code == 0 && said.contains("a.mp3: the last frame has "), "\(said)")
  }

  /// FLAC states samples, and no bytes.
  @Test(arguments: ["-ac 1 -sample_fmt s16", "-ac 6 -sample_fmt s32"])
  func truncatedFLAC_isReportedByProbeAndByARun(options: String) async throws {
    let fixture = try await Self.cut("a.flac", "\(Self.sound) \(options) -c:a flac")
    let problem = #/a\.flac: it is cut off: nothing comes after sample \d+ of 96000/#
    let probe = try await fixture.run("probe", "a.flac")
    #expect(probe.output.contains(problem), "\(probe.output)")
    let whole = try await fixture.run("probe", "whole-a.flac")
    #expect(!whole.output.contains("problem: "), "\(whole.output)")
    for command in ["transcode", "remux"] {
      let outcome = try await fixture.run(command, "a.flac", "\(command).mp4")
      let said = outcome.output + outcome.error
      #expect(outcome.code == 0 && said.contains("note: ") && said.contains(problem), "\(said)")
    }
  }

  /// The packet table lies behind the sound, and no demuxer reads these files.
  @Test func soundWithoutItsPacketTable_isRefused_withTheCauseThatProbeSays() async throws {
    let fixture = try await Self.cut("a.caf", "\(Self.sound) -c:a alac")
    for command in [["probe", "a.caf"], ["transcode", "a.caf", "o.mp4"]] {
      let outcome = try await fixture.run(command)
      #expect(outcome.code == 66, "\(command): \(outcome.error)")
      #expect(outcome.error.contains("cause: the file has no 'pakt' chunk"), "\(command): \(outcome.error)")
    }
  }

  /// The last frames of FLAC that fades out are shorter than the longest header of one, and programs that write WAVE
  /// into a pipe state sizes of their own.
  @Test func wholeFiles_haveNoNote() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i "anoisesrc=d=3:a=0.3,volume='if(lt(t,2),1,0)':eval=frame" -ac 1 \
        -sample_fmt s16 faded.flac
      ffmpeg -nostdin -v error -f lavfi -i anoisesrc=d=1:a=0.3 piped.wav
      """)
    #expect(made.code == 0, "\(made.error)")
    var sound = try fixture.data(of: "piped.wav")
    let size = try #require(sound.range(of: Data("data".utf8))).upperBound
    sound.replaceSubrange(size..<size + 4, with: [0x00, 0xf0, 0xff, 0x7f])
    try fixture.write(sound, to: "piped.wav")
    for name in ["faded.flac", "piped.wav"] {
      for line in [["probe", name], ["transcode", name, "\(name).wav"], ["remux", name, "\(name).mka"]] {
        let outcome = try await fixture.run(line)
        let said = outcome.output + outcome.error
        #expect(outcome.code == 0 && !said.contains("cut off") && !said.contains("missing"), "\(line) \(said)")
      }
    }
  }

  @Test func fragmentBeyondAllTimes_isNoTrap() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      "ffmpeg -nostdin -v error -f lavfi -i sine=d=1 -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof in.mp4"
    )
    #expect(made.code == 0, "\(made.error)")
    var movie = try fixture.data(of: "in.mp4")
    let time = try #require(movie.range(of: Data("tfdt".utf8))).upperBound + 4
    movie.replaceSubrange(time..<time + 8, with: [0x0f] + [UInt8](repeating: 0xff, count: 7))
    try fixture.write(movie, to: "in.mp4")
    for line in [["waveform", "in.mp4", "-o", "a.png"], ["transcode", "in.mp4", "b.wav"]] {
      let outcome = try await fixture.run(line)
      #expect(outcome.code.map { $0 < 128 } == true, "\(line) \(outcome)")
    }
  }
}
