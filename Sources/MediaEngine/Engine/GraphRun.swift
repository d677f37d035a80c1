internal import MediaSource
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

/// A session with a running graph: start it, follow it, hold it, move it in time and change it while it runs.
///
///     let run = GraphRun(graph)
///     run.pause()
///     run.start()
///     Task { for await event in run.events { … } }
///     try await run.seek(to: CMTime(value: 20, timescale: 1))
///     try await run.step()
///     run.resume()
///     print(try await run.result().speed)
///
/// All of it may be used from any thread and task, before the run begins, while it runs and after it. What returns at once
/// (`start()`, `stop()`, `cancel()`, `pause()`, `resume()`) is done in the order in which it was asked for, soon after, also while
/// files are still being opened; what is awaited waits for the run to begin, is done when it returns, hears of the
/// cancellation of its task while it waits, and never blocks the cooperative pool. Closures of nodes run on streaming threads,
/// progress and notifications come on others. Everything that throws throws `Diagnostics`: what was asked for, why it
/// cannot be, and what to do; after the run, what it ended with or that it is over.
///
/// ## Topics
///
/// ### Running
/// - ``start()``
/// - ``result()``
/// - ``events``
/// - ``progress``
/// - ``stop()``
/// - ``cancel()``
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
  /// The position of the run, about ten times a second; ends with the run. The newest value waits for a slow reader.
  public let progress: AsyncStream<RunProgress>

  let graph: Graph
  let options: RunOptions
  let registry: Registry
  let stopSwitch = StopSwitch()
  /// The events that the run's loop handles, in order.
  let inbox: AsyncStream<RunState.Event>
  let eventSink: AsyncStream<RunState.Event>.Continuation
  let progressSink: AsyncStream<RunProgress>.Continuation
  let hub = EventHub()
  let opened = Mutex<[String: any OpenedSource]>([:])
  let lastDot = Mutex<String?>(nil)
  /// The changes that callers want while it runs.
  let live = LiveControl()
  /// The errors that the loop's events stand for, when they say more than one thing.
  let failures = Mutex<[Diagnostics]>([])
  /// The reason why the pipeline did not take on a state.
  let refusals = Mutex<Diagnostic?>(nil)
  private let task = Mutex<Task<RunResult, any Error>?>(nil)

  /// A run of a graph whose parameters all have values.
  public init(_ graph: Graph, options: RunOptions = RunOptions(), registry: Registry = .shared) {
    self.graph = graph
    self.options = options
    self.registry = registry
    (inbox, eventSink) = AsyncStream.makeStream()
    (progress, progressSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The events of the run from now on, for one more listener; they end with the run.
  ///
  ///     for await event in run.events {
  ///       if case .branchEnded(let branch) = event { print(branch.problem.message) }
  ///     }
  public var events: AsyncStream<RunEvent> { hub.listen() }

  /// Begins the run; it returns at once. A run begins once.
  public func start() { _ = running() }

  /// Runs the graph to its end, from its beginning if it has not begun.
  ///
  /// Cancelling the task cancels the run.
  /// - Returns: a report of what was done.
  /// - Throws: `Diagnostics`, `CancellationError`.
  public func result() async throws -> RunResult {
    let task = running()
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Ends the run at once; outputs are then as they were before.
  public func cancel() { running().cancel() }

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

  private func running() -> Task<RunResult, any Error> {
    task.withLock { task in
      if let task { return task }
      let new = Task { try await execute() }
      task = new
      return new
    }
  }

  /// Ends the run with an error, unless it has ended.
  func fail(_ error: any Error, _ message: String) {
    if let problems = error as? Diagnostics {
      if problems.all.count > 1 { failures.withLock { $0.append(problems) } }
      if let first = problems.all.first { eventSink.yield(.failed(first)) }
    } else {
      eventSink.yield(.failed(Diagnostic(wrapping: error, message, at: nil)))
    }
  }
}
