internal import GStreamer
import CoreMedia
import MediaGraph
import Synchronization

extension Graph {
  /// Runs the graph to its end, as fast as it can.
  ///
  ///     let result = try await graph.run()
  ///     print(result.speed)
  ///
  /// Cancelling the task ends the run at once; outputs are then as they were before.
  /// - Throws: `Diagnostics` when the graph is wrong, an input cannot be read, an output cannot be written or the run fails;
  ///   `CancellationError`.
  public func run(options: RunOptions = RunOptions(), registry: Registry = .shared) async throws -> RunResult {
    try await GraphRun(self, options: options, registry: registry).result()
  }
}

/// One run of a graph: start it with `result()`, follow it, hold it, move it in time and change it while it runs.
///
///     let run = GraphRun(graph)
///     async let result = run.result()
///     run.pause()
///     try await run.seek(to: CMTime(value: 20, timescale: 1))
///     try await run.step()
///     run.resume()
///     print(try await result.speed)
///
/// All of it may be used from any thread and task, before the run begins, while it runs and after it. What returns at once
/// (`stop()`, `pause()`, `resume()`) is done in the order in which it was asked for, soon after; what is awaited waits for the
/// run to begin, is done when it returns, and never blocks the cooperative pool. Closures of nodes run on streaming threads,
/// progress and notifications come on others. Everything that throws throws `Diagnostics`: what was asked for, why it
/// cannot be, and what to do; after the run, what it ended with or that it is over.
///
/// ## Topics
///
/// ### Running
/// - ``result()``
/// - ``progress``
/// - ``stop()``
/// - ``dot``
///
/// ### Time
/// - ``pause()``
/// - ``resume()``
/// - ``seek(to:toleranceBefore:toleranceAfter:)``
/// - ``step(by:)``
/// - ``setRate(_:)``
/// - ``currentTime``
/// - ``timebase``
///
/// ### Change
/// - ``update(to:)``
public final class GraphRun: Sendable {
  /// How far the run is, about ten times a second; ends with the run. The newest value waits for a slow reader.
  public let progress: AsyncStream<RunProgress>

  private let graph: Graph
  let options: RunOptions
  let registry: Registry
  private let stopSwitch = StopSwitch()
  private let events: AsyncStream<RunState.Event>
  let eventSink: AsyncStream<RunState.Event>.Continuation
  private let progressSink: AsyncStream<RunProgress>.Continuation
  private let opened = Mutex<[String: any OpenedSource]>([:])
  private let hasBegun = Atomic<Bool>(false)
  private let lastDot = Mutex<String?>(nil)
  /// What others want the run to do while it runs.
  let live = LiveControl()
  /// Why the pipeline did not take on a state.
  private let refusal = Mutex<Diagnostic?>(nil)

  /// A run of a graph whose parameters all have values.
  public init(_ graph: Graph, options: RunOptions = RunOptions(), registry: Registry = .shared) {
    self.graph = graph
    self.options = options
    self.registry = registry
    (events, eventSink) = AsyncStream.makeStream()
    (progress, progressSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Lets the sources end now; what is under way is finished, so that outputs are complete.
  public func stop() { eventSink.yield(.stop) }

  /// Holds the run where it is; sinks that take pictures get the one that comes next, and show it.
  ///
  /// Before the run begins, it holds it at its first pictures. It returns at once.
  public func pause() {
    live.isHeld = true
    eventSink.yield(.pause)
  }

  /// Lets a held run go on; it returns at once.
  public func resume() {
    live.isHeld = false
    eventSink.yield(.resume)
  }

  /// The pipeline as it ran, as Graphviz text; nil before anything was built.
  public var dot: String? { lastDot.withLock { $0 } }

  /// Runs the graph and says what was done. A run can be run once.
  /// - Throws: `Diagnostics`, `CancellationError`.
  public func result() async throws -> RunResult {
    guard !hasBegun.exchange(true, ordering: .relaxed) else {
      throw Diagnostics([Diagnostic("the run has been run already", kind: .usage, help: "make a new GraphRun")])
    }
    defer {
      progressSink.finish()
      eventSink.finish()
    }
    do {
      let session = try await blocking { [self] in
        try RunSession.prepare(graph, options: options, registry: registry)
      }
      let result = try await withTaskCancellationHandler {
        try await execute(session)
      } onCancel: {
        eventSink.yield(.failed(Diagnostic("cancelled")))
      }
      live.end(nil)
      return result
    } catch {
      live.end(error)
      if Task.isCancelled { throw CancellationError() }
      if let problems = error as? Diagnostics { throw problems }
      throw Diagnostics([Diagnostic(wrapping: error, "the run failed", at: nil)])
    }
  }

  private func execute(_ session: RunSession) async throws -> RunResult {
    let elapsed = Self.stopwatch(options.clock)
    let sink = eventSink
    let assembly = try await blocking { [self] in
      try Assembly(session.graph, registry: registry, stop: stopSwitch) { sink.yield(.failed($0)) }
    }
    let messages = assembly.pipeline.bus.messages()
    let outputs = OpenOutputs()
    do {
      outputs.add(try session.createOutputs())
      let result = try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [self] in await forward(messages, in: assembly) }
        group.addTask { [clock = options.clock] in
          while (try? await clock.sleep(for: .milliseconds(100))) != nil { sink.yield(.tick(work: -1, now: .zero)) }
        }
        defer { group.cancelAll() }
        return try await drive(assembly, outputs, elapsed)
      }
      assembly.cancelReception()
      await assembly.pipeline.close()
      var report = result
      report.outputs = outputs.done + (try RunSession.commit(outputs.open))
      return report
    } catch {
      assembly.cancelReception()
      // On the queue of the state changes, after those that are under way: a held pad waits for ever for its thread.
      assembly.pipeline.stateQueue.async { assembly.releaseHeld() }
      if !(await assembly.pipeline.close(within: .seconds(2))) { assembly.abandon() }
      throw RunSession.abandon(outputs.open, after: error)
    }
  }

