internal import MediaEngine
internal import MediaGraph
import Dispatch
import Synchronization

/// The work of a session.
struct ExportWork: Sendable {
  /// The settings as they were at the start.
  var settings: ExportSettings?
  /// The graph that runs, or has run.
  var graph: Graph?
  /// Ends the run; nil before it has begun.
  var cancel: (@Sendable () -> Void)?
  /// Called once, at the end.
  var endHandlers: [@Sendable () -> Void] = []
  /// Called at every change.
  var listeners: [UInt64: @Sendable () -> Void] = [:]
  var nextListener: UInt64 = 0
}

extension AVAssetExportSession {
  /// Starts the export, and returns.
  ///
  /// - Parameter handler: Called once: before this returns if the export cannot begin, else when it has completed, failed or was
  ///   cancelled, on a thread of the export. For a session that was started or
  ///   cancelled before it is called at once.
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    let settings = settings.withLock { $0 }
    guard change({ $0.start() }) else { return handler() }
    do {
      let output = try ExportOutput(settings, row)
      work.withLock { work in
        work.settings = settings
        work.endHandlers.append(handler)
      }
      // A composition may be edited from here on.
      let source = asset.copy() as? AVAsset ?? asset
      ExportQueue.shared.enter(self) { [self] in begin(source, settings, output) }
    } catch {
      _ = change { $0.end(.failed(AVError(writing: error))) }
      handler()
    }
  }

  /// Exports the asset; ``status`` says how that has ended.
  public func export() async {
    await withCheckedContinuation { continuation in exportAsynchronously { continuation.resume() } }
  }

  /// Exports the asset to a file that does not exist yet.
  ///
  /// - Throws: `AVError`; `CancellationError` if the task or the export was cancelled.
  public final func export(
    to url: URL, as fileType: AVFileType, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let status = status
    if status == .cancelled { throw CancellationError() }
    guard status == .unknown else {
      throw AVError.cannotExport("the session was started before", "make a session for every export")
    }
    try Task.checkCancellation()
    (outputURL, outputFileType) = (url, fileType)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in exportAsynchronously { continuation.resume() } }
    } onCancel: {
      cancelExport()
    }
    if self.status == .cancelled { throw CancellationError() }
    if let error { throw error }
  }

  /// Ends an export that waits or runs: ``status`` is `cancelled` when nothing of it is left. A session that was not started is cancelled
  /// at once, and cannot be started any more. An export that has ended is not concerned.
  public func cancelExport() {
    if change({ $0.cancelBeforeStart() }) { return }
    let cancellation = state.withLock { $0.cancel() }
    switch cancellation {
    case .nothing: break
    case .leaveQueue:
      // One that has just left the queue finds out when it begins.
      guard ExportQueue.shared.withdraw(self) else { return }
      DispatchQueue.global().async { [self] in end(.cancelled) }
    case .endRun: work.withLock { $0.cancel }?()
    }
  }

  // MARK: - The run

  private func begin(_ source: AVAsset, _ settings: ExportSettings, _ output: ExportOutput) {
    let begins = change { !$0.isCancelling && $0.begin() }
    let task = Task(executorPreference: RunThreads.shared) { [self] in
      let outcome = begins ? await run(source, settings, output) : .cancelled
      ExportQueue.shared.leave()
      end(outcome)
    }
    _ = task
  }

  private func run(
    _ source: AVAsset, _ settings: ExportSettings, _ output: ExportOutput
  ) async -> ExportState.Outcome {
    let plan: ExportPlan
    do {
      plan = try ExportPlan(source, row, settings, output)
    } catch {
      return .failed(AVError(writing: error))
    }
    do {
      let (parts, reason) = inParts(plan)
      var result = if let parts { try await run(plan, parts) } else { Result(try await run(plan), plan) }
      if let reason { result.notes.append(reason) }
      return .completed(result)
    } catch {
      // A compositor that fails ends the run, too.
      if let problem = plan.problem { return .failed(AVError(writing: problem)) }
      return error is CancellationError ? .cancelled : .failed(AVError(writing: error))
    }
  }

  /// Returns the parts of an export, or the reason why it is made in one where parts are asked for.
  private func inParts(_ plan: ExportPlan) -> (ExportInParts?, String?) {
    let wanted = plan.settings.partCount
    let count = wanted == Self.automaticPartCount ? ExportInParts.count(for: plan) : wanted
    guard count > 1 else { return (nil, nil) }
    do {
      return (try ExportInParts(plan, count: count), nil)
    } catch {
      let reason = (error as? Diagnostic).map { $0.cause ?? $0.message } ?? "\(error)"
      return (nil, "made in one, not in parts: \(reason)")
    }
  }

  private func run(_ plan: ExportPlan, _ parts: ExportInParts) async throws -> Result {
    work.withLock { work in
      work.graph = plan.graph
      work.cancel = { parts.cancel() }
    }
    if state.withLock(\.isCancelling) { throw CancellationError() }
    let start = ContinuousClock.now
    let (results, bytes) = try await parts.finish { [weak self] fraction in self?.advance(to: fraction) }
    return Result(results, bytes: bytes, plan, elapsed: .now - start)
  }

  private func run(_ plan: ExportPlan) async throws -> RunResult {
    var options = RunOptions()
    options.executor = RunThreads.shared
    options.assets = plan.assets
    options.temporaryFolder = plan.settings.temporaryFolder?.path
    let run = GraphRun(plan.graph, options: options)
    work.withLock { work in
      work.graph = plan.graph
      work.cancel = {
        run.cancel()
        plan.cancel()
      }
    }
    // A cancellation that came before there was a run to end.
    if state.withLock(\.isCancelling) { throw CancellationError() }
    defer { plan.cancel() }
    try plan.start { run.cancel() }
    run.start()
    for await progress in run.progress {
      if let fraction = plan.fraction(of: progress) { advance(to: fraction) }
    }
    let result = try await run.result()
    guard result.end == .finished else { throw CancellationError() }
    return result
  }

  private func end(_ outcome: ExportState.Outcome) {
    _ = change { $0.end(outcome) }
    let handlers = work.withLock { work in
      work.cancel = nil
      defer { work.endHandlers = [] }
      return work.endHandlers
    }
    for handler in handlers { handler() }
  }

  private func advance(to fraction: Double) { _ = change { $0.advance(to: fraction) } }

  // MARK: - Changes

  private struct Unchanged: Error {}

  /// Changes the state, and tells observers of the status and the progress.
  ///
  /// - Parameter change: Returns false if nothing changes.
  /// - Returns: The result of the change.
  private func change(_ change: (inout ExportState) -> Bool) -> Bool {
    let (old, new): (ExportState, ExportState?) = state.withLock { state in
      var changed = state
      return (state, change(&changed) ? changed : nil)
    }
    guard let new else { return false }
    func apply() throws {
      // Another thread may have changed it since.
      guard state.withLock({ change(&$0) }) else { throw Unchanged() }
    }
    do {
      if old.status != new.status, old.progress != new.progress {
        try changeValue(of: "progress", from: old.progress, to: new.progress) {
          try changeValue(of: "status", from: old.status, to: new.status, by: apply)
        }
      } else if old.status != new.status {
        try changeValue(of: "status", from: old.status, to: new.status, by: apply)
      } else {
        try changeValue(of: "progress", from: old.progress, to: new.progress, by: apply)
      }
    } catch {
      return false
    }
    for listener in work.withLock({ Array($0.listeners.values) }) { listener() }
    return true
  }
}
