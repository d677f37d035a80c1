import AVFoundation
import Testing

/// Images are at the times of the asset's track in every container.
@Suite struct ImageContainerTests {
  /// Files of each container with encoders whose output it can hold.
  private static let kinds: [(name: String, options: [String])] = {
    let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-x264-params", "keyint=10:scenecut=0:bframes=2"]
    return [
      ("a.mp4", h264), ("a.mov", h264), ("a.3gp", h264), ("a.m4v", h264), ("a.mkv", h264), ("a.ts", h264),
      ("a.flv", h264), ("b.avi", ["-c:v", "mpeg4", "-q:v", "2", "-g", "10"]),
      ("c.avi", ["-c:v", "mjpeg", "-q:v", "3"]),
      ("a.webm", ["-c:v", "libvpx-vp9", "-g", "10", "-deadline", "realtime", "-cpu-used", "8"]),
      ("a.ogv", ["-c:v", "libtheora", "-q:v", "9", "-g", "10"]),
    ]
  }()

  @Test(arguments: kinds)
  func everyInstant_showsTheFrameOfTheTrack(name: String, options: [String]) async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(
      ["-f", "lavfi", "-i", "color=size=128x64:rate=30:duration=1,format=yuv420p,\(NumberedMovie.bars)"] + options
        + [folder.file(name)])
    let asset = AVURLAsset(url: folder.url(name), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let starts = try await starts(of: track)
    let range = try await track.load(.timeRange)
    #expect(starts.count == 30, "\(name), \(range): \(starts)")
    // Files of milliseconds round times: within the last one, the next frame may have begun by its rate.
    let tick = CMTime(value: 1, timescale: try await track.load(.naturalTimeScale) == 1000 ? 1000 : 90000)
    var instants: [(number: Int, time: CMTime)] = []
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : range.end
      let middle = start + CMTimeMultiplyByRatio(end - start, multiplier: 1, divisor: 2)
      for time in [start, middle, end - tick] { instants.append((number, time)) }
    }
    let generator = AVAssetImageGenerator(asset: asset)
    generator.makeExact()
    // Backwards, one by one; then all of them, sorted by time.
    for (number, time) in instants.reversed() {
      var actual = CMTime.invalid
      #expect(
        NumberedMovie.number(try generator.copyCGImage(at: time, actualTime: &actual)) == number, "\(name), \(time)")
      #expect(actual == time)
    }
    let shuffled = instants.enumerated().sorted { $0.offset * 37 % 101 < $1.offset * 37 % 101 }.map(\.element.time)
    let calls = await generator.calls(shuffled)
    #expect(calls.map(\.number) == instants.map { $0.number } && calls.map(\.requested) == instants.map(\.time))
  }

  /// Returns the presentation time of each frame of a track.
  private func starts(of track: AVAssetTrack) async throws -> [CMTime] {
    let range = try await track.load(.timeRange)
    var starts: [CMTime] = []
    var time = range.start
    while time < range.end {
      let start = track.samplePresentationTime(forTrackTime: time)
      if start.isNumeric, start > starts.last ?? CMTime(value: -1, timescale: 1) { starts.append(start) }
      time = time + CMTime(value: 1, timescale: 240)
    }
    return starts
  }
}
