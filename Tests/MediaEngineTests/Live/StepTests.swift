import CoreMedia
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Stepping a held run frame by frame.
@Suite struct StepTests {
  private func time(_ number: Int) -> CMTime { CMTime(value: Int64(number), timescale: 30) }

  @Test func steps_showTheNextFrameAndTheOneBefore() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = NumberedMovie.run(try NumberedMovie.make(in: folder))
    run.pause()
    async let result = run.result()
    try await run.seek(to: time(137))
    #expect(seen.all.last == 137)
    // Within a GOP, over a key frame, and back.
    for (count, number) in [(1, 138), (1, 139), (-1, 138), (-1, 137), (13, 150), (-1, 149), (1, 150), (-31, 119)] {
      let shown = try await run.step(by: count)
      #expect(shown == time(number))
      #expect(seen.all.last == number)
      #expect(run.currentTime == shown)
      #expect(run.timebase.time == shown && run.timebase.rate == 0)
    }
    // One frame for each step, and none in between.
    #expect(seen.all.suffix(9) == [137, 138, 139, 138, 137, 150, 149, 150, 119])
    run.resume()
    _ = try await result
    #expect(seen.all.suffix(181) == Array(119..<300))
  }

  @Test func stepsFromWhereTheRunWasHeld_followWhatWasShown() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = NumberedMovie.run(try NumberedMovie.make(in: folder), isClocked: true)
    async let result = run.result()
    await seen.waitFor(5)
    run.pause()
    try await run.step()
    let (before, after) = (seen.all.dropLast(), seen.all.last)
    #expect(before.last.map { $0 + 1 } == after)
    #expect(Array(before) == Array(0..<before.count))
    run.stop()
    _ = try await result
  }

  @Test func stepsPastTheEnds_leaveTheFrameShown() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = NumberedMovie.run(try NumberedMovie.make(in: folder))
    run.pause()
    async let result = run.result()
    try await run.seek(to: time(1))
    try await run.step(by: -1)
    #expect(run.currentTime == .zero)
    let before = await #expect(throws: Diagnostics.self) { try await run.step(by: -1) }
    #expect(before?.all.first?.message == "there is no picture before the first one")
    #expect(seen.all.last == 0)
    // The largest step there is goes as far as there are frames.
    let farthest = await #expect(throws: Diagnostics.self) { try await run.step(by: .min) }
    #expect(farthest?.all.first?.message == "there is no picture before the first one")
    try await run.seek(to: time(298))
    try await run.step()
    let after = await #expect(throws: Diagnostics.self) { try await run.step() }
    #expect(after?.all.first?.message == "there is no picture after the last one")
    #expect(seen.all.last == 299)
    try await run.step(by: -1)
    #expect(run.currentTime == time(298))
    run.resume()
    _ = try await result
    #expect(seen.all.last == 299)
  }

  @Test func uneven_framesAreSteppedByWhatIsShown() async throws {
    let folder = try TemporaryFolder()
    // Frames two, three and seven of every ten are omitted.
    let url = try NumberedMovie.make(
      in: folder, ["-vf", "select='not(eq(mod(n,10),2)+eq(mod(n,10),3)+eq(mod(n,10),7))'", "-fps_mode", "vfr"])
    let (run, seen) = NumberedMovie.run(url)
    run.pause()
    async let result = run.result()
    try await run.seek(to: time(43))
    // The frame shown at a time began before it.
    #expect(seen.all.last == 41)
    var numbers: [Int] = []
    for count in [1, 1, 1, 1, -1, -1, -1, -1] {
      numbers.append(NumberedMovie.number(try await run.step(by: count)))
    }
    #expect(numbers == [44, 45, 46, 48, 46, 45, 44, 41])
    run.stop()
    _ = try await result
  }

  @Test func runThatIsNotHeld_doesNotStep() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = NumberedMovie.run(try NumberedMovie.make(in: folder), isClocked: true)
    async let result = run.result()
    await seen.waitFor(1)
    let error = await #expect(throws: Diagnostics.self) { try await run.step() }
    #expect(error?.all.first?.message == "the run is not held")
    run.stop()
    _ = try await result
  }

  @Test func resume_continuesAudioAtTheSteppedFrame() async throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    let (seen, heard) = (Recorder<Int>(), Recorder<CMTime>())
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let look = graph.add("look", VideoSink("look") { seen.note(NumberedMovie.number($0.presentationTime)) })
    let listen = graph.add("listen", AudioSink("listen") { heard.note($0.presentationTime) })
    graph.connect(source.video, to: look.input)
    graph.connect(source.audio, to: listen.input)
    let run = GraphRun(graph, options: .testing)
    run.pause()
    async let result = run.result()
    try await run.seek(to: time(100))
    try await run.step(by: -1)
    let before = heard.count
    run.resume()
    _ = try await result
    #expect(seen.all.suffix(201) == Array(99..<300))
    let first = try #require(heard.all.dropFirst(before).first)
    #expect(CMTimeAbsoluteValue(first - time(99)) < CMTime(value: 1, timescale: 44100))
  }

  @Test func closure_cannotStep() async throws {
    let seen = Recorder<Int>()
    var graph = Graph()
    graph.connect(graph.add("source", Recorder<Int>.source()).output, to: graph.add("look", seen.sink()).input)
    let run = GraphRun(graph, options: .testing)
    run.pause()
    async let result = run.result()
    let error = await #expect(throws: Diagnostics.self) { try await run.step() }
    #expect(error?.all.first?.message == "'source' (swift.count) cannot seek")
    run.resume()
    await seen.waitFor(10)
    run.stop()
    _ = try await result
  }
}
