import Testing

import GStreamerTesting
@testable import GStreamer

@Suite("Caps")
struct CapsTests {
  @Test("are read, written and taken apart")
  func parse() throws {
    let caps = try Caps("video/x-raw,format={I420,NV12},width=[1,1920],framerate=30000/1001,interlaced=false")
    let first = try #require(caps.first)
    #expect(first.name == "video/x-raw")
    #expect(first["format"] == .list([.string("I420"), .string("NV12")]))
    #expect(first["width"] == .text("[ 1, 1920 ]"))
    #expect(first["framerate"] == .fraction(30000, 1001))
    #expect(first["interlaced"] == .bool(false))
    #expect(first["height"] == nil)
    #expect(!caps.isFixed)
    #expect(try Caps(caps.text) == caps)
    #expect(try Caps("ANY").isAny)
    #expect(throws: GStreamerError.badCaps("video/x-raw,width=")) { try Caps("video/x-raw,width=") }
  }

  @Test("intersect in the order of the first and are fixed by the usual choices")
  func intersect() throws {
    let both = try Caps("video/x-raw,format={NV12,I420}").intersected(
      with: try Caps("video/x-raw,format={I420,NV12,RGB}"))
    #expect(both.first?["format"] == .list([.string("NV12"), .string("I420")]))
    #expect(both.fixated()?.first?["format"] == .string("NV12"))
  }

  @Test(
    "that do not meet name the first field that differs",
    arguments: [
      (
        "video/x-raw,format=I420,width=320,height=240", "video/x-raw,format=I420,width=640,height=240",
        "width is 320 at the output and 640 at the input"
      ),
      (
        "video/x-raw,format=I420", "video/x-raw,format={NV12,RGB}",
        "format is I420 at the output and { (string)NV12, (string)RGB } at the input"
      ),
      ("video/x-raw", "audio/x-raw", "media type is video/x-raw at the output and audio/x-raw at the input"),
      (
        "audio/x-raw,rate=44100,channels=2",
        "video/x-raw,rate=1; audio/x-raw,rate=8000,channels=1; audio/x-raw,rate=48000",
        "rate is 44100 at the output and 48000 at the input"
      ),
      (
        "video/x-raw(memory:GLMemory)", "video/x-raw",
        "memory is memory:GLMemory at the output and memory:SystemMemory at the input"
      ),
    ])
  func conflict(source: String, sink: String, message: String) throws {
    let conflict = try Caps(source).firstConflictingField(with: try Caps(sink))
    #expect(conflict?.description == message)
  }

  @Test("that meet have no conflict")
  func noConflict() throws {
    #expect(try Caps("video/x-raw,width=[1,20]").firstConflictingField(with: try Caps("video/x-raw,width=7")) == nil)
  }
}
