@testable import GStreamer
import GStreamerTesting
import Testing

@testable import MediaEngine

@Suite("A probe")
struct ProbeTests {
  private let log = Log<String>()

  @Test("sees what passes, and can keep it from passing")
  func drop() async throws {
    let sink = try ClosureElements.videoSink { [log] _ in log.add("shown") }
    let pipeline = try pictures(into: sink)
    try sink.pad("sink").addProbe([.buffers, .events]) { [log] info in
      if info.isEndOfStream {
        log.add("end")
      } else if info.size.buffers == 1 {
        log.add("\(info.time.start!.nanoseconds)")
        return info.time.start == .zero ? .drop : .pass
      }
      return .pass
    }
    #expect(try await pipeline.run() == nil)
    #expect(log.all == ["0", "500000000", "shown", "end"])
  }

  @Test("can take itself away")
  func once() async throws {
    let sink = try ClosureElements.videoSink { _ in }
    let pipeline = try pictures(into: sink)
    try sink.pad("sink").addProbe(.buffers) { [log] _ in
      log.add("once")
      return .remove
    }
    #expect(try await pipeline.run() == nil)
    #expect(log.all == ["once"])
  }

  private func pictures(into sink: Element) throws -> Pipeline {
    try Pipeline(
      chain: try ClosureElements.videoSource(width: 16, height: 16, rate: (2, 1)) { _, number in number < 2 }, sink)
  }
}
