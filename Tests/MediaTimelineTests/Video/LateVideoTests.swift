import CoreMedia
import GStreamer
import MediaEngine
import MediaGraph
import MediaSource
import MediaTimeline
import TestSupport
import Testing

/// Video that begins behind the beginning of its file, as it does in most Matroska files and transport streams.
@Suite struct LateVideoTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Frame n has a luma of 40 + 2n; all are late by some milliseconds, and the audio is not.
  private func movie(_ type: String, late milliseconds: Int) throws -> Location {
    let path = folder.file("late.\(type)")
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "color=black:s=64x48:r=25:d=0.4,format=yuv420p,geq=lum=40+2*N:cb=128:cr=128",
        "-f", "lavfi", "-i", "sine=r=48000:d=0.4", "-vf", "settb=1/1000,setpts=PTS+\(milliseconds)",
      ] + ["-fps_mode", "passthrough", "-enc_time_base", "1:1000", "-c:v", "libx264", "-qp", "0", "-bf", "0"]
        + ["-c:a", "pcm_s16le", path])
    return Location(path)
  }

  private func plan(
    _ location: Location, rate: Int32 = 25, _ change: (inout Timeline) -> Void = { _ in }, isReversed: Bool = false
  ) throws -> RenderPlan {
    var timeline = Timeline()
    (timeline.size, timeline.frameRate) = (PixelSize(width: 64, height: 48), FrameRate(rate))
    timeline.items = [
      .clip(.init { ($0.clip, $0.to, $0.reverse) = (.location(location), .milliseconds(200), isReversed) })
    ]
    change(&timeline)
    return try RenderPlan(timeline)
  }

  private func lumas(_ plan: RenderPlan) throws -> [UInt8] { try TimelineFrames(plan).all().map { try $0.pixels[0] } }

  @Test(arguments: ["mkv", "mov"]) func aHoleOfLessThanAFrame_showsTheFirstFrame(_ type: String) throws {
    let location = try movie(type, late: 20)
    #expect(try lumas(plan(location)) == [40, 40, 42, 44, 46])
    #expect(try lumas(plan(location, rate: 50, isReversed: true)) == [48, 46, 46, 44, 44, 42, 42, 40, 40, 40])
    // There is no frame of its own for the hole, either.
    let timed = try TimelineFrames(plan(location, { $0.timedBy = 1 })).all()
    #expect(timed.map(\.time.seconds) == [0, 0.06, 0.1, 0.14, 0.18])
    #expect(try LayerFrames(plan(location), layer: 0).next(.init())?.time == .zero)
  }

  @Test(arguments: ["mkv", "mov"]) func aLongerHole_staysEmpty(_ type: String) throws {
    #expect(try lumas(plan(movie(type, late: 80))) == [16, 16, 40, 42, 44])
  }
}
