import CoreMedia
import Dispatch
import Foundation
internal import GStreamer
internal import MediaSource
import MediaGraph
import Synchronization

extension GraphRun {
  /// The parts of a run that its loop works with.
  struct Parts: Sendable {
    let conductor: Conductor
    let outputs: OpenOutputs
    let elapsed: @Sendable () -> Duration
    let work = PendingWork()
    let closing = ClosingMark()
    var monitor: RunMonitor { conductor.monitor }
    var pipeline: Pipeline { conductor.monitor.pipeline }
  }

  /// Runs from beginning to end.
  func execute() async throws -> RunResult {
    defer {
      progressSink.finish()
      eventSink.finish()
      hub.finish()
      endProgramEnds()
    }
    do {
      let result = try await withTaskCancellationHandler {
        try await session()
      } onCancel: {
        eventSink.yield(.failed(Diagnostic("cancelled")))
      }
      live.end(.success(result))
      return result
    } catch {
      let end: any Error =
        if Task.isCancelled || error is CancellationError {
          CancellationError()
        } else if let problems = error as? Diagnostics {
          problems
        } else {
          Diagnostics([Diagnostic(wrapping: error, "the run failed", at: nil)])
        }
      live.end(.failure(end))
      throw end
    }
  }

  /// Lets programs that wait for the run hear that it is over.
  private func endProgramEnds() {
    for node in graph.nodes { (try? registry.component(for: node) as? any ProgramEnd)?.runEnded() }
  }

  private func session() async throws -> RunResult {
    let elapsed = Self.stopwatch(options.clock)
    let (graph, options, registry) = (graph, options, registry)
    let session = try await abandonable { try RunSession.prepare(graph, options: options, registry: registry) }
    let pushReason: PushReason
    do {
      let pulled = try await abandonable { try PulledGraph(session.graph, registry: registry, options.assets) }
      return try await pull(pulled, elapsed: elapsed)
    } catch let reason as PushReason {
      pushReason = reason
    }
    for node in session.graph.nodes {
      (try registry.component(for: node) as? any ProgramEnd)?.runIsPushed(because: pushReason)
    }
    let first = try await measure(session)
    // The second pass reads the statistics of the first one.
    defer { withExtendedLifetime(first) {} }
    var measured = options.assets
    measured.passes.merge(first?.next ?? [:]) { $1 }
    let conductor = try await assemble(session, measured)
    return try await run(Parts(conductor: conductor, outputs: OpenOutputs(), elapsed: elapsed), of: session)
  }

  /// Makes the elements of a run that its pipeline pushes.
  private func assemble(_ session: RunSession, _ assets: OpenedAssets) async throws -> Conductor {
    try await abandonable { [registry, stopSwitch, eventSink, options] in
      try Conductor {
        try Assembly(
          session.graph, registry: registry, stop: stopSwitch, isolatesFailures: session.graph.stop?.failure == .branch,
          temporaryFolder: options.temporaryFolder, assets: assets
        ) { eventSink.yield($0) }
      }
    }
  }

