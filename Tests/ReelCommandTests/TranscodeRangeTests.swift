import Foundation
import Testing

/// `--from` and `--to`, to the frame and to the sample, whatever encodes it.
@Suite struct TranscodeRangeTests {
  private static func fixture() async throws -> CommandFixture {
    // Frame n has a luma of 40 + 2n, and sample n of the sound the value n / 131072, modulo a half.
    try await CommandFixture.withMedia(
      by: """
        ffmpeg -nostdin -v error -f lavfi -i 'color=black:s=64x48:r=25:d=3,format=yuv420p,geq=lum=40+2*N:cb=128:cr=128' \
          -f lavfi -i 'aevalsrc=mod(n\\,65536)/131072:s=48000:d=3' -c:v libx264 -qp 0 -g 25 -bf 2 -c:a flac -sample_fmt s16 in.mkv
        """)
  }

  @Test func frames_areThoseOfTheRange_fromTheFirstToTheLast() async throws {
    let fixture = try await Self.fixture()
    // 1.21 s is within frame 30, which is shown for the rest of its time; frame 62 is cut off at 2.49 s. ffmpeg plays
    // an edit only from the beginning of a frame on.
    for (codec, from) in [("copy", 1.2), ("h264", 1.21), ("prores", 1.21)] {
      let range = ["--from", "\(from)s", "--to", "2.49s"]
      let line = ["transcode", "in.mkv", "out.mov", "--audio", "none", "--video", codec] + range
      let outcome = try await fixture.run(line + ["--overwrite", "--progress", "none"])
      #expect(outcome.code == 0, "\(outcome.error)")
      let listing = try await fixture.bash(
        """
        ffmpeg -nostdin -v info -i out.mov -vf format=yuv420p,showinfo -f null - 2>&1 | grep -oE 'pts_time:[0-9.]+|mean:\\[[0-9]+' |
          paste - - | sed -E 's/pts_time:([0-9.]+)\\tmean:\\[/\\1 /'
        """)
      let frames = listing.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
      #expect(frames.count == 33, "\(codec): \(listing.output)")
      for (index, frame) in frames.enumerated() {
        let number = 30 + index
        let time: Double = index == 0 ? 0 : Double(number) / 25 - from
        // ProRes has ten bits: in eight, one more or less.
        #expect(abs((frame.last ?? 0) - Double(40 + 2 * number)) <= 1, "\(codec)")
        #expect(abs(frame[0] - time) < 0.0011, "\(codec): frame \(number) at \(frame[0])")
      }
    }
  }

  /// Matroska, Flash and transport streams round the times of frames; parts begin and end with the frames of the rate.
  @Test(arguments: ["mkv", "flv", "ts"]) func exactTimes_areThoseOfTheRate(container: String) async throws {
    let fixture = try await CommandFixture.withMedia(
      by: """
        ffmpeg -nostdin -v error -f lavfi -i 'color=black:s=64x48:r=30000/1001:d=2,format=yuv420p,geq=lum=40+2*N:cb=128:cr=128' \
          -c:v libx264 -qp 0 -x264-params keyint=10:scenecut=0:bframes=\(container == "flv" ? 0 : 2) in.\(container)
        """)
    let ways = [
      ["cut", "in.\(container)", "-o", "out.mp4"], ["cut", "in.\(container)", "-o", "out.mp4", "--smart"],
      ["transcode", "in.\(container)", "out.mp4", "--video", "copy"],
      ["transcode", "in.\(container)", "out.mp4", "--video", "h264"],
    ]
    for (first, end) in [(10, 21), (13, 40), (20, 34)] {
      let range = ["--from", "\(first * 1001)/30000s", "--to", "\(end * 1001)/30000s"]
      for way in ways {
        let outcome = try await fixture.run(way + range + ["--overwrite", "--progress", "none"])
        #expect(outcome.code == 0, "\(outcome.error)")
        let listing = try await fixture.bash(
          """
          ffmpeg -nostdin -v info -i out.mp4 -vf format=yuv420p,showinfo -f null - 2>&1 | grep -oE 'pts_time:[0-9.]+|mean:\\[[0-9]+' |
            paste - - | sed -E 's/pts_time:([0-9.]+)\\tmean:\\[/\\1 /'
          """)
        let frames = listing.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
        #expect(frames.count == end - first, "\(way) \(first)..<\(end): \(listing.output)")
        for (index, frame) in frames.enumerated() {
          let (number, exact) = (first + index, Double(index) * 1001 / 30000)
          #expect(abs((frame.last ?? 0) - Double(40 + 2 * number)) <= 1, "\(way) \(first)..<\(end): frame \(index)")
          #expect(index == 0 ? frame[0] == 0 : abs(frame[0] - exact) < 0.0012, "\(way): frame \(index) at \(frame[0])")
        }
      }
    }
  }

