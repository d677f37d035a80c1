import GStreamer
import MediaEngine
import MediaGraph
import MediaTimeline
import TestSupport
import Testing

/// Interlaced sources of timelines, whose frames are progressive.
@Suite struct InterlacedSourceTests {
  /// The lines of the upper field have a luma of 60, those of the lower one of 180.
  @Test(arguments: [("1", 60), ("0", 180)]) func aFrame_hasTheFieldThatIsFirst(_ top: String, _ luma: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("in.mkv")
    try Oracle.make([
      "-f", "lavfi", "-i",
      "color=black:s=64x48:r=25:d=0.2,format=yuv420p,geq=lum='if(mod(Y,2),180,60)':cb=128:cr=128", "-c:v",
      "mpeg2video", "-q:v", "1", "-flags", "+ildct+ilme", "-top", top, path,
    ])
    var timeline = Timeline()
    timeline.items = [.clip(.init { $0.clip = .location(Location(path)) })]
    let frames = try TimelineFrames(RenderPlan(timeline)).all()
    #expect(frames.count == 5)
    for frame in frames {
      #expect(frame.caps.first?["interlace-mode"]?.string == "progressive")
      let pixels = try frame.pixels
      #expect(pixels[..<(64 * 48)].allSatisfy { abs(Int($0) - luma) <= 4 })
    }
  }
}