  /// Runs the pipeline to its end, and then closes it and the outputs, which are complete or as they were before.
  private func run(_ parts: Parts, of session: RunSession) async throws -> RunResult {
    let messages = parts.pipeline.bus.messages([.running, .buffering])
    do {
      parts.outputs.add(try session.createOutputs())
      let result = try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [self] in await forward(messages, of: parts) }
        group.addTask { [eventSink, options] in
          while (try? await options.clock.sleep(for: .milliseconds(100))) != nil {
            eventSink.yield(.tick(work: 0, now: .zero))
          }
        }
        defer { group.cancelAll() }
        return try await drive(parts)
      }
      // After changes that are under way: their files are complete, too.
      await parts.work.end()
      try? await parts.conductor.perform { $0.monitor.close() }
      parts.monitor.cancelReception()
      // Encoders work off what they hold, which nothing reads any more.
      await close(parts, within: result.end == .stopped ? .milliseconds(300) : .seconds(5))
      var report = result
      let outputs = try RunSession.commit(parts.outputs.close())
      report.outputs = parts.outputs.done + outputs
      report.endedBranches = endedBranches.withLock { $0 }
      return report
    } catch {
      // Before the pipeline's end takes its turn: what takes its own after that would bring the pipeline up again.
      parts.closing.set()
      parts.monitor.close()
      parts.monitor.cancelReception()
      // On the queue of the state changes, after those that are under way: a held pad waits for ever for its thread.
      parts.pipeline.stateQueue.async { parts.monitor.releaseHeld() }
      await close(parts, within: error is CancellationError || Task.isCancelled ? .milliseconds(300) : .seconds(2))
      throw RunSession.abandon(parts.outputs.close(), after: error)
    }
  }

  /// Closes the pipeline; threads that still work on it and its files after the limit end by themselves, or never.
  private func close(_ parts: Parts, within limit: Duration) async {
    if await parts.pipeline.close(within: limit) { return }
    // In turn after the end that is under way.
    parts.pipeline.stateQueue.async { [conductor = parts.conductor] in withExtendedLifetime(conductor) {} }
  }

  /// Handles events one by one until the run has ended; nothing in it waits for anything else.
  private func drive(_ parts: Parts) async throws -> RunResult {
    let monitor = parts.monitor
    let opening = Set(monitor.nodes.filter { $0.implementation is any OpeningNode }.map(\.name))
    var state = RunState(opening: opening, isClocked: monitor.hasClock, stallTimeout: options.stallTimeout)
    if !opening.isEmpty { open(parts) }
    for action in state.begin() { if let result = try perform(action, parts) { return result } }
    // Buffers that wait for the program move when the program takes them.
    var waits = 0
    for await event in inbox {
      if case .tick = event, monitor.waitsForProgram { waits += 1 }
      let actions =
        switch event {
        case .tick: state.handle(.tick(work: monitor.work &+ waits, now: parts.elapsed()))
        case .seekEnded: state.handle(.seekEnded(isAtEnd: monitor.isAtEnd))
        default: state.handle(event)
        }
      if case .tick = event, state.phase == .running {
        live.timebaseDriver.observe(live.position(of: monitor), isStarving: monitor.isStarving)
      }
      if case .atEnd = state.phase { live.isAtEnd = true } else { live.isAtEnd = false }
      for action in actions { if let result = try perform(action, parts) { return result } }
    }
    throw CancellationError()
  }

  /// Does what an event leads to, or has it done.
  /// - Returns: the result of a run that has ended.
  private func perform(_ action: RunState.Action, _ parts: Parts) throws -> RunResult? {
    let monitor = parts.monitor
    switch action {
    case .assemble(let isPaused): assemble(parts, isPaused ? .paused : .playing)
    case .drain:
      if monitor.isAllOrNothing { throw CancellationError() }
      stopSwitch.stopSources(immediately: monitor.cutFiles())
      monitor.endReception()
    case .setPaused(let isPaused):
      live.change { [self] in
        // A change that meets another one under way can be lost: the sinks then wait for ever.
        _ = monitor.pipeline.settledStateBlocking(within: .seconds(2))
        set(isPaused ? .paused : .playing, monitor.pipeline)
      }
    case .restartClock:
      hub.send(.clockLost)
      live.change { [self] in
        set(.paused, monitor.pipeline)
        if !live.stands { set(.playing, monitor.pipeline) }
      }
    case .recalculateLatency:
      live.change { [hub] in
        monitor.pipeline.recalculateLatency()
        hub.send(.latencyChanged)
      }
    case .update: parts.work.add { [self] in await update(parts) }
    case .rejectUpdate: rejectUpdate()
    case .remove(let number): parts.work.add { [self] in await remove(number, parts) }
    case .endBranch(let names, let problem): parts.work.add { [self] in await endBranch(names, problem, parts) }
    case .holdAtEnd:
      let position = live.position(of: monitor)
      live.timebaseDriver.stand(at: position)
      hub.send(.heldAtEnd(position))
    case .reportProgress:
      var progress = monitor.progress(elapsed: parts.elapsed())
      progress.position = firstPass.position(inBoth: progress.position)
      if let end = try graph.stop?.after.flatMap({ try MediaTime(argument: $0).time() }) {
        progress.duration = progress.duration.isNumeric ? min(progress.duration, end) : end
      }
      progressSink.yield(progress)
      hub.send(.progress(progress))
    case .finish(let end):
      lastDot.withLock { $0 = monitor.pipeline.dot }
      live.timebaseDriver.stand(at: live.position(of: monitor))
      return try monitor.result(end, elapsed: parts.elapsed())
    case .fail(let problem):
      // Drawing asks elements for their formats, which ends the process in libpulse where no server was found.
      if live.conductor != nil { lastDot.withLock { $0 = monitor.pipeline.dot } }
      if let problems = failures.withLock({ $0.first { $0.all.first == problem } }) { throw problems }
      throw monitor.completing(problem)
    case .failStalled(let idle, let opening):
      lastDot.withLock { $0 = monitor.pipeline.dot }
      throw monitor.stalled(for: idle, opening: opening)
    }
    return nil
  }

  private func set(_ state: State, _ pipeline: Pipeline) {
    do {
      // In turn with all other changes of the state.
      try pipeline.stateQueue.sync { _ = try pipeline.setStateBlocking(state) }
    } catch {
      fail(error, "the run failed")
    }
  }

  /// Lets the sources look into their files; nothing else is there yet.
  private func open(_ parts: Parts) {
    Task {
      do {
        try await parts.conductor.perform { [self] assembly in
          try assembly.open { [self] node, result in
            switch result {
            case .success(let source):
              opened.withLock { $0[node] = source }
              eventSink.yield(.opened(node))
            case .failure(let problem): eventSink.yield(.failed(problem))
            }
          }
          // In turn before the assembly of the rest, which a file that is open already leads to.
          begin(parts) { try $0.setStateBlocking(.paused) }
        }
      } catch {
        fail(error, "the run failed")
      }
    }
  }

  private func assemble(_ parts: Parts, _ state: State) {
    let sources = opened.withLock { $0 }
    Task {
      do {
        let elements = try await parts.conductor.perform { assembly in
          // A movie is open before the pipeline has been brought up to open it: what is put in meanwhile would start before
          // it is linked.
          try assembly.pipeline.stateQueue.sync {
            try parts.closing.check()
            try assembly.assemble(sources)
            for output in parts.outputs.open { try assembly.setDestination(output) }
            return assembly.startingElements
          }
        }
        live.conductor = parts.conductor
        begin(parts) { [live, hub, eventSink] pipeline in
          for element in elements { try element.syncStateWithParent() }
          parts.monitor.releaseHeld()
          // Changes that meet that of the state would be lost, or hold it up.
          live.expect(state)
          if try pipeline.setStateBlocking(state) != .asynchronous, live.reached(state) {
            hub.send(.began)
            live.changes.open()
          }
          eventSink.yield(.begun)
        }
      } catch {
        fail(error, "the run failed")
      }
    }
  }

  /// Changes the pipeline's state beside the loop: opening a pipe waits for its writer, and the loop has to hear of a stop
  /// meanwhile. The end of the run takes its turn after it, on the same queue.
  private func begin(_ parts: Parts, _ body: @escaping @Sendable (Pipeline) throws -> Void) {
    parts.pipeline.stateQueue.async { [self] in
      do {
        try parts.closing.check()
        try body(parts.pipeline)
      } catch is CancellationError {
        // The run is over.
      } catch {
        // An element has said why, as a rule: this is for when none has, and is read after all that they said.
        startFailure.withLock { $0 = Diagnostic(wrapping: error, "the run cannot begin", at: nil) }
        parts.pipeline.bus.stop()
      }
    }
  }

  /// Turns messages of the pipeline into events.
  private func forward(_ messages: AsyncStream<Message>, of parts: Parts) async {
    let monitor = parts.monitor
    for await message in messages {
      switch message {
      case .eos: eventSink.yield(.endOfStream(canHold: options.holdsAtEnd && !monitor.writesFiles))
      case .stateChanged(_, let state, nil):
        live.keepTime(state, of: monitor)
        if live.reached(state) {
          hub.send(.began)
          live.changes.open()
        }
      case .buffering(let source, let percent):
        eventSink.yield(.buffering(source: source.path, percent: percent))
        hub.send(.buffering(percent: percent))
      case .latency: eventSink.yield(.latency)
      case .clockLost: eventSink.yield(.clockLost)
      case .warning(let report):
        let place = monitor.place(report.source.path)
        if place.map(monitor.hasFailed) != true { hub.send(.warning(Diagnostic(warning: report, at: place))) }
      case .error(let report): await forward(report, monitor)
      default: break
      }
    }
    if let startError = startFailure.withLock({ $0 }) { eventSink.yield(.failed(startError)) }
  }

  private func forward(_ report: Message.Report, _ monitor: RunMonitor) async {
    let place = monitor.place(report.source.path)
    if let place, monitor.hasFailed(place) { return }
    let hasOpened = opened.withLock { opened in place.map { opened[$0.node.name] != nil } ?? false }
    let time = place.map { monitor.time(of: $0.node.name) } ?? .invalid
    var problem = Diagnostic(
      report, at: place, writer: place.flatMap(monitor.writer), hasOpened: hasOpened, time: time)
    if problem.kind == .input, let file = place?.implementation.inputFiles.first,
      let reason = try? await blocking({ URL(string: file.text).flatMap(NetworkDiagnosis.problem) })
    {
      problem.cause = reason
    }
    if monitor.isOnProbation(place, problem) { return }
    let isolatesFailures = graph.stop?.failure == .branch
    if let effect = monitor.effect(of: problem, at: place, isolatesFailures: isolatesFailures) {
      eventSink.yield(effect)
    }
  }

  private static func stopwatch<C: Clock>(_ clock: C) -> @Sendable () -> Duration where C.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// Says that the pipeline is about to be closed: work that has not begun by then never does.
final class ClosingMark: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .sequentiallyConsistent) }

  /// - Throws: `CancellationError` once the pipeline is about to be closed.
  func check() throws { if isSet.load(ordering: .sequentiallyConsistent) { throw CancellationError() } }
}

/// The work that a run's loop has begun beside itself.
final class PendingWork: Sendable {
  private let group = DispatchGroup()

  func add(_ work: @escaping @Sendable () async -> Void) {
    group.enter()
    Task {
      await work()
      group.leave()
    }
  }

  /// Waits for the end of all work.
  func end() async {
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
  }
}
