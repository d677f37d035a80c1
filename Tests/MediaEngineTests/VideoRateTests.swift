import CoreMedia
import GStreamerTesting
import MediaGraph
import Testing

@testable import MediaEngine

/// At each time of the new rate, the frame is shown that is current then.
@Suite struct VideoRateTests {
  /// Makes a file whose frames have a brightness of their own: losslessly, at times in units of 1/600 s.
  private static func make(_ path: String, _ frames: String, _ filters: String, _ options: [String]) throws {
    try Oracle.make(
      [
        "-f", "lavfi", "-i",
        "color=black:size=64x48:\(frames),format=yuv420p,geq=lum='16+mod(N*7,220)':cb=128:cr=128\(filters)",
      ] + options + ["-fps_mode", "passthrough", path])
  }

  private static let h264 = ["-c:v", "libx264", "-qp", "0", "-video_track_timescale", "600"]

  /// Returns the brightness of the frames that a run gives; their times are those of the rate.
  private func frames(_ path: String, at rate: FrameRate) async throws -> [UInt8] {
    var graph = Graph()
    let pictures = RecordedFrames()
    let source = graph.add("source", AssetRead { $0.url = Location(path) })
    let changed = graph.add("rate", VideoRate { $0.frameRate = rate })
    graph.connect(source.video, to: changed.input)
    graph.connect(changed.output, to: graph.add("look", pictures.sink(formats: [.i420])).input)
    _ = try await graph.run(options: .testing)
    let all = pictures.all
    let unit = CMTime(value: Int64(rate.denominator), timescale: rate.numerator)
    let grid = (0..<all.count).map { (index: Int) -> CMTime in
      CMTime(value: Int64(index) * unit.value, timescale: unit.timescale)
    }
    #expect(all.map(\.time) == grid)
    return all.compactMap(\.corner.first)
  }

  /// Returns the brightness of the frames as ffmpeg gives them, with a filter.
  private func expected(_ path: String, _ filter: String) throws -> [UInt8] {
    let frames = try Oracle.run(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-vf", "\(filter),crop=2:2:0:0", "-fps_mode", "passthrough", "-f", "rawvideo",
        "-pix_fmt", "yuv420p", "-",
      ])
    return stride(from: 0, to: frames.count, by: 6).map { frames[frames.startIndex + $0] }
  }

  @Test(
    arguments: [
      ("rate=1:duration=10", "", "25/1"), ("rate=30:duration=2", "", "12/1"), ("rate=24:duration=2", "", "60/1"),
      ("rate=25:duration=2", "", "30000/1001"), ("rate=10:duration=2", ",setpts='N*N*7+N*11',settb=1/600", "25/1"),
      ("rate=25:duration=1", ",select='eq(n,0)'", "50/1"),
    ])
  func frameOfATime_isTheCurrentOne(frames: String, filters: String, rate: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("in.mp4")
    try Self.make(path, frames, filters.isEmpty ? "" : ",settb=1/600" + filters, Self.h264)
    let seen = try await self.frames(path, at: FrameRate(parsing: rate))
    // Rounded up, a frame begins at the first time of the grid that is not before its own; so does the end of the last.
    #expect(try seen == expected(path, "fps=fps=\(rate):round=up"))
  }

  /// One frame a second for ten seconds are 250 frames of 25 a second.
  @Test func lastFrame_isShownToItsEnd() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("in.mp4")
    try Self.make(path, "rate=1:duration=10", "", Self.h264)
    let seen = try await frames(path, at: FrameRate(parsing: "25/1"))
    let expected: [UInt8] = (0..<250).map { (index: Int) -> UInt8 in UInt8(16 + index / 25 * 7) }
    #expect(seen == expected)
  }

  /// Matroska rounds times to milliseconds: a third of the frames begin later than their time on the grid.
  @Test func sameRate_ofRoundedTimes_changesNothing() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("in.mkv")
    try Self.make(path, "rate=30000/1001:duration=3", "", ["-c:v", "ffv1"])
    let seen = try await frames(path, at: FrameRate(parsing: "30000/1001"))
    #expect(try seen == expected(path, "null"))
  }
}
