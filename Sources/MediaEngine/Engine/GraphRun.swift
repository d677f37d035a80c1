internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph
import Synchronization

extension Graph {
  /// Runs the graph to its end, as fast as possible.
  ///
  ///     let result = try await graph.run()
  ///     print(result.speed)
  ///
  /// Cancelling the task ends the run immediately; outputs are then as they were before.
  ///
  /// - Throws: `Diagnostics` if the graph is invalid, an input cannot be read, an output cannot be written or the run
  ///   fails; `CancellationError`.
  public func run(options: RunOptions = RunOptions(), registry: Registry = .shared) async throws -> RunResult {
    try await GraphRun(self, options: options, registry: registry).result()
  }
}

/// A session of a running graph: start it, observe it, pause it, seek in it and change it while it runs.
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
/// All members may be used from any thread and task, before the run begins, while it runs and after it. Functions that
/// return immediately (`start()`, `stop()`, `cancel()`, `pause()`, `resume()`) take effect in the order of the calls,
/// soon after, also while files are still being opened; asynchronous functions wait for the run to begin, have taken
/// effect when they return, react to the cancellation of their task while they wait, and never block the cooperative
/// pool. Closures of nodes run on streaming threads, progress and notifications arrive on others. All errors are
/// `Diagnostics` with the failed operation, its cause and a remedy; after the run, the error that it ended with or that
/// it is over.
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
  /// The position of the run, about ten times a second; ends with the run. A slow reader gets the newest value.
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
  /// The requested changes.
  let live = LiveControl()
  /// The errors of the loop's events that consist of several diagnostics.
  let failures = Mutex<[Diagnostics]>([])
  /// The branches that have failed while the others went on.
  let endedBranches = Mutex<[EndedBranch]>([])
  /// The pass in which encoders only measure, before the graph itself runs.
  let firstPass = FirstPassState()
  /// The reason why the pipeline refused a state change.
  let startFailure = Mutex<Diagnostic?>(nil)
  private let task = Mutex<Task<RunResult, any Error>?>(nil)

  /// Creates a run of a graph whose parameters all have values.
  public init(_ graph: Graph, options: RunOptions = RunOptions(), registry: Registry = .shared) {
    self.graph = graph
    self.options = options
    self.registry = registry
    (inbox, eventSink) = AsyncStream.makeStream()
    (progress, progressSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The events of the run from now on, for an additional listener; they end with the run.
  ///
  ///     for await event in run.events {
  ///       if case .branchEnded(let branch) = event { print(branch.problem.message) }
  ///     }
  public var events: AsyncStream<RunEvent> { hub.listen() }

  /// Begins the run, without waiting. Later calls do nothing.
  public func start() { _ = running() }

  /// Runs the graph to its end, from its beginning if it has not begun.
  ///
  /// Cancelling the task cancels the run.
  ///
  /// - Returns: The report of the run.
  /// - Throws: `Diagnostics`, `CancellationError`.
  public func result() async throws -> RunResult {
    let task = running()
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Ends the run immediately; outputs are then as they were before.
  public func cancel() { running().cancel() }

  /// Ends the run early, with outputs that are complete.
  ///
  /// A file ends where its slowest track is: what others have beyond, and what encoders still hold, is left out. Where the
  /// media come as time goes by, and where the program sends them, all sources end at the same time instead, and all that
  /// they have sent is finished. A graph that copies a file whole (`asset.copy`) ends as by ``cancel()``, and so does one whose encoders
  /// are in the first of two passes.
  ///
  /// Encoders of a file that was cut empty themselves in the background: closures of the graph may be called after
  /// ``result()`` has returned.
  public func stop() {
    firstPass.stop()
    eventSink.yield(.stop)
  }

  /// Pauses the run at its position; video sinks receive the next frame, and show it.
  ///
  /// Before the run begins, it is paused at its first frames. Returns immediately.
  public func pause() {
    live.isHeld = true
    eventSink.yield(.pause)
  }

  /// Resumes a paused run; returns immediately.
  public func resume() {
    live.isHeld = false
    eventSink.yield(.resume)
  }

  /// The pipeline as it ran, in Graphviz format; nil before anything was built.
  public var dot: String? { lastDot.withLock { $0 } }

  private func running() -> Task<RunResult, any Error> {
    task.withLock { task in
      if let task { return task }
      let new = Task(executorPreference: options.executor) { try await self.execute() }
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
