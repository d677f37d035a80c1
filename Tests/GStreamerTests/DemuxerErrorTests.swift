import Foundation
import Testing

@testable import GStreamer

@Suite("A parser")
struct DemuxerErrorTests {
  /// A movie whose headers are empty: its demuxer fails with its first read, on a thread of its own.
  private static let movie =
    Data([0, 0, 0, 20]) + Data("ftypM4A ".utf8) + Data(count: 4) + Data("M4A ".utf8) + Data([0, 0, 0, 8])
    + Data("moov".utf8)

  /// As made by GStreamer, it loses more than half of these errors.
  @Test("tells every error of its demuxer, however soon it comes")
  func errors() async throws {
    let path = NSTemporaryDirectory() + "reel-test-\(UUID().uuidString).m4a"
    try Self.movie.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    for round in 0..<20 {
      let pipeline = try Pipeline()
      let (source, parser) = (try Element.make("filesrc"), try Element.makeCorrected("parsebin"))
      try source.set("location", to: path)
      try pipeline.add(source, parser)
      try source.link(to: parser)
      let messages = pipeline.bus.messages()
      // An error that is lost leaves the pipeline standing.
      let watchdog = Task {
        try await Task.sleep(for: .seconds(20))
        pipeline.bus.stop()
      }
      _ = try? await pipeline.setState(.paused)
      var isTold = false
      for await message in messages {
        guard case .error = message else { continue }
        isTold = true
        break
      }
      watchdog.cancel()
      await pipeline.close()
      #expect(isTold, "round \(round)")
      if !isTold { return }
    }
  }
}
