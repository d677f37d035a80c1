import Foundation
import Testing

/// Encoding in two passes: the bit rate is met, and what is hard to encode gets more of the bits. ffmpeg and ffprobe
/// judge.
@Suite struct PassesTests {
  /// Four seconds that hardly change, then four seconds with noise; frame n has a luma of 40 + n.
  private static let movie = Task<Data, any Error> {
    let fixture = try CommandFixture()
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i 'color=black:s=160x96:r=25:d=8,format=yuv420p,geq=lum=40+N/2:cb=128:cr=128' \
        -f lavfi -i sine=d=8 -vf "noise=alls=60:allf=t:enable='gte(t,4)'" -c:v libx264 -qp 0 -preset ultrafast -g 25 \
        -c:a flac in.mkv
      """)
    guard outcome.code == 0 else { throw SampleMovie.Failure(error: outcome.error) }
    return try fixture.data(of: "in.mkv")
  }

  private static func fixture() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    try await fixture.write(movie.value, to: "in.mkv")
    return fixture
  }

  /// The coded bytes of the calm seconds and of the noisy ones, and the number of frames.
  private static func sizes(_ name: String, _ fixture: CommandFixture) async throws -> (
    calm: Double, noisy: Double, frames: Int
  ) {
    let packets = try await fixture.bash(
      "ffprobe -v error -select_streams v -show_entries packet=pts_time,size -of csv=p=0 \(name)")
    let values = packets.output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
      .filter { $0.count == 2 }
    func sum(_ isCalm: Bool) -> Double { values.filter { ($0[0] < 3.99) == isCalm }.reduce(0) { $0 + $1[1] } }
    return (sum(true), sum(false), values.count)
  }

  /// The mean distance of the noisy frames from the source, in decibels; more is better.
  private static func quality(_ name: String, _ fixture: CommandFixture) async throws -> Double {
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v info -ss 4 -i \(name) -ss 4 -i in.mkv -lavfi '[0:v][1:v]psnr' -f null - 2>&1 |
        grep -oE 'average:[0-9.]+' | tr -dc '0-9.'
      """)
    return Double(outcome.output) ?? 0
  }

  private static func transcode(_ output: String, _ video: String, _ fixture: CommandFixture) async throws {
    let outcome = try await fixture.run(
      "transcode", "in.mkv", output, "--video", video, "--progress", "none",
      environment: ["TMPDIR": "\(fixture.path)/tmp"])
    #expect(outcome.code == 0 && outcome.error == "", "\(video): \(outcome.error)")
  }

  @Test(arguments: Soak.cases(["h264", "hevc"], every: 2))
  func twoPasses_meetTheBitRate_andGiveTheBitsToWhatNeedsThem(codec: String) async throws {
    let fixture = try await Self.fixture()
    #expect(try await fixture.bash("mkdir tmp").code == 0)
    try await Self.transcode("one.mp4", "\(codec):bitrate=200kb/s", fixture)
    try await Self.transcode("two.mp4", "\(codec):bitrate=200kb/s,passes=2", fixture)
    let (one, two) = (try await Self.sizes("one.mp4", fixture), try await Self.sizes("two.mp4", fixture))
    #expect(two.frames == 200 && one.frames == 200)
    // Eight seconds of 25,000 bytes, of which x264 leaves a tenth in so short a movie, by ffmpeg too.
    let all = two.calm + two.noisy
    #expect(abs(all - 200_000) < 30_000, "\(all)")
    #expect(two.noisy / all > one.noisy / (one.calm + one.noisy), "\(one) \(two)")
    #expect(try await Self.quality("two.mp4", fixture) > Self.quality("one.mp4", fixture))
    #expect(try await OutputInspector(fixture: fixture).complaints(about: "two.mp4") == "")
    // Each frame is there, at its time; noise at this rate hides which one it is.
    let frames = try await fixture.bash(
      """
      ffmpeg -nostdin -v info -i two.mp4 -vf showinfo -fps_mode passthrough -f null - 2>&1 |
        grep -oE 'pts_time:[0-9.]+|mean:\\[[0-9]+' | paste - - | sed -E 's/pts_time:([0-9.]+)\\tmean:\\[/\\1 /'
      """
    ).output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
    #expect(frames.count == 200)
    for (number, frame) in frames.enumerated() {
      #expect(abs(frame[0] - Double(number) / 25) < 0.0001, "\(number): \(frame)")
      if number < 100 { #expect(abs(frame[1] - Double(40 + number / 2)) <= 1, "\(number): \(frame)") }
    }
    // Nothing is left of what was measured.
    #expect(try await fixture.bash("ls -A tmp").output == "")
  }

  /// As good as what ffmpeg makes in two passes with the same settings.
  @Test func twoPasses_areAsGoodAsThoseOfFFmpeg() async throws {
    let fixture = try await Self.fixture()
    #expect(try await fixture.bash("mkdir tmp").code == 0)
    try await Self.transcode("ours.mp4", "h264:bitrate=200kb/s,passes=2,speed=medium", fixture)
    let theirs = try await fixture.bash(
      """
      f="ffmpeg -nostdin -v error -y -i in.mkv -an -c:v libx264 -preset medium -b:v 200k -g 250 -passlogfile log"
      $f -pass 1 -f null - && $f -pass 2 theirs.mp4
      """)
    #expect(theirs.code == 0, "\(theirs.error)")
    let (ours, other) = (try await Self.quality("ours.mp4", fixture), try await Self.quality("theirs.mp4", fixture))
    #expect(abs(ours - other) < 0.3, "\(ours) \(other)")
  }

  @Test(arguments: Soak.cases(["hevc", "h264"], every: 2)) func parts_areMeasured_andShareTheBits(codec: String)
    async throws
  {
    let fixture = try await Self.fixture()
    #expect(try await fixture.bash("mkdir tmp").code == 0)
    let options = ["--video", "\(codec):bitrate=200kb/s,passes=2,key_frame_interval=25", "--progress", "none"]
    try await Self.transcode("whole.mp4", options[1], fixture)
    for count in codec == "h264" ? [2, 3] : [2] {
      let numbers = 1...count
      for number in numbers.reversed() {
        let outcome = try await fixture.run(
          ["transcode", "in.mkv", "\(number).pass", "--part", "\(number)/\(count)", "--measure", "--overwrite"]
            + options, environment: ["TMPDIR": "\(fixture.path)/tmp"])
        #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
      }
      for number in numbers {
        let outcome = try await fixture.run(
          ["transcode", "in.mkv", "\(number).mov", "--part", "\(number)/\(count)", "--overwrite"] + options
            + ["--measured"] + numbers.map { "\($0).pass" }.shuffled(),
          environment: ["TMPDIR": "\(fixture.path)/tmp"])
        #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
      }
      let joined = try await fixture.run(
        ["transcode", "1.mov", "joined.mp4", "--overwrite", "--join"] + numbers.map { "\($0).mov" })
      #expect(joined.code == 0, "\(joined.error)")
      let (whole, parts) = (try await Self.sizes("whole.mp4", fixture), try await Self.sizes("joined.mp4", fixture))
      #expect(parts.frames == 200)
      #expect(abs(parts.calm + parts.noisy - 200_000) < 30_000, "\(count) parts: \(parts)")
      let (one, other) = (whole.noisy / (whole.calm + whole.noisy), parts.noisy / (parts.calm + parts.noisy))
      #expect(abs(one - other) < 0.05, "\(count) parts: \(one) \(other)")
      let (good, joint) = (
        try await Self.quality("whole.mp4", fixture), try await Self.quality("joined.mp4", fixture)
      )
      #expect(joint > good - 0.5, "\(count) parts: \(good) \(joint)")
      #expect(try await OutputInspector(fixture: fixture).complaints(about: "joined.mp4") == "")
    }
    #expect(try await fixture.bash("ls -A tmp").output == "")
  }

  @Test func measures_ofOtherExports_missingOnes_andDamage_areToldApart() async throws {
    let fixture = try await Self.fixture()
    let options = ["--video", "h264:bitrate=200kb/s,passes=2,speed=ultrafast", "--progress", "none"]
    let others = ["--video", "h264:bitrate=300kb/s,passes=2,speed=ultrafast", "--progress", "none"]
    for (name, part, more) in [
      ("1.pass", "1/2", options), ("2.pass", "2/2", options), ("3.pass", "3/3", options), ("other.pass", "2/2", others),
    ] {
      let outcome = try await fixture.run(["transcode", "in.mkv", name, "--part", part, "--measure"] + more)
      #expect(outcome.code == 0, "\(outcome.error)")
    }
    #expect(try await fixture.bash("cp 2.pass copy.pass && head -c 3000 2.pass > short.pass").code == 0)
    // A file that would be written elsewhere, and sizes whose sum is too large.
    #expect(try await fixture.bash(#"sed '1s|"suffix":""|"suffix":"/../x"|' 2.pass > name.pass"#).code == 0)
    #expect(
      try await fixture.bash(#"sed -E '1s/"size":[0-9]+/"size":9223372036854775807/' 2.pass > size.pass"#).code == 0)
    #expect(try await fixture.bash(#"sed '1s/"number":2/"number":0/' 2.pass > number.pass"#).code == 0)
    for (files, code, message) in [
      (["1.pass", "2.pass", "number.pass"], 66, "'number.pass' is not whole"),
      (["1.pass", "other.pass"], 66 as Int32, "'other.pass' was measured of another export"),
      (["1.pass", "3.pass"], 66, "it is of 3 parts, not of 2"),
      (["1.pass"], 64, "part 2 of 2 is not measured"), (["2.pass", "copy.pass"], 64, "part 2 was measured twice"),
      (["1.pass", "short.pass"], 66, "'short.pass' is not whole"),
      (["1.pass", "name.pass"], 66, "'name.pass' is not whole"),
      (["1.pass", "size.pass"], 66, "'size.pass' is not whole"),
      (["1.pass", "in.mkv"], 66, "'in.mkv' is not what a first pass has measured"),
      (["1.pass", "none.pass"], 66, "none.pass"), ([], 64, "measure all of them with --measure"),
    ] {
      let outcome = try await fixture.run(
        ["transcode", "in.mkv", "1.mov", "--part", "1/2"] + options + (files.isEmpty ? [] : ["--measured"] + files))
      #expect(outcome.code == code && outcome.error.contains(message), "\(files): \(outcome.error)")
    }
    let again = try await fixture.run(["transcode", "in.mkv", "1.pass", "--part", "1/2", "--measure"] + options)
    #expect(again.code == 73 && again.error.contains("'1.pass' exists"), "\(again.error)")
    #expect(!fixture.names.contains("1.mov"))
  }

  /// Encoders take the path of their statistics up to a colon.
  @Test func temporaryFolderWithAColon_isRefused_andNothingIsWrittenBesideIt() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.bash(
      """
      mkdir a:b && echo precious > a
      TMPDIR=$PWD/a:b $reel transcode in.mkv out.mov --video h264:passes=2 --progress none
      """)
    #expect(outcome.code == 73 && outcome.error.contains("has a colon in its name"), "\(outcome.error)")
    #expect(fixture.names == ["a", "a:b", "in.mkv"])
    #expect(try await fixture.bash("cat a; ls -A a:b").output == "precious\n")
  }

  @Test func passesThatCannotBeMade_areRefusedWithTheReason() async throws {
    let fixture = try await Self.fixture()
    for (line, code, message) in [
      ("transcode in.mkv x.mp4 --video h264:quality=20,passes=2", 64 as Int32, "two passes share out the bits"),
      ("transcode in.mkv x.mp4 --video h264:passes=3", 64, "passes"),
      ("transcode in.mkv x.mp4 --video vp9:passes=2", 64, "passes"),
      ("transcode in.mkv x.mp4 --measure", 64, "are for a --part"),
      ("transcode in.mkv x.pass --part 1/2 --measure --video h264", 64, "the export makes one pass"),
      ("export in.mkv x.mov --preset prores422 --passes 2", 64, "--passes is 1, or 2 for presets of H.264 and HEVC"),
      ("export in.mkv x.mp4 --preset passthrough --passes 2", 64, "--passes is 1, or 2"),
    ] {
      let outcome = try await fixture.run(line.split(separator: " ").map(String.init))
      #expect(outcome.code == code && outcome.error.contains(message), "\(line): \(outcome)")
    }
    // A machine without such hardware has an error about that too.
    let hardware = try await fixture.run("transcode", "in.mkv", "x.mp4", "--video", "hevc:passes=2,hardware=require")
    #expect(hardware.code != 0 && hardware.error.contains("two passes are made by software"), "\(hardware)")
    let pipe = try await fixture.bash(
      "cat in.mkv | \"$reel\" transcode - x.mp4 --progress none --video h264:passes=2,bitrate=200kb/s")
    #expect(pipe.code == 64 && pipe.error.contains("'video' cannot make two passes"), "\(pipe)")
    #expect(fixture.names == ["in.mkv"])
  }

  /// Tracks that are not there are left out, as in one pass.
  @Test func fileWithoutPictures_isExportedWithoutThem() async throws {
    let fixture = try await Self.fixture()
    #expect(try await fixture.bash("ffmpeg -nostdin -v error -i in.mkv -vn -c copy sound.mkv").code == 0)
    let outcome = try await fixture.run(
      "transcode", "sound.mkv", "out.mp4", "--video", "h264:passes=2", "--progress", "none")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await OutputInspector(fixture: fixture).streams(of: "out.mp4").count == 1)
  }

  @Test func presetsInTwoPasses_areOnePrintedGraph_thatRunsAlike() async throws {
    let fixture = try await Self.fixture()
    let line = ["export", "in.mkv", "out.mp4", "--preset", "low", "--passes", "2", "--progress", "none"]
    let printed = try await fixture.run(line + ["--yaml"])
    #expect(printed.code == 0 && printed.output.contains("passes: 2"), "\(printed)")
    try fixture.write(printed.output.replacing("out.mp4", with: "again.mp4"), to: "graph.yaml")
    #expect(try await fixture.run(line).code == 0)
    let again = try await fixture.run("run", "graph.yaml", "--progress", "none")
    #expect(again.code == 0, "\(again.error)")
    let hashes = try await fixture.bash(
      "for i in out again; do ffmpeg -nostdin -v error -i $i.mp4 -map 0 -c copy -f hash -hash md5 -; done")
    let found = hashes.output.split(separator: "\n")
    #expect(found.count == 2 && found[0] == found[1], "\(hashes)")
    let (calm, noisy, _) = try await Self.sizes("out.mp4", fixture)
    // 128 kb/s.
    #expect(abs(calm + noisy - 128_000) < 16_000, "\(calm) \(noisy)")
  }

  /// There is nothing yet that could be completed.
  @Test func interruptedFirstPass_leavesNothing() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      mkdir tmp; ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=25:d=60 -vf noise=alls=20:allf=t \
        -c:v libx264 -preset ultrafast -g 50 movie.mp4
      """)
    #expect(made.code == 0, "\(made.error)")
    let child = try fixture.start(
      ["transcode", "movie.mp4", "out.mp4", "--video", "h264:passes=2,speed=veryslow", "--progress", "json"],
      environment: ["TMPDIR": "\(fixture.path)/tmp"])
    #expect(await child.waits(for: #""position":0."#))
    child.send(SIGINT)
    let outcome = await child.outcome
    #expect(outcome.code == 130 && outcome.error == "interrupted: nothing was written\n", "\(outcome)")
    #expect(fixture.names == ["movie.mp4", "tmp"])
    #expect(try await fixture.bash("ls -A tmp").output == "")
  }

  /// The other branch is complete, in two passes, and the error is that of the damaged file.
  @Test func aBranchThatFailsInTheFirstPass_leavesTheOtherAlone() async throws {
    let fixture = try await Self.fixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i in.mkv -an -c:v mjpeg -t 2 bad.mov
      head -c 2000 /dev/zero | dd of=bad.mov bs=1 seek=$(($(stat -c %s bad.mov) / 2)) conv=notrunc status=none
      """)
    #expect(made.code == 0, "\(made.error)")
    try fixture.write(
      """
      format: 1
      stop: { failure: branch }
      nodes:
        bad:      { use: asset.read, with: { url: bad.mov } }
        bad-h264: { use: video.encode.h264, in: bad.video, with: { bitrate: 200kb/s, passes: 2 } }
        bad-mp4:  { use: mux.mp4, in: bad-h264 }
        bad-file: { use: file.write, in: bad-mp4, with: { url: bad.mp4 } }
        good:     { use: asset.read, with: { url: in.mkv } }
        h264:     { use: video.encode.h264, in: good.video, with: { bitrate: 200kb/s, passes: 2 } }
        mp4:      { use: mux.mp4, in: h264 }
        file:     { use: file.write, in: mp4, with: { url: good.mp4 } }
      """, to: "both.yaml")
    let outcome = try await fixture.run("run", "both.yaml", "--progress", "json")
    #expect(outcome.code == 70 && outcome.error.contains("bad.mov"), "\(outcome)")
    // One event ends the run: it names what failed, and what is complete.
    let events = outcome.output.split(separator: "\n").filter { !$0.contains(#""event":"progress""#) }
    #expect(events.count == 1, "\(events)")
    let end = events.last ?? ""
    #expect(
      end.contains(#""event":"failed""#) && end.contains(#""exit_code":70"#) && end.contains("good.mp4"), "\(end)")
    #expect(!outcome.error.contains("measured nothing"), "\(outcome.error)")
    #expect(!fixture.names.contains("bad.mp4"))
    let (good, two) = (try await Self.sizes("good.mp4", fixture), try await Self.sizes("in.mkv", fixture))
    #expect(good.frames == two.frames)
    // One pass gives the calm seconds half of the bits.
    #expect(good.noisy > 4 * good.calm, "\(good)")
  }

  @Test func aTimeBetweenKeyFramesThatNoFrameIsLong_isRefused() async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.run(
      "transcode", "in.mkv", "out.mp4", "--video", "h264:key_frame_time=1ns", "--progress", "none")
    #expect(outcome.code != 0 && outcome.error.contains("must be at least 10ms"), "\(outcome)")
  }
}
