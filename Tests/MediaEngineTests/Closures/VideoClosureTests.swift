@testable import GStreamer
import GStreamerTesting
import CoreMedia
import Testing

@testable import MediaEngine

@Suite("Swift closures on pictures")
struct VideoClosureTests {
  @Test("draw, change and read pixels where they lie")
  func sourceEffectSink() async throws {
    let seen = Log<[UInt8]>()
    let source = try ClosureElements.videoSource(format: .i420, width: 18, height: 10) { frame, number in
      if number == 3 { return false }
      frame.withMutablePlane(0) { luma in
        for y in 0..<luma.height { luma.withRow(y) { row in for x in row.indices { row[x] = UInt8(number * 10 + x) } } }
      }
      frame.withMutablePlane(1) { $0.fill(7) }
      frame.withMutablePlane(2) { $0.fill(9) }
      return true
    }
    let effect = try ClosureElements.videoEffect { frame in
      frame.withMutablePlane(0) { $0[byte: 1, row: 9] = 255 - $0[byte: 1, row: 9] }
    }
    let sink = try ClosureElements.videoSink { frame in
      #expect(frame.pixelFormat == .i420 && frame.width == 18 && frame.height == 10 && frame.planeCount == 3)
      frame.withPlane(1) { chroma in
        #expect(chroma.width == 9 && chroma.height == 5 && chroma.pixelStride == 1 && chroma.bytesPerRow == 9)
        #expect(chroma[byte: 8, row: 4] == 7)
      }
      #expect(frame.withPlane(2) { $0[byte: 0, row: 0] } == 9)
      seen.add(frame.withPlane(0) { luma in luma.withRow(9) { [$0[0], $0[1], $0[17]] } })
    }
    #expect(try await Pipeline(chain: source, effect, sink).run() == nil)
    #expect(seen.all == [[0, 254, 17], [10, 244, 27], [20, 234, 37]])
  }

  @Test("get frame n at exactly n frame durations, as a rational time")
  func times() async throws {
    let times = Log<CMTime>()
    let rate = (30000, 1001)
    let source = try ClosureElements.videoSource(width: 16, height: 16, rate: rate) { frame, number in
      #expect(frame.presentationTime == CMTime(value: Int64(number) * 1001, timescale: 30000))
      return number < 100
    }
    let effect = try ClosureElements.videoEffect { frame in
      times.add(frame.presentationTime)
      #expect(frame.duration == CMTime(value: 1001, timescale: 30000))
    }
    let sink = try Element.make("fakesink")
    #expect(try await Pipeline(chain: source, effect, sink).run() == nil)
    let expected = (0..<100).map { (number: Int64) in number * 1001 }
    #expect(times.all.map(\.value) == expected)
    #expect(times.all.allSatisfy { $0.timescale == 30000 })
  }

  @Test(
    "see the planes of each layout",
    arguments: [
      (PixelFormat.nv12, 1, 16, 8, 2, 32), (.i42010LE, 0, 32, 16, 2, 64), (.bgra, 0, 32, 16, 4, 128),
      (.gray8, 0, 32, 16, 1, 32), (.uyvy, 0, 32, 16, 2, 64), (.yuy2, 0, 32, 16, 2, 64), (.rgb, 0, 32, 16, 3, 96),
    ])
  func layouts(format: PixelFormat, plane: Int, width: Int, height: Int, pixelStride: Int, bytes: Int) async throws {
    let seen = Log<[Int]>()
    let source = try Element.make("videotestsrc")
    try source.set("num-buffers", to: "1")
    let filter = try Element.make("capsfilter")
    try filter.set("caps", to: "video/x-raw,format=\(format),width=32,height=16")
    let sink = try ClosureElements.videoSink { frame in
      #expect(frame.pixelFormat == format)
      frame.withPlane(plane) { seen.add([$0.width, $0.height, $0.pixelStride, $0.bytesPerRow]) }
    }
    #expect(try await Pipeline(chain: source, filter, sink).run() == nil)
    #expect(seen.all == [[width, height, pixelStride, bytes]])
  }

  @Test("know what the colours mean")
  func color() async throws {
    let seen = Log<VideoColor>()
    let source = try Element.make("videotestsrc")
    try source.set("num-buffers", to: "1")
    let filter = try Element.make("capsfilter")
    try filter.set("caps", to: "video/x-raw,format=I420_10LE,colorimetry=bt2100-pq")
    let sink = try ClosureElements.videoSink { seen.add($0.color) }
    #expect(try await Pipeline(chain: source, filter, sink).run() == nil)
    #expect(seen.all == [VideoColor(range: .limited, matrix: "bt2020", transfer: "smpte2084", primaries: "bt2020")])
  }

