import GStreamerTesting
import CoreMedia
import MediaGraph
import MediaSource
import Synchronization
import Testing

@testable import MediaEngine

@Suite struct ClosureNodeTests {
  struct TestError: Error, CustomStringConvertible {
    var description: String { "picture 3 is refused" }
  }

  @Test func sourceEffectAndSink_seeTheSameFrames() async throws {
    var graph = Graph()
    let pictures = RecordedFrames()
    let rate = try #require(FrameRate(25))
    let source = graph.add(
      "draw",
      VideoSource("draw", size: PixelSize(width: 32, height: 16), frameRate: rate) { frame, number in
        frame.withMutablePlane(0) { $0.fill(UInt8(number * 10)) }
        return number < 5
      })
    let effect = graph.add(
      "invert",
      VideoEffect("invert", formats: [.i420]) { frame in
        frame.withMutablePlane(0) { plane in
          for y in 0..<plane.height { plane.withRow(y) { row in for x in row.indices { row[x] = 255 - row[x] } } }
        }
      })
    graph.connect(source.output, to: effect.input)
    graph.connect(effect.output, to: graph.add("look", pictures.sink()).input)
    let result = try await graph.run(options: .testing)
    #expect(pictures.all.map { $0.corner[0] } == [255, 245, 235, 225, 215])
    #expect(pictures.all.map(\.time) == (0..<5).map { CMTime(value: $0, timescale: 25) })
    #expect(result.duration == CMTime(value: 5, timescale: 25))
  }

  @Test func audioClosures_seeEverySample() async throws {
    var graph = Graph()
    let audio = RecordedAudio()
    let made = Atomic<Int>(0)
    let source = graph.add(
      "tone",
      AudioSource("tone", rate: 48000, channels: 1) { block in
        let left = 10000 - made.load(ordering: .relaxed)
        let count = min(left, block.frameCount)
        made.add(count, ordering: .relaxed)
        block.withMutableSamples(as: Float.self) { samples in for i in samples.indices { samples[i] = 0.25 } }
        return count
      })
    let louder = graph.add(
      "double",
      AudioEffect("double") { block in
        block.withMutableSamples(as: Float.self) { samples in for i in samples.indices { samples[i] *= 2 } }
      })
    graph.connect(source.output, to: louder.input)
    graph.connect(louder.output, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(audio.total == RecordedAudio.Total(frames: 10000, rate: 48000, channels: 1, peak: 0.5))
  }

  @Test func whatAClosureThrows_endsTheRunAndIsTheCause() async throws {
    var (graph, source) = Graph.frames(100)
    let count = Atomic<Int>(0)
    let effect = graph.add(
      "picky",
      VideoEffect("picky") { _ in if count.add(1, ordering: .relaxed).newValue == 4 { throw TestError() } })
    graph.connect(source, to: effect.input)
    graph.connect(effect.output, to: graph.add("null", Null()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.first?.message == "processing stopped in 'picky' (swift.picky)")
    #expect(error?.all.first?.cause == "picture 3 is refused")
    #expect((error?.all.first?.underlying as? MediaError)?.underlying is TestError)
    #expect(error?.exitCode == 70)
  }

  @Test func aFileNamesARegisteredClosure() async throws {
    let registry = Registry()
    let pictures = RecordedFrames()
    try registry.register(pictures.sink("look"))
    let nodes = """
      source: { use: test.video, with: { duration: 7f, size: 64x48 } }
      sink:   { use: swift.look, in: source }
      """
    _ = try await Graph(nodes: nodes).run(options: .testing, registry: registry)
    #expect(pictures.all.count == 7)
  }

  @Test func anEffectBehindAFanOut_leavesTheOthersFramesAlone() async throws {
    var (graph, source) = Graph.frames(5, pattern: .white)
    let (plain, inverted) = (RecordedFrames(), RecordedFrames())
    let effect = graph.add(
      "black", VideoEffect("black", formats: [.i420]) { frame in frame.withMutablePlane(0) { $0.fill(16) } })
    graph.connect(source, to: effect.input)
    graph.connect(effect.output, to: graph.add("look", inverted.sink("look")).input)
    graph.connect(source, to: graph.add("look2", plain.sink("look2")).input)
    _ = try await graph.run(options: .testing)
    #expect(plain.all.map { $0.corner[0] } == [235, 235, 235, 235, 235])
    #expect(inverted.all.map { $0.corner[0] } == [16, 16, 16, 16, 16])
  }
}
