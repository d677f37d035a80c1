import Foundation
import Testing

/// `reel cut`, `reel join` and `reel render`.
@Suite struct EditingCommandTests {
  /// Sample n has the value n / 131072, modulo a half; the second file counts backwards.
  private static func fixture() async throws -> CommandFixture {
    try await CommandFixture.withMedia(
      by: """
        ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=mod(n\\,65536)/131072|0:s=48000:d=1' -sample_fmt s16 a.wav
        ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=0.5-mod(n\\,65536)/131072|0:s=48000:d=1' -sample_fmt s16 b.flac
        """)
  }

  private func samples(_ name: String, in fixture: CommandFixture) async throws -> [Int16] {
    let outcome = try await fixture.bash("ffmpeg -nostdin -v error -y -i \(name) -f s16le \(name).raw")
    #expect(outcome.code == 0, "\(outcome.error)")
    return try fixture.data(of: "\(name).raw").withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  @Test func aCut_hasTheVerySamples() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(
      ["cut", "a.wav", "--from", "250ms", "--to", "1/3s", "-o", "out.wav", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let (cut, whole) = (try await samples("out.wav", in: fixture), try await samples("a.wav", in: fixture))
    #expect(cut == Array(whole[24000..<32000]))
    let nothing = try await fixture.run(["cut", "a.wav", "-o", "out2.wav"])
    #expect(nothing.code == 64 && nothing.error.contains("give --from or --to"))
  }

  @Test func files_areJoinedSampleBySample() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(["join", "a.wav", "b.flac", "a.wav", "-o", "out.wav", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let (a, b) = (try await samples("a.wav", in: fixture), try await samples("b.flac", in: fixture))
    #expect(try await samples("out.wav", in: fixture) == a + b + a)
  }

  @Test func aJoin_keepsRateAndSpeakersOfItsFiles() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=mod(n\\,65536)/131072:s=44100:d=1' -sample_fmt s16 a.flac
      ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=0.5-mod(n\\,65536)/131072:s=44100:d=1' -sample_fmt s16 b.flac
      ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=0.1|0.2|0.3|0.05|0.4|0.5:s=48000:c=5.1:d=1' -c:a pcm_s16le c.wav
      """)
    #expect(made.code == 0, "\(made.error)")
    let mono = try await fixture.run(["join", "a.flac", "b.flac", "-o", "mono.flac", "--progress", "none"])
    #expect(mono.code == 0, "\(mono.error)")
    let parts = (try await samples("a.flac", in: fixture), try await samples("b.flac", in: fixture))
    #expect(try await samples("mono.flac", in: fixture) == parts.0 + parts.1)
    let surround = try await fixture.run(["join", "c.wav", "c.wav", "-o", "surround.wav", "--progress", "none"])
    #expect(surround.code == 0, "\(surround.error)")
    let one = try await samples("c.wav", in: fixture)
    #expect(try await samples("surround.wav", in: fixture) == one + one)
    let shown = try await fixture.bash(
      """
      for name in mono.flac surround.wav; do
        ffprobe -v error -show_entries stream=sample_rate,channels,channel_layout -of csv=p=0 $name
      done
      """
    )
    #expect(shown.output == "44100,1,mono\n48000,6,5.1\n", "\(shown.output)")
  }

  /// Containers state no speakers of AAC: they are those that its decoder finds.
  @Test func aJoin_keepsSpeakersThatOnlyTheDecoderKnows() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=0.1*sin(2000*t)|0.2*sin(2000*t)|0.4*sin(2000*t):s=48000:c=3.0:d=1' \
        -c:a aac -b:a 300k a.m4a
      $reel join a.m4a a.m4a -o joined.wav --progress none
      ffprobe -v error -show_entries stream=channels,channel_layout -of csv=p=0 joined.wav
      for channel in 0 1 2; do
        ffmpeg -nostdin -v info -i joined.wav -af "pan=mono|c0=c$channel,volumedetect" -f null - 2>&1 |
          sed -n 's/.*mean_volume: \\(-[0-9]*\\).*/\\1/p'
      done
      """)
    #expect(made.code == 0, "\(made.error)")
    let lines = made.output.split(separator: "\n").suffix(4).map(String.init)
    let levels = lines.dropFirst().compactMap { Int($0) }
    #expect(lines.first == "3,3.0" && levels.count == 3, "\(made.output)")
    for (level, expected) in zip(levels, [-23, -17, -11]) { #expect(abs(level - expected) <= 1, "\(made.output)") }
  }

  @Test func aJoin_namesWhatItLeavesOut() async throws {
    let fixture = try await Self.fixture()
    try fixture.write("1\n00:00:00,100 --> 00:00:00,500\nOne\n", to: "in.srt")
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1 -i a.wav -i b.flac -i in.srt -map 0 -map 1 -map 2 -map 3 \
        -c:v libx264 -c:a aac -metadata title=Film -metadata:s:a:1 language=deu film.mkv
      ffmpeg -nostdin -v error -i film.mkv -map 0:v -map 0:a:0 -map_metadata -1 -c copy plain.mp4
      """)
    #expect(made.code == 0, "\(made.error)")
    let outcome = try await fixture.run(["join", "plain.mp4", "film.mkv", "-o", "out.mp4", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(
      outcome.error.contains(
        "note: the output is without this of 'film.mkv': the sound of track 3 (de), the subtitles of track 4, title\n"),
      "\(outcome.error)")
    #expect(!outcome.error.contains("plain.mp4"), "\(outcome.error)")
    let heard = try await fixture.run(["join", "film.mkv", "plain.mp4", "-o", "out.wav", "--progress", "none"])
    #expect(
      heard.error.contains("without this of 'film.mkv': the sound of track 3 (de), title\n"), "\(heard.error)")
  }

  @Test func aTransition_makesTheFileShorter_andThePrintedGraphRuns() async throws {
    let fixture = try await Self.fixture()
    let line = ["join", "a.wav", "b.flac", "-o", "out.wav", "--transition", "dissolve:500ms"]
    let printed = try await fixture.run(line + ["--yaml"])
    #expect(printed.output.contains("{ transition: crossfade, duration: 500ms }"), "\(printed.output)")
    try fixture.write(printed.output.replacing("out.wav", with: "again.wav"), to: "edit.yaml")
    #expect(try await fixture.run(line + ["--progress", "none"]).code == 0)
    let again = try await fixture.run(["run", "edit.yaml", "--progress", "none"])
    #expect(again.code == 0, "\(again.error)")
    let joined = try await samples("out.wav", in: fixture)
    #expect(joined.count == 72000 * 2 && fixture.contents["out.wav"] == fixture.contents["again.wav"])
    // In the middle of the dissolve, both have a power of one half.
    let (a, b) = (try await samples("a.wav", in: fixture), try await samples("b.flac", in: fixture))
    let middle = (Double(a[36000 * 2]) + Double(b[12000 * 2])) * 0.5.squareRoot()
    #expect(abs(Double(joined[36000 * 2]) - middle) <= 1)
  }

  @Test func timelinesInFiles_areRenderedAndExplained() async throws {
    let fixture = try await Self.fixture()
    try fixture.write(
      """
      format: 1
      parameters: { first: { type: url, required: true } }
      nodes:
        edit:
          use: timeline
          with:
            items:
              - { clip: $first, from: 500ms }
              - { gap: 250ms }
              - { clip: b.flac, to: 500ms, volume: 0.5 }
        hear: { use: "null", in: edit.audio }
      """, to: "edit.yaml")
    let explained = try await fixture.run(["explain", "edit.yaml", "--set", "first=a.wav"])
    #expect(
      explained.output.contains("note: 750ms to 1.25s: 'b.flac' from 0s"), "\(explained.output)\(explained.error)")
    let line = ["render", "edit.yaml", "--set", "first=a.wav", "--progress", "none"]
    #expect(try await fixture.run(line + ["-o", "out.wav"]).code == 0)
    let rendered = try await samples("out.wav", in: fixture)
    let (a, b) = (try await samples("a.wav", in: fixture), try await samples("b.flac", in: fixture))
    #expect(rendered.count == 60000 * 2 && rendered[..<48000] == a[48000...])
    #expect(rendered[48000..<72000].allSatisfy { $0 == 0 })
    #expect(zip(rendered[72000...], b).allSatisfy { abs(Double($0) - Double($1) / 2) <= 1 })
    // The same by way of OpenTimelineIO.
    #expect(try await fixture.run(line + ["-o", "edit.otio"]).code == 0)
    let outcome = try await fixture.run(["render", "edit.otio", "-o", "otio.wav", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(fixture.contents["out.wav"] == fixture.contents["otio.wav"])
  }

  /// GStreamer's demuxer gives such a file from its beginning on only.
  @Test func partOfAFileThatOnlyADemuxerReads_isThatOfTheWhole() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=160x96:r=25:d=4 -f lavfi -i anoisesrc=d=4:r=48000:seed=5 \
        -c:v wmv2 -c:a wmav2 in.wmv && "$reel" transcode in.wmv whole.wav --progress none &&
        "$reel" cut in.wmv --from 1s --to 3s -o part.wav --progress none &&
        "$reel" cut in.wmv --from 1s --to 3s -o part.mp4 --progress none
      """)
    #expect(made.code == 0 && made.error == "", "\(made.error)")
    let part = try await samples("part.wav", in: fixture)
    #expect(part.count == 96000)
    #expect(try await samples("whole.wav", in: fixture)[48000..<144000] == part[...])
    let start = try await fixture.bash(
      "ffprobe -v error -select_streams v -show_entries stream=start_time,duration -of csv=p=0 part.mp4")
    #expect(start.output.hasPrefix("0.000000,2.000000"), "\(start.output)")
  }

  @Test func timelineThatNothingReads_isRenderedAndExported() async throws {
    let fixture = try await Self.fixture()
    try fixture.write(
      """
      format: 1
      nodes:
        edit: { use: timeline, with: { items: [{ clip: a.wav, from: 500ms }] } }
      """, to: "edit.yaml")
    for line in [["render", "edit.yaml", "-o", "out.wav"], ["export", "edit.yaml", "out.m4a", "--preset", "m4a"]] {
      let outcome = try await fixture.run(line + ["--progress", "none"])
      #expect(outcome.code == 0, "\(outcome.error)")
    }
    #expect(try await samples("out.wav", in: fixture)[...] == samples("a.wav", in: fixture)[48000...])
    let checked = try await fixture.run(["check", "edit.yaml"])
    #expect(checked.code == 0 && checked.output == "edit.yaml: ok\n" && checked.error == "", "\(checked.error)")
    let explained = try await fixture.run(["explain", "edit.yaml"])
    #expect(explained.code == 0 && explained.output.contains("note: 0s to 500ms: 'a.wav' from 500ms"))
    let flat = try await fixture.run(["explain", "edit.yaml", "--yaml"])
    #expect(flat.code == 0 && flat.output.contains("edit: { use: timeline"), "\(flat.error)")
    // To run it, something has to take what it gives.
    let run = try await fixture.run(["run", "edit.yaml"])
    #expect(run.code == 65 && run.error.contains("nothing reads 'edit'"))
  }

  @Test func copies_explainWhatIsAnError() async throws {
    let fixture = try await Self.fixture()
    try fixture.write(
      """
      format: 1
      nodes:
        copy:  { use: timeline.copy, with: { edges: encode, items: [ { clip: a.wav }, { clip: b.flac } ] } }
        muxer: { use: mux.mov, in: copy.audio }
        file:  { use: file.write, in: muxer, with: { url: out.mov } }
      """, to: "copy.yaml")
    let explained = try await fixture.run(["explain", "copy.yaml"])
    let reason = "the audio cannot be copied, and is an error if something reads it: 2 clips are heard"
    #expect(explained.code == 0 && explained.output.contains(reason), "\(explained.output) \(explained.error)")
    let run = try await fixture.run(["run", "copy.yaml", "--progress", "none"])
    #expect(run.code != 0 && run.error.contains("2 clips are heard"), "\(run.error)")
  }

  @Test func partOfATimeline_isRenderedAndExported() async throws {
    let fixture = try await Self.fixture()
    try fixture.write(
      """
      format: 1
      nodes:
        edit: { use: timeline, with: { from: 250ms, to: 1500ms, items: [ { clip: a.wav }, { clip: b.flac } ] } }
      """, to: "edit.yaml")
    let (a, b) = (try await samples("a.wav", in: fixture), try await samples("b.flac", in: fixture))
    let part = Array((a + b)[24000..<144000])
    let rendered = try await fixture.run(["render", "edit.yaml", "-o", "part.wav", "--progress", "none"])
    #expect(rendered.code == 0, "\(rendered.error)")
    #expect(try await samples("part.wav", in: fixture) == part)
    let exported = try await fixture.bash(
      """
      $reel export edit.yaml out.m4a --preset m4a --progress none
      $reel export edit.yaml end.m4a --preset m4a --from 1s --progress none
      ffprobe -v error -show_entries format=duration -of csv=p=0 out.m4a
      ffprobe -v error -show_entries format=duration -of csv=p=0 end.m4a
      """)
    #expect(exported.code == 0 && exported.output.hasSuffix("1.250000\n0.500000\n"), "\(exported)")
  }

  @Test(arguments: [
    (["join", "a.wav", "-o", "out.wav"], 64, "needs two files"),
    (["join", "a.wav", "b.wav", "-o", "out.wav", "--transition", "dissolve"], 64, "write dissolve:1s"),
    (["join", "a.wav", "b.wav", "-o", "out.wav", "--audio", "copy"], 64, "cannot be copied"),
    (["join", "a.wav", "none.wav", "-o", "out.wav"], 66, "cannot read 'none.wav'"),
    (["join", "a.wav", "notes.txt", "-o", "out.wav"], 66, "cannot read 'notes.txt'"),
    (["cut", "none.mp4", "--from", "1s", "-o", "out.wav", "--smart"], 66, "cannot read 'none.mp4'"),
    (["render", "none.otio", "-o", "out.wav"], 66, "cannot read 'none.otio'"),
    (["render", "none.yaml", "-o", "out.wav"], 66, "none.yaml"),
    (["cut", "a.wav", "--from", "2s", "--to", "1s", "-o", "out.wav"], 64, "is not after"),
  ]) func mistakes_areToldWithTheirWayOut(_ line: [String], _ code: Int32, _ message: String) async throws {
    let fixture = try await Self.fixture()
    try fixture.write(Data("A text.".utf8), to: "notes.txt")
    let outcome = try await fixture.run(line + ["--progress", "none"])
    #expect(outcome.code == code && outcome.error.contains(message), "\(outcome.code) \(outcome.error)")
    #expect(!fixture.names.contains("out.wav"))
  }

  @Test func emptyTimeline_isAnErrorAtItsPlace() async throws {
    let fixture = try CommandFixture([
      "edit.yaml": "format: 1\nnodes:\n  edit: { use: timeline, with: { size: 64x48, items: [] } }\n"
    ])
    for line in [["check", "edit.yaml"], ["explain", "edit.yaml"], ["render", "edit.yaml", "-o", "out.mp4"]] {
      let outcome = try await fixture.run(line)
      #expect(outcome.code == 65, "\(outcome.error)")
      #expect(outcome.error.hasPrefix("error: items must not be empty\n --> edit.yaml:3:54\n"), "\(outcome.error)")
      #expect(outcome.error.contains("the timeline is empty"))
    }
  }

  @Test func filesOfDifferentDynamicRanges_areRefusedBeforeTheRun() async throws {
    let fixture = try CommandFixture([
      "edit.yaml": """
      format: 1
      nodes:
        edit: { use: timeline, with: { items: [{ clip: sdr.mp4 }, { clip: hlg.mp4 }] } }
        end: { use: "null", in: edit.video }
      """
    ])
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -c:v libx264 -pix_fmt yuv420p sdr.mp4
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -c:v libx264 -pix_fmt yuv420p10le \
        -color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc \
        -x264-params colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc hlg.mp4
      """)
    #expect(made.code == 0, "\(made.error)")
    for line in [
      ["join", "sdr.mp4", "hlg.mp4", "-o", "out.mp4"], ["explain", "edit.yaml"], ["run", "edit.yaml"],
      ["render", "edit.yaml", "-o", "out.mp4"],
    ] {
      let outcome = try await fixture.run(line)
      #expect(outcome.code == 66, "\(line) \(outcome.error)")
      #expect(outcome.error.hasPrefix("error: 'hlg.mp4' cannot be shown beside 'sdr.mp4'\n"), "\(outcome.error)")
      #expect(outcome.error.contains("'hlg.mp4' is HDR (HLG)") && outcome.error.contains("'sdr.mp4' is SDR"))
    }
    #expect(!fixture.names.contains("out.mp4"))
    let alike = try await fixture.run("join", "hlg.mp4", "hlg.mp4", "-o", "out.mp4", "--progress", "none")
    #expect(alike.code == 0, "\(alike.error)")
  }
}
