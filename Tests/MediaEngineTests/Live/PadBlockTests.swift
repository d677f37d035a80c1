@testable import GStreamer
import GStreamerTesting
import Dispatch
import Testing

@testable import MediaEngine

/// Blocked pads.
@Suite struct PadBlockTests {
  @Test(.timeLimit(.minutes(10))) func hold_waitsForWhatProbesAreLookingAt() async throws {
    let (isLookedAt, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let bin = try Bin.make(name: "bin")
    let source = try Element.make("fakesrc")
    try source.set("num-buffers", to: "1")
    try bin.add(source)
    let output = try bin.expose(source.pad("src"), as: "out")
    output.addProbe(.buffers) { _ in
      isLookedAt.signal()
      mayGoOn.wait()
      return .pass
    }
    let pipeline = try Pipeline(chain: bin, Element.make("fakesink"))
    try await pipeline.setState(.playing)
    let (isHeldEarly, isHeldThen) = try await blocking {
      isLookedAt.wait()
      // The pad has not begun to push the buffer that the probe holds: GStreamer calls it idle.
      let hold = PadBlock(output)
      let early = hold.wait(until: .now() + .milliseconds(20))
      mayGoOn.signal()
      return (early, hold.wait(until: .now() + .seconds(300)))
    }
    #expect(!isHeldEarly)
    #expect(isHeldThen)
    await pipeline.close()
  }
}
