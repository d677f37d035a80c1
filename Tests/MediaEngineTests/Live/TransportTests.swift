import CoreMedia
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Seeks, rates and times of a run, with a movie of numbered frames.
@Suite struct TransportTests {
  private func run(_ url: Location) -> (run: GraphRun, seen: Recorder<Int>) { NumberedMovie.run(url) }
  private func movie(in folder: TemporaryFolder) throws -> Location { try NumberedMovie.make(in: folder) }

  /// In nanoseconds, one frame's time is rounded up, the other's down.
  @Test(arguments: [137, 142]) func exactSeekWhileHeld_showsThatFrame_andGoesOnWithIt(_ number: Int) async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = run(try movie(in: folder))
    run.pause()
    async let result = run.result()
    try await run.seek(to: CMTime(value: Int64(number), timescale: 30))
    #expect(seen.all.last == number)
    #expect(run.currentTime == CMTime(value: Int64(number), timescale: 30))
    run.resume()
    _ = try await result
    #expect(seen.all.suffix(300 - number) == Array(number..<300))
    #expect(seen.count <= 301 - number)
  }

  @Test func movieThatIsOver_goesOnWhenItIsSought() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = run(try movie(in: folder))
    run.pause()
    async let result = run.result()
    try await run.seek(to: CMTime(value: 299, timescale: 30))
    // After the last frame there is none.
    try await run.seek(to: CMTime(value: 11, timescale: 1))
    #expect(seen.all.last == 299)
    try await run.seek(to: CMTime(value: 290, timescale: 30))
    #expect(seen.all.last == 290)
    run.resume()
    _ = try await result
    #expect(seen.all.suffix(10) == Array(290..<300))
  }

  @Test func seekWithInfiniteTolerance_takesAKeyFrame() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = run(try movie(in: folder))
    run.pause()
    async let result = run.result()
    try await run.seek(to: CMTime(value: 137, timescale: 30), toleranceBefore: .positiveInfinity)
    run.resume()
    _ = try await result
    #expect(seen.all.suffix(180) == Array(120..<300))
  }

  @Test func negativeRate_givesTheFramesBackwards() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = run(try movie(in: folder))
    run.pause()
    async let result = run.result()
    try await run.seek(to: CMTime(value: 100, timescale: 30))
    try await run.setRate(-1)
    #expect(run.rate == -1)
    run.resume()
    _ = try await result
    let backwards = Array(seen.all.suffix(100))
    #expect(backwards == Array((0..<100).reversed()) || backwards == Array((0...100).reversed().suffix(100)))
  }

  @Test func rateOfAClockedRun_changes_andNoFrameIsLostOrRepeated() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = NumberedMovie.run(try NumberedMovie.make(in: folder, seconds: 10), isClocked: true)
    async let result = run.result()
    var rates: [Double] = []
    // Seconds are left at each change: a busy machine calls late.
    for rate in [2, 0.5, 8] {
      await seen.waitFor((rates.count + 1) * 20)
      try await run.setRate(rate)
      rates.append(run.rate)
    }
    _ = try await result
    #expect(seen.all == Array(0..<300))
    #expect(rates == [2, 0.5, 8])
  }

  @Test func graphThatWritesAFile_cannotSeek() async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let source = graph.add("source", AssetRead { [url = try movie(in: folder)] in $0.url = url })
    let mkv = graph.add("mkv", MuxMKV())
    graph.connect(source.codedVideo, to: mkv.input)
    graph.connect(mkv.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mkv") }).input)
    let run = GraphRun(graph, options: .testing)
    run.pause()
    async let result = run.result()
    let error = await #expect(throws: Diagnostics.self) { try await run.seek(to: .zero) }
    #expect(error?.all.first?.message == "'mkv' (mux.mkv) cannot seek")
    run.resume()
    _ = try await result
  }

  @Test func closure_cannotSeek() async throws {
    var graph = Graph()
    let seen = Recorder<Int>()
    graph.connect(graph.add("source", Recorder<Int>.source()).output, to: graph.add("look", seen.sink()).input)
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    let error = await #expect(throws: Diagnostics.self) { try await run.seek(to: .zero) }
    #expect(error?.all.first?.message == "'source' (swift.count) cannot seek")
    await seen.waitFor(10)
    #expect(run.currentTime > .zero)
    run.stop()
    _ = try await result
    #expect(run.currentTime == .zero)
  }
}
