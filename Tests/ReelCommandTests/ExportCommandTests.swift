import Foundation
import Testing

/// `reel export` and `reel presets`.
@Suite(.timeLimit(.minutes(10))) struct ExportCommandTests {
  private static func fixture() async throws -> CommandFixture {
    try await CommandFixture.withMedia(
      by: """
        ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=160x90:rate=30:duration=1 -f lavfi -i sine=duration=1 \
          -c:v libx264 -preset ultrafast -g 10 -pix_fmt yuv420p -c:a aac -metadata title=Old in.mp4
        """)
  }

  private func probe(_ fixture: CommandFixture, _ name: String, _ entries: String) async throws -> [String] {
    let outcome = try await fixture.bash(
      "ffmpeg -nostdin -v warning -i \(name) -f null - 1>&2 && ffprobe -v error -count_frames -show_entries \(entries) -of csv=p=0 \(name)"
    )
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    return outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: [","]) }
  }

  @Test func export_followsThePreset_andTakesMetadata() async throws {
    let fixture = try await Self.fixture()
    let line = ["export", "in.mp4", "out.mp4", "--preset", "low", "--metadata", "artist=Me", "--progress", "none"]
    let outcome = try await fixture.run(line)
    #expect(outcome.code == 0 && outcome.output.contains("30 frames"), "\(outcome.error)")
    let found = try await probe(fixture, "out.mp4", "stream=codec_name,width,height:format_tags=title,artist")
    #expect(
      found.prefix(2) == ["h264,160,90", "aac"] && found.last?.contains("Old") == true
        && found.last?.contains("Me") == true)
    let again = try await fixture.run(line)
    #expect(again.code == 73 && again.error.contains("'out.mp4' exists"))
    #expect(try await fixture.run(line + ["--overwrite"]).code == 0)
  }

  @Test func passthrough_cutsExactly() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run([
      "export", "in.mp4", "part.mov", "--preset", "passthrough", "--from", "500ms", "--to", "900ms", "--progress",
      "none",
    ])
    #expect(outcome.code == 0, "\(outcome.error)")
    let found = try await probe(fixture, "part.mov", "stream=codec_name,nb_read_frames")
    #expect(found.first == "h264,12", "\(found)")
    // Of files that do not state how long they are, too.
    #expect(try await fixture.bash("ffmpeg -nostdin -v error -i in.mp4 -vn -c:a flac sound.flac").code == 0)
    let whole = try await fixture.run(
      "export", "sound.flac", "sound.mp4", "--preset", "passthrough", "--progress", "none")
    #expect(whole.code == 0 && whole.output.contains("\n00:00:01.0"), "\(whole.output)\(whole.error)")
    #expect(try await fixture.bash("rm sound.*").code == 0)
    let nothing = try await fixture.run(["export", "in.mp4", "none.mov", "--preset", "passthrough", "--from", "9s"])
    #expect(nothing.code != 0 && nothing.error.contains("ends before the part begins"), "\(nothing.error)")
    #expect(fixture.names == ["in.mp4", "part.mov"])
  }

  @Test func passthroughIntoATransportStream_keepsAllAudio_andSaysWhatIsMissing() async throws {
    let fixture = try await Self.fixture()
    let made = try await fixture.bash(
      "ffmpeg -nostdin -v error -i in.mp4 -map 0 -map 0:a -c copy -metadata title=Old two.mp4")
    #expect(made.code == 0, "\(made.error)")
    let line = ["export", "two.mp4", "out.ts", "--preset", "passthrough", "--progress", "none"]
    let outcome = try await fixture.run(line)
    #expect(outcome.code == 0 && outcome.error.contains("the copy is without: title"), "\(outcome.error)")
    let streams = try await fixture.bash("ffprobe -v error -show_entries stream=index -of csv=p=0 out.ts | sort -u")
    #expect(streams.output.split(separator: "\n").map { $0.prefix(1) } == ["0", "1", "2"], "\(streams.output)")
    let part = try await fixture.run(line + ["--overwrite", "--from", "500ms"])
    #expect(part.code == 0 && part.error.contains("have no edits"), "\(part.error)")
  }

  @Test func outputsThatWouldHoldNothing_areRefused() async throws {
    let fixture = try await Self.fixture()
    #expect(try await fixture.bash("ffmpeg -nostdin -v error -i in.mp4 -an -c copy mute.mp4").code == 0)
    for (line, code, message) in [
      (
        ["export", "in.mp4", "out.mp4", "--from", "9s"], 64 as Int32,
        "'in.mp4' ends at 00:00:01.000, before the part begins"
      ),
      (["transcode", "in.mp4", "out.mp4", "--from", "1s"], 64, "before the part begins"),
      (["cut", "in.mp4", "--from", "2s", "-o", "out.mp4"], 64, "before the part begins"),
      (["export", "mute.mp4", "out.m4a", "--preset", "m4a"], 66, "'mute.mp4' has no sound"),
      (["transcode", "mute.mp4", "out.mp4", "--video", "none"], 66, "'mute.mp4' has no sound"),
    ] {
      let outcome = try await fixture.run(line + ["--progress", "none"])
      #expect(outcome.code == code && outcome.error.contains(message), "\(line): \(outcome.error)")
    }
    #expect(fixture.names == ["in.mp4", "mute.mp4"])
    #expect(try await fixture.run("export", "mute.mp4", "out.mp4", "--from", "900ms", "--progress", "none").code == 0)
  }

  @Test(arguments: [("yuv420p10le", "Main 10"), ("yuv422p10le", "Main 10"), ("yuv420p", "Main")])
  func hevc_keepsTenBits(pixels: String, profile: String) async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=160x90:rate=30:duration=0.5 -c:v libx265 -pix_fmt \(pixels) \
        -x265-params log-level=error -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc hdr.mp4
      """)
    #expect(made.code == 0, "\(made.error)")
    for preset in ["hevc_highest", "hevc1920x1080"] {
      let outcome = try await fixture.run(
        "export", "hdr.mp4", "\(preset).mp4", "--preset", preset, "--progress", "none")
      #expect(outcome.code == 0 && !outcome.output.contains("shows steps"), "\(outcome.error)")
      let found = try await probe(fixture, "\(preset).mp4", "stream=profile,pix_fmt,color_transfer")
      #expect(found == ["\(profile),\(profile == "Main" ? "yuv420p" : "yuv420p10le"),smpte2084"], "\(found)")
    }
    // So does a transcode for which nothing else is said.
    let plain = try await fixture.run("transcode", "hdr.mp4", "plain.mp4", "--video", "hevc", "--progress", "none")
    #expect(plain.code == 0 && !plain.output.contains("shows steps"), "\(plain)")
    let kept = try await probe(fixture, "plain.mp4", "stream=profile,pix_fmt,color_transfer")
    #expect(kept == ["\(profile),\(profile == "Main" ? "yuv420p" : "yuv420p10le"),smpte2084"], "\(kept)")
    for (line, remedy) in [
      (["export", "hdr.mp4", "h264.mp4", "--preset", "highest"], "video.encode.hevc keeps them"),
      (["transcode", "hdr.mp4", "main.mp4", "--video", "hevc:profile=main"], "'profile: auto' keeps them"),
    ] {
      let eight = try await fixture.run(line + ["--progress", "none"])
      let note = "PQ of so few shows steps; \(remedy)"
      #expect(eight.code == 0 && eight.output.contains(note) == (profile != "Main"), "\(eight)")
    }
  }

  /// Of interlaced frames, fields are cropped in pairs of rows: encoders refuse a height that is no multiple of four.
  @Test(arguments: ["medium", "hevc_highest"]) func interlacedFrames_ofAnyHeight_areEncoded(preset: String) async throws
  {
    let fixture = try await Self.fixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=720x576:rate=50:duration=0.4 -vf interlace,setsar=64/45 \
        -c:v libx264 -flags +ildct+ilme -preset ultrafast lace.ts &&
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=160x90:rate=50:duration=0.4 -vf interlace -c:v mpeg2video \
        -flags +ildct+ilme odd.ts
      """)
    #expect(made.code == 0, "\(made.error)")
    for name in ["lace", "odd"] {
      let outcome = try await fixture.run(
        "export", "\(name).ts", "\(name).mp4", "--preset", preset, "--progress", "none")
      #expect(outcome.code == 0, "\(outcome.error)")
      let found = try await probe(fixture, "\(name).mp4", "stream=height,nb_read_frames").first
      let parts = found?.split(separator: ",").compactMap { Int($0) } ?? []
      #expect(parts.count == 2 && parts[0] % 2 == 0 && parts[1] == 10, "\(name): \(found ?? "")")
    }
  }

  @Test(arguments: ["640x480", "hevc_highest"]) func lastFrameOfAVariableRate_isAsLongAsItWas(preset: String)
    async throws
  {
    let fixture = try await Self.fixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=2 -vf "select='not(mod(n,3))+not(mod(n,7))'" \
        -fps_mode vfr -c:v libx264 -bf 2 vfr.mp4
      "$reel" export vfr.mp4 out.mp4 --preset \(preset) --progress none >&2
      "$reel" hls vfr.mp4 -o out --segment 1s --progress none >&2
      for i in vfr.mp4 out.mp4; do
        ffprobe -v error -show_entries packet=pts_time,duration_time -of csv=p=0 $i | sort -n | cut -d, -f1 | tr '\\n' ' '
        ffprobe -v error -show_entries stream=duration -of csv=p=0 $i
      done
      grep EXTINF out/48p/index.m3u8 | tr -dc '0-9.\\n' | paste -sd+ | bc
      """)
    let lines = made.output.split(separator: "\n")
    #expect(made.code == 0 && lines.count == 3, "\(made.output)\(made.error)")
    let times = lines.map { $0.split(separator: " ").compactMap { Double($0) } }
    #expect(times.count == 3 && times[0].count > 20 && times[0].dropLast() == times[1].dropLast(), "\(made.output)")
    // The source's edit ends at a whole millisecond.
    let ends = times.compactMap(\.last)
    #expect((ends.max() ?? 9) - (ends.min() ?? 0) < 0.001, "\(made.output)")
  }

  /// A bright corner of each of the eight orientations, after a cut between key frames that copies what it can; in every
  /// run of one that is upright, of one that is turned, and of one that is mirrored.
  @Test(arguments: Soak.cases(Array(0..<8), every: 3)) func smartCut_keepsTheOrientation(_ number: Int) async throws {
    let fixture = try CommandFixture()
    let matrix = [
      (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0), (-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0),
      (0, -1, -1, 0),
    ][number]
    // The matrix of the track's header is written into the file (ISO/IEC 14496-12, 8.3.2).
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=black:s=96x64:r=25:d=3 -vf drawbox=0:0:24:16:white:fill \
        -c:v libx264 -g 25 -pix_fmt yuv420p in.mp4 && python3 -c '
      import struct
      data = bytearray(open("in.mp4", "rb").read())
      place = data.index(b"tkhd") + 4 + 40
      a, b, c, d = \(matrix.0), \(matrix.1), \(matrix.2), \(matrix.3)
      x, y = (96 if a + c < 0 and a else 64 if c < 0 else 0), (64 if d < 0 else 96 if b < 0 else 0)
      data[place:place + 36] = struct.pack(">9i", a << 16, b << 16, 0, c << 16, d << 16, 0, x << 16, y << 16, 1 << 30)
      open("in.mp4", "wb").write(data)'
      "$reel" cut in.mp4 --from 520ms --to 2.52s --smart -o out.mp4 --progress none >&2
      for i in "in.mp4 1s" "out.mp4 500ms"; do
        set -- $i
        "$reel" image $1 --at $2 -o $1.png >&2
        ffmpeg -nostdin -v error -i $1.png -vf scale=6:6:flags=area,format=gray -f rawvideo - | od -An -v -tu1 -w6
      done
      """)
    #expect(made.code == 0, "\(made.error)")
    let rows = made.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    try #require(rows.count == 12, "\(made.output)\(made.error)")
    #expect(zip(rows[..<6].joined(), rows[6...].joined()).allSatisfy { abs($0 - $1) < 12 }, "\(made.output)")
    // The corner is where the orientation has it.
    let (left, top) = ((matrix.0 + matrix.2) > 0, (matrix.1 + matrix.3) > 0)
    #expect((rows[0][0] > 128) == (left && top) && (rows[5][5] > 128) == (!left && !top), "\(made.output)")
    #expect((rows[0][5] > 128) == (!left && top) && (rows[5][0] > 128) == (left && !top), "\(made.output)")
    let counts = try await fixture.bash(
      "ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 out.mp4")
    #expect(counts.output.hasPrefix("50"), "\(counts.output)")
  }

  @Test func smart_copiesAllButTheFramesAtCuts_asTheApiDoes() async throws {
    let fixture = try await Self.fixture()
    let line = ["export", "in.mp4", "part.mp4", "--preset", "smart", "--from", "500ms", "--to", "900ms"]
    let printed = try await fixture.run(line + ["--yaml"])
    #expect(printed.code == 0 && printed.output.contains("edges: encode"), "\(printed.output) \(printed.error)")
    let outcome = try await fixture.run(line + ["--metadata", "artist=Me", "--progress", "none"])
    // The output is called as in the command line.
    #expect(printed.output.contains("url: part.mp4") && outcome.output.hasPrefix("part.mp4  "), "\(outcome.output)")
    #expect(outcome.code == 0, "\(outcome.error)")
    let found = try await probe(fixture, "part.mp4", "stream=codec_name,nb_read_frames:format_tags=title,artist")
    #expect(found.first == "h264,12", "\(found)")
    #expect(found.last?.contains("Old") == true && found.last?.contains("Me") == true, "\(found)")
    let ignored = try await fixture.bash(
      "ffprobe -v error -ignore_editlist 1 -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0 part.mp4"
    )
    #expect(ignored.output.trimmingCharacters(in: ["\n", ","]) == "12", "\(ignored.output)")
    let hashes =
      "ffprobe -v error -select_streams v -show_packets -show_entries packet=data_hash -show_data_hash md5 -of csv=p=0"
    let copied = try await fixture.bash(
      "\(hashes) in.mp4 | sort > a; \(hashes) part.mp4 | sort > b; comm -12 a b | wc -l")
    // Frames 20 to 26: a key frame is at 20, and without B-frames a group of pictures ends anywhere.
    #expect(copied.output.trimmingCharacters(in: [" ", "\n"]) == "7", "\(copied.output)")
    let again = try await fixture.run(line + ["--progress", "none"])
    #expect(again.code == 73, "\(again.error)")
    #expect(try await fixture.run(line + ["--overwrite", "--progress", "none"]).code == 0)
    let missing = try await fixture.run(["export", "none.mp4", "x.mp4", "--preset", "smart"])
    #expect(missing.code == 66, "\(missing.error)")
  }

  @Test func smart_exportsTimelinesToo() async throws {
    let fixture = try await Self.fixture()
    try fixture.write(
      """
      format: 1
      nodes:
        edit: { use: timeline, with: { items: [{ clip: in.mp4, to: 500ms }, { clip: in.mp4, from: 500ms }] } }
        see: { use: "null", in: edit.video }
      """, to: "edit.yaml")
    let outcome = try await fixture.run([
      "export", "edit.yaml", "out.mp4", "--preset", "smart", "--from", "200ms", "--progress", "none",
    ])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await probe(fixture, "out.mp4", "stream=codec_name,nb_read_frames").first == "h264,24")
  }

  @Test func printedGraph_runs() async throws {
    let fixture = try await Self.fixture()
    let line = ["export", "in.mp4", "out.m4v", "--preset", "640x480", "--from", "200ms"]
    let printed = try await fixture.run(line + ["--yaml"])
    #expect(printed.code == 0 && printed.output.contains("brand: m4v"), "\(printed.output)")
    try fixture.write(printed.output.replacing("out.m4v", with: "again.m4v"), to: "graph.yaml")
    #expect(try await fixture.run(line + ["--progress", "none"]).code == 0)
    #expect(try await fixture.run(["run", "graph.yaml", "--progress", "none"]).code == 0)
    #expect(try fixture.data(of: "again.m4v").count == fixture.data(of: "out.m4v").count)
    #expect(try await probe(fixture, "out.m4v", "stream=codec_name,nb_read_frames").first == "h264,24")
  }

  @Test func timeline_isExportedToo() async throws {
    let fixture = try await Self.fixture()
    try fixture.write(
      """
      format: 1
      nodes:
        edit: { use: timeline, with: { items: [{ clip: in.mp4, to: 500ms }, { clip: in.mp4, from: 500ms }] } }
        see: { use: "null", in: edit.video }
      """, to: "edit.yaml")
    let outcome = try await fixture.run([
      "export", "edit.yaml", "out.mp4", "--preset", "medium", "--from", "200ms", "--progress", "none",
    ])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await probe(fixture, "out.mp4", "stream=codec_name,nb_read_frames").first == "h264,24")
    let copy = try await fixture.run(["export", "edit.yaml", "copy.mp4", "--preset", "passthrough"])
    #expect(copy.code == 64 && copy.error.contains("timeline is rendered"), "\(copy.error)")
  }

  @Test func presets_areListed_andThoseOfAFile() async throws {
    let fixture = try await Self.fixture()
    let all = try await fixture.run(["presets"])
    #expect(all.code == 0 && all.output.contains("1280x720") && all.output.contains("passthrough"))
    #expect(try await fixture.run(["presets", "in.mp4"]).output == all.output)
    _ = try await fixture.bash("ffmpeg -nostdin -v error -i in.mp4 -vn tone.wav")
    let tone = try await fixture.run(["presets", "tone.wav"])
    #expect(tone.code == 0 && tone.output.contains("m4a") && !tone.output.contains("1280x720"), "\(tone.output)")
    let none = try await fixture.run(["presets", "none.mp4"])
    #expect(none.code == 66 && none.error.contains("cannot read 'none.mp4'"))
    let wrong = try await fixture.run(["export", "in.mp4", "x.mp4", "--preset", "best"])
    #expect(wrong.code == 64 && wrong.error.contains("1280x720"), "\(wrong.error)")
  }

  @Test(arguments: [("1280x720", "medium", "568,320,1:1"), ("270x480", "low", "94,168,1:1")])
  func presets_giveSquarePixels(size: String, preset: String, expected: String) async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=s=\(size):r=5:d=0.4 -c:v libx264 in.mp4
      $reel export in.mp4 out.mp4 --preset \(preset) --progress none
      ffprobe -v error -show_entries stream=width,height,sample_aspect_ratio -of csv=p=0 out.mp4
      """)
    #expect(made.code == 0 && made.output.hasSuffix("\(expected)\n"), "\(made.output) \(made.error)")
  }
}
