import CoreMedia
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Seeks, rates and times of a run, with a movie whose pictures are numbered.
@Suite struct TransportTests {
  /// Ten seconds at 30 pictures a second, a key picture each second.
  private func movie(in folder: TemporaryFolder) throws -> Location {
    try Oracle.make([
      "-f", "lavfi", "-i", "color=black:size=64x48:rate=30:duration=10", "-c:v", "libx264", "-g", "30", "-bf", "2",
      folder.file("movie.mp4"),
    ])
    return folder.location("movie.mp4")
  }

  /// A run of the movie and the numbers of the pictures that its sink gets.
  private func run(_ url: Location) -> (run: GraphRun, seen: Watch<Int>) {
    let seen = Watch<Int>()
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let sink = VideoSink("look") { frame in
      seen.note(Int(CMTimeConvertScale(frame.presentationTime, timescale: 30, method: .roundHalfAwayFromZero).value))
    }
    graph.connect(source.video, to: graph.add("look", sink).input)
    return (GraphRun(graph, options: .testing), seen)
  }

  @Test func exactSeekWhileHeld_goesOnWithThatPicture() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = try run(movie(in: folder))
    run.pause()
    async let result = run.result()
    try await run.seek(to: CMTime(value: 137, timescale: 30))
    run.resume()
    _ = try await result
    #expect(seen.all.suffix(163) == Array(137..<300))
    #expect(seen.count <= 164)
  }

  @Test func seekWithInfiniteTolerance_takesAKeyPicture() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = try run(movie(in: folder))
    run.pause()
    async let result = run.result()
    try await run.seek(to: CMTime(value: 137, timescale: 30), toleranceBefore: .positiveInfinity)
    run.resume()
    _ = try await result
    #expect(seen.all.suffix(180) == Array(120..<300))
  }

  @Test func negativeRate_givesThePicturesBackwards() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = try run(movie(in: folder))
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
    let seen = Watch<Int>()
    graph.connect(graph.add("source", Watch<Int>.source()).output, to: graph.add("look", seen.sink()).input)
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
