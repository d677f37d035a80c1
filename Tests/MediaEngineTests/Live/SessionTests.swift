import CoreMedia
import Foundation
import MediaGraph
import TestSupport
import Testing

@testable import MediaEngine

/// Runs as sessions: events, the held end, superseded seeks, failing branches, and stops while files open.
@Suite(.timeLimit(.minutes(10))) struct SessionTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Waits for an event.
  @discardableResult
  private func wait<Found>(in events: AsyncStream<RunEvent>, for find: (RunEvent) -> Found?) async throws -> Found {
    for await event in events {
      if let found = find(event) { return found }
    }
    throw Oracle.Failure(description: "the run has ended without the event")
  }

  private func waitForEnd(in events: AsyncStream<RunEvent>) async throws -> CMTime {
    try await wait(in: events) { if case .heldAtEnd(let time) = $0 { time } else { nil } }
  }

  private var holding: RunOptions {
    var options = RunOptions.testing
    options.holdsAtEnd = true
    return options
  }

  // MARK: - The end

  @Test(arguments: [false, true]) func runHeldAtItsEnd_goesOnFromWhereItIsSought(isClocked: Bool) async throws {
    let (run, seen) = NumberedMovie.run(
      try NumberedMovie.make(in: folder, seconds: 2), isClocked: isClocked, options: holding)
    let events = run.events
    run.start()
    _ = try await waitForEnd(in: events)
    #expect(seen.all == Array(0..<60))
    #expect(try await run.seek(to: frame(40)) == .completed(at: frame(40)))
    _ = try await waitForEnd(in: events)
    #expect(seen.all == Array(0..<60) + Array(40..<60))
    // Again while paused: only the displayed frame arrives.
    run.pause()
    try await run.seek(to: frame(10))
    #expect(seen.all.last == 10)
    run.resume()
    _ = try await waitForEnd(in: events)
    #expect(seen.all.suffix(50) == Array(10..<60))
    run.stop()
    #expect(try await run.result().end == .finished)
  }

  @Test func graphThatIsHeldAtItsEnd_doesNotChange() async throws {
    let (run, _) = NumberedMovie.run(try NumberedMovie.make(in: folder, seconds: 1), options: holding)
    let events = run.events
    run.start()
    _ = try await waitForEnd(in: events)
    let error = await #expect(throws: Diagnostics.self) { try await run.update(to: run.graph) }
    #expect(error?.all.map(\.message) == ["the run is at its end"])
    run.stop()
    _ = try await run.result()
  }

  /// Written data remain.
  @Test func graphThatWritesAFile_endsAllTheSame() async throws {
    let url = try NumberedMovie.make(in: folder, seconds: 1)
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let mkv = graph.add("mkv", MuxMKV())
    graph.connect(source.codedVideo, to: mkv.input)
    graph.connect(mkv.output, to: graph.add("file", FileWrite { $0.url = folder.location("copy.mkv") }).input)
    #expect(try await graph.run(options: holding).outputs.count == 1)
  }

  // MARK: - Seeks

  @Test func fiftySeeksAtOnce_areOne() async throws {
    let (run, seen) = NumberedMovie.run(try NumberedMovie.make(in: folder, seconds: 2))
    let outcomes = Recorder<SeekOutcome>()
    run.pause()
    async let seeks: Void = withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 { group.addTask { outcomes.note(try await run.seek(to: frame(number))) } }
      try await group.waitForAll()
    }
    // All are requested before the run begins.
    await outcomes.waitFor(49)
    #expect(outcomes.all.allSatisfy { $0 == .superseded })
    async let result = run.result()
    try await seeks
    guard case .completed(let time)? = outcomes.all.last else { throw Oracle.Failure(description: "no seek was made") }
    #expect(seen.all.last == NumberedMovie.number(time))
    #expect(run.currentTime == time)
    run.resume()
    _ = try await result
  }

  @Test func seekWhoseTaskIsCancelled_isNotMade() async throws {
    let (run, _) = NumberedMovie.run(try NumberedMovie.make(in: folder, seconds: 1))
    let seek = Task { try await run.seek(to: frame(10)) }
    while run.live.changes.waitingCount == 0 { await Task.yield() }
    seek.cancel()
    await #expect(throws: CancellationError.self) { try await seek.value }
    #expect(try await run.result().end == .finished)
  }

  // MARK: - Events

  @Test func twoListeners_hearTheSame() async throws {
    let (run, _) = NumberedMovie.run(try NumberedMovie.make(in: folder, seconds: 2), options: holding)
    @Sendable func texts(_ events: AsyncStream<RunEvent>) async -> [String] {
      var texts: [String] = []
      for await event in events {
        switch event {
        case .began: texts.append("began")
        case .sought(let time): texts.append("sought \(NumberedMovie.number(time))")
        case .heldAtEnd: texts.append("end")
        default: break
        }
      }
      return texts
    }
    let (first, second) = (run.events, run.events)
    async let heard = (texts(first), texts(second))
    let events = run.events
    run.start()
    _ = try await waitForEnd(in: events)
    try await run.seek(to: frame(30))
    _ = try await waitForEnd(in: events)
    run.stop()
    _ = try await run.result()
    let (one, other) = await heard
    #expect(one == ["began", "end", "sought 30", "end"])
    #expect(other == one)
    // After the run, there are no events.
    for await event in run.events { Issue.record("\(event)") }
  }

  // MARK: - Failures

  /// A tone that is heard, and recorded on a disk that is full.
  private func recording(_ heard: Recorder<Int>, failure: FailureExtent = .run) -> Graph {
    var graph = Graph()
    graph.stop = StopRule(failure: failure)
    let tone = graph.add("tone", TestAudio { $0.duration = .seconds(20) })
    let pcm = graph.add("pcm", AudioEncodePCM())
    let wav = graph.add("wav", MuxWAV())
    let listen = AudioSink("listen") { block in heard.note(block.frameCount) }
    graph.connect(tone.output, to: graph.add("listen", listen).input)
    graph.connect(tone.output, to: pcm.input)
    graph.connect(pcm.output, to: wav.input)
    graph.connect(wav.output, to: graph.add("file", FileWrite { $0.url = "/dev/full" }).input)
    return graph
  }

  @Test func branchWhoseDiskIsFull_endsAlone() async throws {
    let heard = Recorder<Int>()
    // The graph says so itself, also as a file.
    let text = try recording(heard, failure: .branch).yaml()
    #expect(text.contains("stop: { failure: branch }"), "\(text)")
    let run = GraphRun(recording(heard, failure: .branch), options: .testing)
    let events = run.events
    async let result = run.result()
    let ended = try await wait(in: events) { if case .branchEnded(let branch) = $0 { branch } else { nil } }
    #expect(ended.nodes == ["file", "pcm", "wav"])
    #expect(ended.problem.message == "cannot write '/dev/full'")
    #expect(ended.problem.cause == "No space left on device")
    #expect(try await Set(result.nodes.map(\.name)) == ["tone", "listen", "pcm", "wav", "file"])
    #expect(try await result.outputs.isEmpty)
    let count: Int = heard.all.reduce(0, +)
    #expect(count == 960_000)
  }

  @Test func fullDisk_endsTheRunByDefault() async throws {
    let error = await #expect(throws: Diagnostics.self) {
      try await GraphRun(recording(Recorder()), options: .testing).result()
    }
    #expect(error?.all.map(\.message) == ["cannot write '/dev/full'"])
  }

  // MARK: - Ends while files open

  /// A source that waits for a pipe's writer, during the pipeline's state change.
  private func waitingForever() throws -> (graph: Graph, release: () -> Void) {
    let path = folder.file("pipe")
    guard mkfifo(path, 0o600) == 0 else { throw Oracle.Failure(description: "there can be no pipe") }
    var graph = Graph()
    let source = graph.add(
      "pipe",
      GstElement {
        $0.element = "filesrc"
        $0.to = .bytes
        $0.properties = ["location": path]
      })
    graph.connect(source.port(out: "out", as: Bytes.self), to: graph.add("null", Null()).input)
    // The thread that waits for a writer is released.
    return (graph, { close(open(path, O_WRONLY | O_NONBLOCK)) })
  }

  @Test func runThatWaitsForAPipe_isCancelled() async throws {
    let (graph, release) = try waitingForever()
    defer { release() }
    let run = GraphRun(graph, options: .testing)
    let events = run.events
    run.start()
    run.pause()
    // The run's loop works while the pipeline waits.
    try await wait(in: events) { if case .progress = $0 { true } else { nil } }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.result() }
  }

  @Test func runThatWaitsForAPipe_isStopped() async throws {
    let (graph, release) = try waitingForever()
    defer { release() }
    let run = GraphRun(graph, options: .testing)
    run.start()
    run.pause()
    run.stop()
    let error = await #expect(throws: Diagnostics.self) { try await run.result() }
    #expect(error?.all.map(\.message) == ["the run was stopped before it began"])
  }

  @Test(arguments: [false, true]) func movieWhoseWriterNeverComes_ends(isCancelled: Bool) async throws {
    let path = folder.file("movie.pipe")
    guard mkfifo(path, 0o600) == 0 else { throw Oracle.Failure(description: "there can be no pipe") }
    let (run, _) = NumberedMovie.run(Location(path))
    run.start()
    run.pause()
    if isCancelled {
      run.cancel()
      await #expect(throws: CancellationError.self) { try await run.result() }
    } else {
      run.stop()
      let error = await #expect(throws: Diagnostics.self) { try await run.result() }
      #expect(error?.all.map(\.message) == ["the run was stopped before it began"])
    }
  }
}

/// Returns the time of a frame of a numbered movie.
private func frame(_ number: Int) -> CMTime { CMTime(value: Int64(number), timescale: 30) }