  /// Handles events one by one until the run has ended.
  private func drive(
    _ assembly: Assembly, _ outputs: OpenOutputs, _ elapsed: @Sendable () -> Duration
  ) async throws -> RunResult {
    var state = RunState(opening: Set(assembly.openingNodes), stallTimeout: options.stallTimeout)
    try await blocking { [self] in
      try assembly.open { [self] node, result in
        switch result {
        case .success(let source):
          opened.withLock { $0[node] = source }
          eventSink.yield(.opened(node))
        case .failure(let problem): eventSink.yield(.failed(problem))
        }
      }
    }
    if assembly.openingNodes.isEmpty { try await start(assembly, outputs, .playing) } else { prepare(assembly) }
    for await event in events {
      let action =
        if case .tick = event {
          state.handle(.tick(work: assembly.work, now: elapsed()))
        } else {
          state.handle(event)
        }
      if case .tick = event, state.phase == .running {
        live.timekeeper.observe(live.position(of: assembly), isStarving: assembly.isStarving)
      }
      switch action {
      case .assemble(let isPaused): try await start(assembly, outputs, isPaused ? .paused : .playing)
      case .drain:
        stopSwitch.throwSwitch()
        assembly.endReception()
      case .setPaused(let isPaused):
        // A change that meets another one under way can be lost: the sinks then wait for ever.
        _ = await assembly.pipeline.settledState(within: .seconds(2))
        try await assembly.pipeline.setState(isPaused ? .paused : .playing)
        if !isPaused, case .stop = event {
          stopSwitch.throwSwitch()
          assembly.endReception()
        }
      case .update: await update(assembly, outputs)
      case .remove(let number): try await remove(number, assembly, outputs)
      case .reportProgress: progressSink.yield(assembly.progress(elapsed: elapsed()))
      case .finish(let end):
        lastDot.withLock { $0 = assembly.pipeline.dot }
        live.timekeeper.stand(at: live.position(of: assembly))
        return try assembly.result(end, elapsed: elapsed())
      case .fail(let problem):
        lastDot.withLock { $0 = assembly.pipeline.dot }
        throw assembly.completing(problem)
      case .failStalled(let idle):
        lastDot.withLock { $0 = assembly.pipeline.dot }
        throw assembly.stalled(for: idle)
      case nil: break
      }
    }
    throw CancellationError()
  }

  /// Lets the sources look into their files; nothing else is there yet.
  private func prepare(_ assembly: Assembly) {
    begin(assembly) { try $0.pipeline.setStateBlocking(.paused) }
  }

  private func start(_ assembly: Assembly, _ outputs: OpenOutputs, _ state: State) async throws {
    let sources = opened.withLock { $0 }
    // A movie is open before the pipeline has been brought up to open it: what is put in meanwhile would start before it is
    // linked.
    try await blocking(on: assembly.pipeline.stateQueue) {
      try assembly.assemble(sources)
      for output in outputs.open { try assembly.setDestination(output) }
    }
    begin(assembly) { [live] assembly in
      try assembly.start()
      // Changes that meet that of the state would be lost, or hold it up.
      live.expect(state, of: assembly)
      if try assembly.pipeline.setStateBlocking(state) != .underWay { live.begin(assembly) }
    }
  }

  /// Changes the pipeline's state beside the loop: opening a pipe waits for whoever is at its other end, and the loop has to
  /// hear of a stop meanwhile. The end of the run takes its turn after it, on the same queue.
  private func begin(_ assembly: Assembly, _ body: @escaping @Sendable (Assembly) throws -> Void) {
    assembly.pipeline.stateQueue.async { [self] in
      do {
        try body(assembly)
      } catch {
        // An element has said why, as a rule: this is for when none has, and is read after all that they said.
        refusal.withLock { $0 = Diagnostic(wrapping: error, "the run cannot begin", at: nil) }
        assembly.pipeline.bus.stop()
      }
    }
  }

  /// Turns what the pipeline says into events; where it failed is looked up by the run.
  private func forward(_ messages: AsyncStream<Message>, in assembly: Assembly) async {
    for await message in messages {
      switch message {
      case .eos: eventSink.yield(.endOfStream)
      case .stateChanged(_, let state, nil):
        live.keepTime(state, of: assembly)
        live.reached(state)
      case .error(let report):
        let place = assembly.place(report.source.path)
        let hasOpened = opened.withLock { opened in place.map { opened[$0.node.name] != nil } ?? false }
        var problem = Diagnostic(report, at: place, hasOpened: hasOpened)
        if problem.kind == .input, let file = place?.implementation.inputFiles.first,
          let reason = try? await blocking({ NetworkReason.problem(file) })
        {
          problem.cause = reason
        }
        if !assembly.isOnProbation(report.source.path, problem) { eventSink.yield(.failed(problem)) }
      default: break
      }
    }
    if let refusal = refusal.withLock({ $0 }) { eventSink.yield(.failed(refusal)) }
  }

  private static func stopwatch<C: Clock>(_ clock: C) -> @Sendable () -> Duration where C.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