  @Test("that limit their formats are refused others, with the field named")
  func formats() async throws {
    let pipeline = try Pipeline()
    let filter = try Element.make("capsfilter", name: "filter")
    try filter.set("caps", to: "video/x-raw,format=RGB")
    let effect = try ClosureElements.videoEffect("effect", formats: [.i420, .nv12]) { _ in }
    try pipeline.add(filter, effect)
    let error = #expect(throws: GStreamerError.self) { try filter.link(to: effect) }
    #expect(
      error?.description
        == "'filter.src' does not link to 'effect.sink': format is RGB at the output and { (string)I420, (string)NV12 } at the input"
    )
  }

  @Test("get a copy when a picture is shared with another branch")
  func copyOnWrite() async throws {
    let (changed, kept) = (Log<UInt8>(), Log<UInt8>())
    let source = try ClosureElements.videoSource(format: .gray8, width: 16, height: 16) { frame, number in
      frame.withMutablePlane(0) { $0.fill(50) }
      return number < 5
    }
    let tee = try Element.make("tee")
    let queues = (try Element.make("queue"), try Element.make("queue"))
    let effect = try ClosureElements.videoEffect { frame in frame.withMutablePlane(0) { $0.fill(200) } }
    let first = try ClosureElements.videoSink { changed.add($0.withPlane(0) { $0[byte: 3, row: 3] }) }
    let second = try ClosureElements.videoSink { kept.add($0.withPlane(0) { $0[byte: 3, row: 3] }) }
    let pipeline = try Pipeline()
    try pipeline.add(source, tee, queues.0, queues.1, effect, first, second)
    try source.link(to: tee)
    try tee.link(to: queues.0)
    try tee.link(to: queues.1)
    try queues.0.link(to: effect)
    try effect.link(to: first)
    try queues.1.link(to: second)
    #expect(try await pipeline.run() == nil)
    #expect(changed.all == Array(repeating: 200, count: 5))
    #expect(kept.all == Array(repeating: 50, count: 5))
  }

  @Test("that throw end the stream with their own error on the bus", arguments: ["source", "effect", "sink"])
  func thrown(where place: String) async throws {
    let source = try ClosureElements.videoSource("source", width: 16, height: 16) { _, number in
      if place == "source", number == 2 { throw TestError(number: number) }
      return true
    }
    let count = Log<Int>()
    let effect = try ClosureElements.videoEffect("effect") { _ in
      count.add(0)
      if place == "effect", count.all.count == 3 { throw TestError(number: 2) }
    }
    let sink = try ClosureElements.videoSink("sink") { frame in
      if place == "sink", frame.presentationTime == CMTime(value: 2, timescale: 30) { throw TestError(number: 2) }
    }
    let report = try await Pipeline(chain: source, effect, sink).run()
    #expect(report?.source.name == place)
    #expect(report?.domain == "gst-stream-error-quark")
    #expect(report?.text == "I refuse number 2")
    #expect(report?.cause as? TestError == TestError(number: 2))
  }

  @Test("run inside a launch line once registered, with an instance for each element")
  func registered() async throws {
    let made = Log<Int>()
    try ElementType(kind: .effect, isVideo: true, caps: "video/x-raw,format=GRAY8").register(as: "testinvert") {
      made.add(1)
      return VideoEffectInstance { frame in
        frame.withMutablePlane(0) { plane in
          for y in 0..<plane.height { plane.withRow(y) { row in for x in row.indices { row[x] = ~row[x] } } }
        }
      }
    }
    let seen = Log<UInt8>()
    let pipeline = try Pipeline(
      parsing: "videotestsrc pattern=black num-buffers=2 ! testinvert name=a ! testinvert ! testinvert name=last")
    let sink = try ClosureElements.videoSink { seen.add($0.withPlane(0) { $0[byte: 0, row: 0] }) }
    try pipeline.add(sink)
    try #require(pipeline.element(named: "last")).link(to: sink)
    #expect(try await pipeline.run() == nil)
    #expect(seen.all == [239, 239])
    #expect(made.all.count == 3)
  }
}
