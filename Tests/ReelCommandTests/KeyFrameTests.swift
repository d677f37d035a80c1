import Foundation
import Testing

/// Sync samples of files are the frames at which decoding may start, and no others: players begin there when they seek.
@Suite struct KeyFrameTests {
  /// x264 encodes I-frames shortly after key frames, which the frames behind them do not start from.
  @Test(arguments: ["mp4", "mov", "mkv"]) func seeking_findsFramesThatBeginAnew(kind: String) async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i 'color=black:s=64x48:r=25:d=4,format=yuv420p,geq=lum=40+N/2:cb=128:cr=128' \
        -c:v ffv1 in.mkv && "$reel" transcode in.mkv out.\(kind) --video h264:speed=medium --audio none --progress none
      """)
    #expect(made.code == 0, "\(made.error)")
    let kinds = try await fixture.bash(
      "ffprobe -v error -show_entries frame=pict_type,key_frame -of csv=p=0 out.\(kind) | grep -c '^0,I'")
    #expect((Int(kinds.output.trimmingCharacters(in: .newlines)) ?? 0) > 2, "the media have no such frames")
    for (time, count) in [("0.48", 88), ("1.68", 58), ("2.88", 28), ("3.6", 10)] {
      let frames = try await fixture.bash(
        "ffmpeg -nostdin -v error -ss \(time) -i out.\(kind) -f framehash - | grep -vc '^#'")
      #expect(Int(frames.output.trimmingCharacters(in: .newlines)) == count, "\(time): \(frames)")
    }
    let warnings = try await fixture.bash("ffmpeg -nostdin -v warning -ss 2 -i out.\(kind) -f null - 2>&1")
    #expect(warnings.output == "", "\(warnings.output)")
  }
}
