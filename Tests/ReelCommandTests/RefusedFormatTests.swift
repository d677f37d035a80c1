import Foundation
import Testing

/// Kinds of files that GStreamer's demuxers do not read to the end are refused when they are opened, with the reason.
@Suite struct RefusedFormatTests {
  @Test(arguments: [
    "$reel probe in.nut", "$reel samples in.nut", "$reel image in.nut --at 0s -o o.png",
    "$reel waveform in.nut -o o.png",
    "$reel remux in.nut o.mkv", "$reel transcode in.nut o.mp4", "$reel export in.nut o.mp4",
    "cat in.nut | $reel transcode - o.mp4",
  ])
  func nut_isRefused(line: String) async throws {
    let fixture = try await CommandFixture.withMedia(
      by: """
        ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1 \
          -c:v libx264 -preset ultrafast -c:a aac in.nut
        """)
    let outcome = try await fixture.bash(line)
    #expect(outcome.code == 66, "\(outcome.error)")
    let name = line.contains("cat") ? "standard input" : "in.nut"
    #expect(outcome.error.hasPrefix("error: cannot read") && outcome.error.contains(name), "\(outcome.error)")
    #expect(
      outcome.error.hasSuffix(
        """
           = cause: the demuxer of NUT files never comes to their end
           = help: copy it into Matroska: 'ffmpeg -i FILE -c copy FILE.mkv'

        """), "\(outcome.error)")
    #expect(fixture.names == ["in.nut"])
  }
}
