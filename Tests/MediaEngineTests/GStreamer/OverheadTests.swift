import Testing

@testable import MediaEngine

@Suite("Overhead", .serialized)
struct OverheadTests {
  /// The promise is 5 µs a picture in an optimised build; this unoptimised one on a busy machine gets five times that.
  @Test("an effect that touches nothing costs next to nothing a 1080p picture")
  func noOp() async throws {
    let pictures = 4000
    func time(_ middle: () throws -> Element) async throws -> Duration {
      var best = Duration.seconds(1000)
      for _ in 0..<5 {
        let source = try ClosureElements.videoSource(width: 1920, height: 1080) { _, number in number < pictures }
        let pipeline = try Pipeline(chain: source, try middle(), try ClosureElements.videoSink { _ in })
        let start = ContinuousClock.now
        #expect(try await pipeline.run() == nil)
        best = min(best, ContinuousClock.now - start)
      }
      return best
    }
    let identity = try await time { try Element.make("identity") }
    let effect = try await time { try ClosureElements.videoEffect { _ in } }
    let added = (effect - identity) / pictures
    print("identity \(identity / pictures) a picture, a Swift effect \(effect / pictures)")
    #expect(added < .microseconds(25))
  }
}
