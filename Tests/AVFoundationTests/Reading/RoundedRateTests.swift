import AVFoundation
import Testing

/// In files that round the times of a frame rate to their units, times of the rate find its frames.
@Suite struct RoundedRateTests {
  private static func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame) * 1001, timescale: 30000) }

  private static func make(_ container: String, in folder: TemporaryFolder) throws -> AVURLAsset {
    let name = "numbers.\(container)"
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "color=size=128x64:rate=30000/1001,format=yuv420p,\(NumberedMovie.bars)",
        "-frames:v", "40", "-c:v", "libx264", "-preset", "veryfast", "-x264-params",
        "keyint=10:min-keyint=10:scenecut=0:bframes=\(container == "flv" ? 0 : 2)", folder.file(name),
      ])
    return AVURLAsset(url: folder.url(name), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
  }

  @Test(arguments: ["mkv", "flv", "ts"]) func images_areThoseOfTheRate(container: String) async throws {
    let folder = try TemporaryFolder()
    let generator = AVAssetImageGenerator(asset: try Self.make(container, in: folder))
    generator.makeExact()
    for number in 0..<40 {
      var actual = CMTime.invalid
      let image = try generator.copyCGImage(at: Self.time(number), actualTime: &actual)
      #expect(NumberedMovie.number(image) == number && actual == Self.time(number))
    }
    let calls = await generator.calls((0..<40).map { Self.time($0) })
    #expect(calls.map(\.number) == Array(0..<40))
  }

  /// Readers give the file's own times.
  @Test(arguments: ["mkv", "flv", "ts"]) func timeRange_hasTheFramesThatBeginInIt(container: String) async throws {
    let folder = try TemporaryFolder()
    let asset = try Self.make(container, in: folder)
    let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    let all = try AVAssetReader.started(asset, .video, settings).output.all().map(\.presentationTimeStamp)
    #expect(all.count == 40)
    for (first, end) in [(0, 3), (1, 2), (13, 14), (13, 27), (14, 15), (10, 20), (29, 40)] {
      let range = CMTimeRange(start: Self.time(first), end: Self.time(end))
      let (_, output) = try AVAssetReader.started(asset, .video, settings) { reader, _ in reader.timeRange = range }
      let stamps = output.all().map(\.presentationTimeStamp)
      #expect(stamps == Array(all[first..<end]), "\(first)..<\(end)")
      let (_, stored) = try AVAssetReader.started(asset, .video, nil) { reader, _ in reader.timeRange = range }
      let shown = stored.all().map(\.presentationTimeStamp).filter { $0 >= all[first] }.sorted()
      #expect(
        shown.prefix(end - first) == all[first..<end] && shown.count <= end - first + 2, "\(first)..<\(end), coded")
    }
  }
}
