internal import MediaEngine
import Synchronization

extension AVAssetExportSession {
  /// The state of an export, as `states(updateInterval:)` gives it.
  public enum State: Sendable {
    /// It was not started.
    case pending
    /// It is about to begin, or waits for other exports.
    case waiting
    /// It is under way.
    case exporting(progress: Progress)
  }

  /// The states of the export from now on; they end with it.
  ///
  /// - Parameter updateInterval: The least time, in seconds, from one value of the progress to the next; with infinity, only changes of
  ///   the state are given, and the object in `exporting(progress:)` goes on changing.
  public final func states(
    updateInterval: TimeInterval = .infinity
  ) -> some Sendable & AsyncSequence<AVAssetExportSession.State, Never> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(16))
    let reporter = StateReporter(updateInterval, continuation)
    let number = work.withLock { work in
      work.nextListener += 1
      let number = work.nextListener
      work.listeners[number] = { [weak self] in if let self { reporter.report(status, progress) } }
      return number
    }
    continuation.onTermination = { [weak self] _ in self?.work.withLock { $0.listeners[number] = nil } }
    reporter.report(status, progress)
    return stream
  }
}

/// Gives the states of an export to a sequence.
private final class StateReporter: Sendable {
  private struct Told: Sendable {
    var status: AVAssetExportSession.Status?
    var next = ContinuousClock.now
  }

  private let interval: Duration?
  private let continuation: AsyncStream<AVAssetExportSession.State>.Continuation
  /// One object for all of the export, which programs may keep and show.
  private let progress: Progress
  private let told = Mutex(Told())

  init(_ interval: TimeInterval, _ continuation: AsyncStream<AVAssetExportSession.State>.Continuation) {
    self.interval = interval.isFinite ? .milliseconds(Int64(min(max(interval, 0), 1e9) * 1000)) : nil
    self.continuation = continuation
    progress = Progress(totalUnitCount: 1000)
  }

  func report(_ status: AVAssetExportSession.Status, _ fraction: Float) {
    progress.completedUnitCount = max(progress.completedUnitCount, Int64(fraction * 1000))
    let isTold = told.withLock { told in
      let isNew = told.status != status
      let isDue = status == .exporting && interval != nil && ContinuousClock.now >= told.next
      guard isNew || isDue else { return false }
      told.status = status
      if let interval { told.next = .now + interval }
      return true
    }
    guard isTold else { return }
    switch status {
    case .unknown: continuation.yield(.pending)
    case .waiting: continuation.yield(.waiting)
    case .exporting: continuation.yield(.exporting(progress: progress))
    case .completed, .failed, .cancelled: continuation.finish()
    }
  }
}