  @Test(arguments: ["flac", "alac", "pcm", "copy"]) func lossless_hasTheVerySamples(codec: String) async throws {
    let fixture = try await Self.fixture()
    for name in codec == "pcm" ? ["out.wav", "out.mov"] : ["out.mp4"] {
      if codec == "copy", name == "out.mov" { continue }
      let line = ["transcode", "in.mkv", name, "--video", "none", "--audio", codec, "--from", "1.2s", "--to", "2.5s"]
      let outcome = try await fixture.run(line + ["--progress", "none"])
      #expect(outcome.code == 0, "\(outcome.error)")
      let samples = try await Self.samples(of: name, in: fixture)
      let original = try await Self.samples(of: "in.mkv", in: fixture)
      // ffmpeg plays the last packet of a copy to its end.
      #expect(codec == "copy" ? samples.count >= 62_400 : samples.count == 62_400, "\(samples.count)")
      let isEqual = samples.prefix(62_400).elementsEqual(original[57_600..<120_000])
      #expect(isEqual, "\(name)")
    }
  }

  @Test func aac_isAsLongAsTheRange() async throws {
    let fixture = try await Self.fixture()
    let line = ["transcode", "in.mkv", "out.mp4", "--from", "1.2s", "--to", "2.5s", "--progress", "none"]
    #expect(try await fixture.run(line).code == 0)
    let entries = ["-show_entries", "stream=duration", "-of", "csv=p=0"]
    let probe = try await Child(["ffprobe", "-v", "error"] + entries + ["out.mp4"], in: fixture.path).outcome
    #expect(probe.output == "1.300000\n1.300000\n", "\(probe.output)")
  }

  /// AVI counts in whole frames: the last one still ends with the range.
  @Test func endWithinAFrame_cutsItOff_alsoWhereTheFileCountsFrames() async throws {
    let fixture = try await Self.fixture()
    let made = try await fixture.bash("ffmpeg -nostdin -v error -i in.mkv -c:v mpeg4 -c:a pcm_s16le in.avi")
    #expect(made.code == 0, "\(made.error)")
    let line = ["transcode", "in.avi", "out.mov", "--audio", "pcm", "--from", "1s", "--to", "1.479s"]
    let outcome = try await fixture.run(line + ["--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let entries = ["-show_entries", "stream=duration", "-of", "csv=p=0"]
    let probe = try await Child(["ffprobe", "-v", "error"] + entries + ["out.mov"], in: fixture.path).outcome
    #expect(probe.output == "0.479000\n0.479000\n", "\(probe.output)")
  }

  @Test func rangesThatAreNone_areRefused() async throws {
    let fixture = try await CommandFixture.withMovie()
    for (range, message) in [
      (["--from", "2s", "--to", "1s"], "--to 1s is not after --from 2s"), (["--from", "x"], "--from x is no time"),
      (["--to", "0s"], "nothing"),
    ] {
      let outcome = try await fixture.run(["transcode", "movie.mp4", "out.mp4"] + range)
      #expect(outcome.code == 64 && outcome.error.contains(message), "\(outcome.error)")
    }
    #expect(fixture.names == ["movie.mp4"])
  }

  private static func samples(of name: String, in fixture: CommandFixture) async throws -> [Int16] {
    let outcome = try await fixture.bash("ffmpeg -nostdin -y -v error -i \(name) -vn -f s16le samples")
    #expect(outcome.code == 0, "\(outcome.error)")
    return try fixture.data(of: "samples").withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }
}
