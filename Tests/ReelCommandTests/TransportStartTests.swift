import Foundation
import Testing

/// Transport streams that begin in the middle of a group of pictures, as recordings of television do.
@Suite struct TransportStartTests {
  /// The first frame is one that no other refers to.
  @Test func framesBeforeTheFirstReference_areCopied() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1.2 -f lavfi -i sine=d=1.2 -c:v mpeg2video -g 15 \
        -bf 2 -c:a mp2 whole.ts
      """)
    #expect(made.code == 0, "\(made.error)")
    let whole = try fixture.data(of: "whole.ts")
    let pictureStart = Data([0, 0, 1, 0])
    let place = try #require(
      whole.indices.dropLast(5).first { (index: Int) -> Bool in
        // picture_coding_type 3: a B picture.
        let type = whole[index + 5] >> 3 & 7
        return type == 3 && whole[index..<index + 4] == pictureStart
      })
    // The end of the frame before comes first.
    let cut = max(0, place / 188 - 1) * 188
    try fixture.write(Data(whole[cut...]), to: "in.ts")
    let count = "ffprobe -v error -count_packets -select_streams v -show_entries stream=nb_read_packets -of csv=p=0"
    let expected = try await fixture.bash("\(count) in.ts | head -n 1 | tr -d ,").output
    for line in [
      ["remux", "in.ts", "a.mkv"], ["remux", "in.ts", "b.mp4"], ["remux", "in.ts", "c.mov"],
      ["transcode", "in.ts", "d.mkv", "--video", "copy", "--audio", "copy"],
      ["export", "in.ts", "e.mp4", "--preset", "passthrough"],
    ] {
      let outcome = try await fixture.run(line + ["--progress", "none"])
      #expect(outcome.code == 0, "\(line): \(outcome.error)")
      let copied = try await fixture.bash("\(count) \(line[2]) | head -n 1 | tr -d ,").output
      #expect(copied == expected, "\(line)")
    }
  }

  /// Without parameter sets, no frame of H.264 can be decoded.
  @Test func videoThatNothingDescribes_isNoted_andTheSoundIsRead() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1.5 -f lavfi -i sine=d=1.5 -c:v libx264 -g 250 \
        -pix_fmt yuv420p -c:a ac3 whole.ts
      tail -c +$((188 * 40 + 1)) whole.ts > in.ts
      """)
    #expect(made.code == 0, "\(made.error)")
    let probe = try await fixture.run("probe", "in.ts")
    #expect(probe.code == 0 && probe.output.contains("AC-3"), "\(probe.output)\(probe.error)")
    for line in [["remux", "in.ts", "a.mkv"], ["transcode", "in.ts", "b.m4a"]] {
      let outcome = try await fixture.run(line + ["--progress", "none"])
      #expect(outcome.code == 0, "\(line): \(outcome.error)")
      let said = outcome.output + outcome.error
      #expect(said.contains("the stream with PID 256 has no header"), "\(line): \(said)")
    }
    #expect(try await OutputInspector(fixture: fixture).streams(of: "a.mkv").map { $0.prefix(3) } == ["ac3"])
  }
}
