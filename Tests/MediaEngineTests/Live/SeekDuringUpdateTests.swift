import CoreMedia
import Dispatch
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Concurrent seeks and changes of the graph.
@Suite(.timeLimit(.minutes(10))) struct SeekDuringUpdateTests {
  let folder: TemporaryFolder
  private let seen = Recorder<Int>()

  init() throws { folder = try TemporaryFolder() }

  /// A movie that plays in real time.
  private func looking() throws -> (graph: Graph, source: Output<RawVideo>) {
    // It must not end before the test, on a busy machine either.
    let url = try NumberedMovie.make(in: folder, seconds: 100)
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let sink = VideoSink("look") { [seen] frame in seen.note(NumberedMovie.number(frame.presentationTime)) }
    graph.connect(source.video, to: graph.add("look", ClockedSink(sink)).input)
    return (graph, source.video)
  }

  /// The removed file has written less than it has received: a seek would discard the rest.
  @Test func seekWhileARecordingLeaves_waitsForItsFile() async throws {
    let (graph, source) = try looking()
    let (recorded, order) = (Recorder<Int>(), Recorder<String>())
    let gate = DispatchSemaphore(value: 0)
    var recording = graph
    let tap = recording.add(
      "tap",
      VideoEffect("tap") { frame in
        recorded.note(NumberedMovie.number(frame.presentationTime))
        if recorded.count == 5 { gate.wait() }
      })
    let h264 = recording.add("h264", VideoEncodeH264 { $0.speed = .ultrafast })
    let mkv = recording.add("mkv", MuxMKV())
    recording.connect(source, to: tap.input)
    recording.connect(tap.output, to: h264.input)
    recording.connect(h264.output, to: mkv.input)
    recording.connect(mkv.output, to: recording.add("file", FileWrite { $0.url = folder.location("take.mkv") }).input)
    let run = GraphRun(recording, options: .testing)
    async let result = run.result()
    await recorded.waitFor(5)
    async let update: Void = {
      try await run.update(to: graph)
      order.note("update")
    }()
    while run.live.changes.isIdle { await Task.yield() }
    async let isWholeAtSeek = {
      try await run.seek(to: CMTime(value: 5, timescale: 1))
      order.note("seek")
      return FileManager.default.fileExists(atPath: folder.file("take.mkv"))
    }()
    while run.live.changes.waitingCount == 0 { await Task.yield() }
    await seen.waitFor(more: 3)
    #expect(order.count == 0)
    gate.signal()
    try await update
    #expect(try await isWholeAtSeek)
    await seen.waitFor(more: 3)
    run.stop()
    _ = try await result
    #expect(recorded.all == Array(0..<recorded.count))
    #expect(try Oracle.streams(folder.file("take.mkv"), "nb_read_frames") == ["\(recorded.count)"])
    let jump = try #require(zip(seen.all, seen.all.dropFirst()).first { $0.1 != $0.0 + 1 })
    #expect(jump.1 == 150)
  }

  @Test func seeksAndChangesTogether_allSucceed() async throws {
    let (graph, source) = try looking()
    let extra = Recorder<Int>()
    var extended = graph
    let sink = VideoSink("extra") { frame in extra.note(NumberedMovie.number(frame.presentationTime)) }
    extended.connect(source, to: extended.add("extra", sink).input)
    let wider = extended
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    await seen.waitFor(1)
    for number in 0..<12 {
      async let update = run.update(to: number.isMultiple(of: 2) ? wider : graph)
      async let seek = run.seek(to: CMTime(value: Int64(number * 7), timescale: 30))
      _ = try await (update, seek)
      await seen.waitFor(more: 1)
    }
    run.pause()
    try await run.seek(to: CMTime(value: 200, timescale: 30))
    #expect(seen.all.last == 200)
    run.resume()
    await seen.waitFor(more: 2)
    run.stop()
    #expect(try await Set(result.nodes.map(\.name)) == ["extra", "look", "source"])
    #expect(extra.count > 0)
  }
}
