import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Runs that copy a file and are stopped, at every phase: a part of a copy never gets the output's name.
@Suite(.timeLimit(.minutes(10))) struct StoppedCopyTests {
  private let folder: TemporaryFolder
  private static let old = Data("old".utf8)

  init() throws {
    folder = try TemporaryFolder()
    // More than a pipe holds.
    try Oracle.make(["-f", "lavfi", "-i", "sine=d=3:sample_rate=48000", "-c:a", "pcm_s16le", folder.file("in.mov")])
    try Self.old.write(to: folder.url("out.mov"))
  }

  /// A copy into a file.
  private func copying(to name: String) -> (graph: Graph, copy: Output<Container>) {
    var graph = Graph()
    let copy = graph.add("copy", AssetCopy { ($0.url, $0.fileType) = (folder.location("in.mov"), .mov) })
    let file = graph.add("file", FileWrite { ($0.url, $0.overwrite) = (folder.location(name), true) })
    graph.connect(copy.output, to: file.input)
    return (graph, copy.output)
  }

  private func expectOldFile(_ others: Set<String> = [], _ place: SourceLocation = #_sourceLocation) throws {
    #expect(try Data(contentsOf: folder.url("out.mov")) == Self.old, sourceLocation: place)
    #expect(Set(folder.names) == others.union(["in.mov", "out.mov"]), sourceLocation: place)
  }

  private func makePipe(_ name: String) throws -> String {
    let path = folder.file(name)
    guard mkfifo(path, 0o600) == 0 else { throw Oracle.Failure(description: "there can be no pipe") }
    return path
  }

  /// The stop is the first event of the run, which handles it before any node is built.
  @Test func stopBeforeTheCopyIsBuilt_leavesTheOldFile() async throws {
    let run = GraphRun(copying(to: "out.mov").graph, options: .testing)
    run.stop()
    await #expect(throws: CancellationError.self) { try await run.result() }
    try expectOldFile()
  }

  /// Another node waits for the writer of a pipe.
  @Test func stopWhileOtherFilesOpen_leavesTheOldFile() async throws {
    _ = try makePipe("pipe")
    var graph = copying(to: "out.mov").graph
    let source = graph.add("source", AssetRead { $0.url = folder.location("pipe") })
    graph.connect(source.audio, to: graph.add("null", Null()).input)
    let run = GraphRun(graph, options: .testing)
    run.stop()
    let error = await #expect(throws: Diagnostics.self) { try await run.result() }
    #expect(error?.all.map(\.message) == ["the run was stopped before it began"])
    try expectOldFile(["pipe"])
  }

  /// Another reader of the copy holds what has come first.
  @Test func stopWhileTheCopyIsRead_leavesTheOldFile() async throws {
    let (whole, copy) = copying(to: "out.mov")
    var graph = whole
    let gate = DispatchSemaphore(value: 0)
    let arrivals = AsyncStream<Void>.makeStream()
    let hold = DataSink<Container>("hold") { _ in
      arrivals.continuation.yield()
      gate.wait()
    }
    graph.connect(copy, to: graph.add("hold", hold).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    for await _ in arrivals.stream { break }
    run.stop()
    await #expect(throws: CancellationError.self) { try await run.result() }
    for _ in 0..<1000 { gate.signal() }
    try expectOldFile()
  }

  /// The pipe is full, and nothing reads it.
  @Test func stopInTheMiddleOfACopy_isNoEndOfIt() async throws {
    let path = try makePipe("pipe")
    let reader = open(path, O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    let run = GraphRun(copying(to: "pipe").graph, options: .testing)
    run.start()
    var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, 0) == 0 { try await Task.sleep(for: .milliseconds(5)) }
    run.stop()
    await #expect(throws: CancellationError.self) { try await run.result() }
    try expectOldFile(["pipe"])
  }

  @Test func copyThatLeavesTheGraph_isWhole() async throws {
    _ = try await copying(to: "whole.mov").graph.run(options: .testing)
    var rest = Graph()
    let source = rest.add("source", TestVideo { $0.size = PixelSize(width: 16, height: 16) })
    let begun = AsyncStream<Void>.makeStream()
    let look = VideoSink("look") { _ in
      begun.continuation.yield()
      usleep(1000)
    }
    rest.connect(source.output, to: rest.add("look", look).input)
    var graph = rest
    let copy = graph.add("copy", AssetCopy { ($0.url, $0.fileType) = (folder.location("in.mov"), .mov) })
    // Every piece of the file takes a while.
    let slow = graph.add(
      "slow", GstElement { ($0.element, $0.properties, $0.type) = ("identity", ["sleep-time": "200000"], .container) })
    let file = graph.add("file", FileWrite { ($0.url, $0.overwrite) = (folder.location("out.mov"), true) })
    graph.connect(copy.output, to: slow.port(in: "in", as: Container.self))
    graph.connect(slow.port(out: "out", as: Container.self), to: file.input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    for await _ in begun.stream { break }
    let update = try await run.update(to: rest)
    #expect(update.outputs.map(\.path) == [folder.file("out.mov")])
    #expect(try Data(contentsOf: folder.url("out.mov")) == Data(contentsOf: folder.url("whole.mov")))
    run.stop()
    #expect(try await run.result().end == .stopped)
  }
}
