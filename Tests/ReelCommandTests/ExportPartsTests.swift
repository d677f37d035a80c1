import Foundation
import Testing

/// Exports in parts: made by processes of their own, and joined as if they were one.
@Suite struct ExportPartsTests {
  /// Frame n has a luma of 40 + 2n, and sample n of the sound the value n / 131072, modulo a half.
  private static let movie = Task<Data, any Error> {
    let fixture = try CommandFixture()
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i 'color=black:s=64x48:r=25:d=4,format=yuv420p,geq=lum=40+2*N:cb=128:cr=128' \
        -f lavfi -i 'aevalsrc=mod(n\\,65536)/131072:s=48000:d=4' -c:v libx264 -qp 0 -g 25 -bf 2 -c:a flac \
        -sample_fmt s16 -metadata title='A title' in.mkv
      """)
    guard outcome.code == 0 else { throw SampleMovie.Failure(error: outcome.error) }
    return try fixture.data(of: "in.mkv")
  }

  private static func fixture() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    try await fixture.write(movie.value, to: "in.mkv")
    return fixture
  }

  private static let command = ["transcode"]

  /// Makes parts, the last first, and joins them.
  private static func export(_ count: Int, _ options: [String], to output: String, in fixture: CommandFixture)
    async throws
  {
    for number in (1...count).reversed() {
      let outcome = try await fixture.run(
        command + ["in.mkv", "\(count)-\(number).mov", "--part", "\(number)/\(count)", "--progress", "none"] + options)
      #expect(outcome.code == 0, "\(number)/\(count): \(outcome.error)")
    }
    try await join((1...count).map { "\(count)-\($0).mov" }, to: output, in: fixture)
  }

  private static func join(_ parts: [String], to output: String, in fixture: CommandFixture) async throws {
    let outcome = try await fixture.run(
      command + [parts[0], output, "--overwrite", "--progress", "none", "--join"] + parts)
    #expect(outcome.code == 0 && outcome.error == "", "\(output): \(outcome.error)")
  }

  /// The hash of each frame, and of all samples.
  private static func hashes(_ name: String, _ fixture: CommandFixture) async throws -> [Substring] {
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i \(name) -map 0:v -f framehash -hash md5 - | grep -v '^#'
      ffmpeg -nostdin -v error -i \(name) -map 0:a -f hash -hash md5 -
      """)
    #expect(outcome.error == "", "\(name): \(outcome.error)")
    return outcome.output.split(separator: "\n")
  }

  @Test func intraFrames_andStoredSamples_areThoseOfOneExport_howeverManyPartsThereAre() async throws {
    let fixture = try await Self.fixture()
    let options = ["--video", "prores:profile=proxy", "--audio", "pcm"]
    #expect(try await fixture.run(Self.command + ["in.mkv", "whole.mov", "--progress", "none"] + options).code == 0)
    let whole = try await Self.hashes("whole.mov", fixture)
    #expect(whole.count == 101, "\(whole.count)")
    for count in [1, 2, 3, 8] {
      try await Self.export(count, options, to: "joined.mov", in: fixture)
      #expect(try await Self.hashes("joined.mov", fixture) == whole, "\(count) parts")
    }
  }

  /// The first part then has finer units than the others.
  @Test func beginningBetweenTheUnitsOfTheFile_isThatOfOneExport() async throws {
    let fixture = try await Self.fixture()
    let options = ["--video", "prores:profile=proxy", "--audio", "pcm", "--from", "1/3s"]
    #expect(try await fixture.run(Self.command + ["in.mkv", "whole.mov", "--progress", "none"] + options).code == 0)
    let whole = try await Self.hashes("whole.mov", fixture)
    try await Self.export(3, options, to: "joined.mov", in: fixture)
    #expect(try await Self.hashes("joined.mov", fixture) == whole)
  }

  /// As in Matroska and MPEG-TS by ffmpeg with AAC, by 23 ms; here by more, too.
  @Test(arguments: [("v", "0.023"), ("v", "0.52"), ("a", "0.52")])
  func trackThatBeginsLate_isThatOfOneExport(track: String, delay: String) async throws {
    let fixture = try await Self.fixture()
    let made = try await fixture.bash(
      """
      mv in.mkv plain.mkv
      ffmpeg -nostdin -v error -itsoffset \(delay) -i plain.mkv -i plain.mkv \
        -map 0:\(track) -map 1 -map -1:\(track) -c copy in.mkv
      """)
    #expect(made.code == 0, "\(made.error)")
    let options = ["--video", "prores:profile=proxy", "--audio", "pcm"]
    #expect(try await fixture.run(Self.command + ["in.mkv", "whole.mov", "--progress", "none"] + options).code == 0)
    let whole = try await Self.hashes("whole.mov", fixture)
    #expect(whole.count == 101, "\(whole.count)")
    for count in [1, 3] {
      try await Self.export(count, options, to: "joined.mov", in: fixture)
      #expect(try await Self.hashes("joined.mov", fixture) == whole, "\(count) parts")
    }
  }

  @Test func closedGroupsOfPictures_decodeAlike_andFramesAndSamplesAreInTheirPlaces() async throws {
    let fixture = try await Self.fixture()
    // A constant quantizer and a key frame a second: what x264 makes of a group depends on nothing before it.
    let options = ["--video", "h264:quality=12,key_frame_interval=25,speed=ultrafast", "--audio", "aac"]
    #expect(try await fixture.run(Self.command + ["in.mkv", "whole.mp4", "--progress", "none"] + options).code == 0)
    let facts = "ffprobe -v error -show_entries stream=codec_name,nb_frames,duration,start_time -of csv=p=0"
    let expected = try await fixture.bash("\(facts) whole.mp4").output
    let whole = try await Self.hashes("whole.mp4", fixture).prefix(100)
    for count in [1, 2, 3] {
      try await Self.export(count, options, to: "joined.mp4", in: fixture)
      #expect(try await fixture.bash("\(facts) joined.mp4").output == expected, "\(count) parts")
      let frames = try await fixture.bash(
        """
        ffmpeg -nostdin -v info -i joined.mp4 -vf showinfo -fps_mode passthrough -f null - 2>&1 |
          grep -oE 'pts_time:[0-9.]+|mean:\\[[0-9]+' | paste - - | sed -E 's/pts_time:([0-9.]+)\\tmean:\\[/\\1 /'
        """
      ).output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
      #expect(frames.count == 100)
      for (number, frame) in frames.enumerated() {
        #expect(
          abs(frame[0] - Double(number) / 25) < 0.0001 && abs(frame[1] - Double(40 + 2 * number)) <= 1, "\(frame)")
      }
      // Parts of whole seconds have the very groups of pictures.
      if count < 3 { #expect(try await Self.hashes("joined.mp4", fixture).prefix(100) == whole, "\(count) parts") }
      // The sound has no seam: it is about as near to the original everywhere as that of one export.
      let sound = try await fixture.bash(
        """
        for i in in.mkv whole.mp4 joined.mp4; do ffmpeg -nostdin -v error -y -i $i -map 0:a -f s16le $i.pcm; done
        python3 -c '
        import array
        a, b, c = (array.array("h", open(n + ".pcm", "rb").read()) for n in ("in.mkv", "whole.mp4", "joined.mp4"))
        places = [i for i in range(len(a)) if 4096 < i % 65536 < 61440]
        print(len(b) - len(c), max(abs(a[i] - b[i]) for i in places), max(abs(a[i] - c[i]) for i in places))'
        """)
      let numbers = sound.output.split(separator: " ").compactMap { Int($0.trimmingCharacters(in: .newlines)) }
      #expect(numbers.count == 3 && numbers[0] == 0, "\(sound.output)\(sound.error)")
      if numbers.count == 3 { #expect(numbers[2] <= 2 * numbers[1] + 64, "\(count) parts: \(numbers)") }
      #expect(try await fixture.bash("ffmpeg -nostdin -v warning -xerror -i joined.mp4 -f null -").error == "")
    }
    #expect(
      try await fixture.bash("ffprobe -v error -show_entries format_tags=title -of csv=p=0 joined.mp4").output
        == "A title\n")
  }

  /// A key frame every four frames, at which all joints are: the encoder gets the same groups of pictures in any number
  /// of parts.
  @Test(arguments: Soak.cases(["h264", "hevc"], every: 2))
  func equalGroupsOfPictures_haveTheSameFrames_inAnyNumberOfParts(codec: String)
    async throws
  {
    let fixture = try await Self.fixture()
    // 96 frames; their quantizers depend on nothing before a group.
    let options =
      ["--video", "\(codec):quality=12,key_frame_interval=4,speed=ultrafast", "--audio", "aac", "--to", "3.84s"]
    #expect(try await fixture.run(Self.command + ["in.mkv", "whole.mp4", "--progress", "none"] + options).code == 0)
    let whole = try await Self.hashes("whole.mp4", fixture).prefix(96)
    #expect(whole.count == 96 && Set(whole).count == 96)
    for count in [1, 2, 3, 8] {
      try await Self.export(count, options, to: "joined.mp4", in: fixture)
      #expect(try await Self.hashes("joined.mp4", fixture).prefix(96) == whole, "\(count) parts")
      let samples = "ffprobe -v error -select_streams a -show_entries packet=pts,duration -of csv=p=0"
      let (one, parts) = (
        try await fixture.bash("\(samples) whole.mp4").output, try await fixture.bash("\(samples) joined.mp4").output
      )
      #expect(one == parts, "\(count) parts")
    }
  }

  /// HEVC's key frames, open groups and decoding order at the joints: every frame is there, at its time, once.
  @Test(arguments: [1, 2, 3, 8]) func partsOfHEVC_haveEveryFrameInItsPlace(count: Int) async throws {
    let fixture = try await Self.fixture()
    let options = ["--video", "hevc:quality=8,key_frame_interval=10,speed=ultrafast", "--audio", "aac"]
    try await Self.export(count, options, to: "joined.mp4", in: fixture)
    for (more, first, start) in [("", 0, 0), ("-ss 2.35", 59, 2.35)] {
      let frames = try await fixture.bash(
        """
        ffmpeg -nostdin -v info \(more) -i joined.mp4 -vf format=yuv420p,showinfo -fps_mode passthrough -f null - 2>&1 |
          grep -oE 'pts_time:[0-9.]+|mean:\\[[0-9]+' | paste - - | sed -E 's/pts_time:([0-9.]+)\\tmean:\\[/\\1 /'
        """
      ).output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
      #expect(frames.count == 100 - first, "\(frames.count)")
      for (number, frame) in frames.enumerated() {
        #expect(
          abs(frame[0] + start - Double(first + number) / 25) < 0.0001
            && abs(frame[1] - Double(40 + 2 * (first + number))) <= 2,
          "\(number): \(frame)")
      }
    }
    let complaints = try await fixture.bash("ffmpeg -nostdin -v warning -xerror -i joined.mp4 -f null -")
    #expect(complaints.error == "", "\(complaints.error)")
    let facts = try await fixture.bash(
      "ffprobe -v error -select_streams v -show_entries stream=codec_name,codec_tag_string,nb_frames,duration -of csv=p=0 joined.mp4"
    )
    #expect(facts.output == "hevc,hvc1,4.000000,100\n", "\(facts.output)")
  }

  @Test func joins_haveNoGraphToPrint() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run("export", "a.mov", "out.mov", "--join", "b.mov", "--yaml")
    #expect(outcome.code == 64 && outcome.error.contains("has no graph to print"), "\(outcome.error)")
  }

  @Test func presets_areExportedInParts_withTheirTagsAndRange() async throws {
    let fixture = try await Self.fixture()
    for number in 1...2 {
      let line = ["export", "in.mkv", "p\(number).mov", "--preset", "prores422", "--from", "1s", "--to", "3s"]
      let outcome = try await fixture.run(
        line + ["--metadata", "artist=Me", "--part", "\(number)/2", "--progress", "none"])
      #expect(outcome.code == 0, "\(outcome.error)")
    }
    let joined = try await fixture.run("export", "p2.mov", "out.mov", "--join", "p1.mov", "--progress", "none")
    #expect(joined.code == 0 && joined.error == "", "\(joined.error)")
    let tags = "ffprobe -v error -show_entries format=duration:format_tags -of csv=p=0 out.mov"
    let facts = try await fixture.bash(tags).output
    #expect(facts.hasPrefix("2.000000,") && facts.contains("Me") && facts.contains("A title"), "\(facts)")
    let frames = try await fixture.bash(
      "ffmpeg -nostdin -v info -i out.mov -vf format=yuv420p,showinfo -f null - 2>&1 | grep -oE 'mean:\\[[0-9]+' | tr -dc '0-9\\n'"
    )
    let numbers = frames.output.split(separator: "\n").compactMap { Int($0) }.map { Double($0 - 40) / 2 }
    #expect(numbers.count == 50 && zip(25..., numbers).allSatisfy { abs(Double($0) - $1) <= 1 }, "\(numbers)")
  }

  @Test func partsOfOthers_missingOnes_andDamage_areToldApart() async throws {
    let fixture = try await Self.fixture()
    let options = ["--video", "h264:speed=ultrafast", "--audio", "aac", "--progress", "none"]
    for (name, part, more) in [
      ("a1.mov", "1/2", options), ("a2.mov", "2/2", options), ("a3.mov", "3/3", options),
      ("c1.mov", "1/3", options),
      ("b2.mov", "2/2", ["--video", "h264:speed=ultrafast,bitrate=1Mb/s", "--progress", "none"]),
    ] {
      let outcome = try await fixture.run(Self.command + ["in.mkv", name, "--part", part] + more)
      #expect(outcome.code == 0, "\(outcome.error)")
    }
    #expect(try await fixture.bash("head -c 3000 a2.mov > short.mov && cp a2.mov copy.mov").code == 0)
    for (parts, code, message) in [
      (["a1.mov", "b2.mov"], 66 as Int32, "'b2.mov' is a part of another export than 'a1.mov'"),
      (["a1.mov", "a3.mov"], 66, "'a3.mov' is one of 3 parts, 'a1.mov' one of 2"),
      (["a3.mov", "c1.mov"], 64, "part 2 of 3 is missing"), (["a2.mov", "copy.mov"], 64, "part 2 is given twice"),
      (["a1.mov", "in.mkv"], 66, "in.mkv"), (["a1.mov", "short.mov"], 66, "short.mov"),
      (["a1.mov", "none.mov"], 66, "none.mov"),
    ] {
      let outcome = try await fixture.run(Self.command + [parts[0], "out.mp4", "--join"] + parts.dropFirst())
      #expect(outcome.code == code && outcome.error.contains(message), "\(parts): \(outcome.error)")
    }
    #expect(!fixture.names.contains("out.mp4"))
    // The part that failed is made again, alone.
    let again = try await fixture.run(Self.command + ["in.mkv", "a2.mov", "--part", "2/2", "--overwrite"] + options)
    #expect(again.code == 0, "\(again.error)")
    try await Self.join(["a1.mov", "a2.mov"], to: "out.mp4", in: fixture)
  }

  @Test func exportsThatCannotBeInParts_areRefusedWithTheReason() async throws {
    let fixture = try await Self.fixture()
    for (more, code, message) in [
      (["x.mov", "--part", "1/2", "--video", "copy"], 64 as Int32, "copies what is stored"),
      (["x.mov", "--part", "1/2", "--audio", "flac"], 64, "are not known here"),
      (["x.mov", "--part", "1/500", "--video", "h264"], 64, "the export has fewer frames than 500 parts"),
      (["x.mov", "--part", "3/2"], 64, "--part"), (["x.mp4", "--part", "1/2"], 64, "a part is a QuickTime movie"),
    ] {
      let outcome = try await fixture.run(Self.command + ["in.mkv"] + more)
      #expect(outcome.code == code && outcome.error.contains(message), "\(more): \(outcome.error)")
    }
    #expect(fixture.names == ["in.mkv"])
  }
}
