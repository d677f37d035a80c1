@testable import GStreamer
import MediaGraph
import Testing

@testable import MediaEngine

@Suite struct PortMeterTests {
  /// A pad retains its probes: a probe that retained the pad would leak a pad for each port of each run.
  @Test func meter_goesWithTheRun() throws {
    weak var kept: Pad?
    weak var meter: PortMeter?
    do {
      let pad = try Element.make("identity").pad("src")
      let watching = PortMeter(port: "out", pad: pad)
      watching.watch()
      (kept, meter) = (pad, watching)
      #expect(watching.count == 0)
    }
    #expect(kept == nil)
    #expect(meter == nil)
  }
}
