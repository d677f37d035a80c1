internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import MediaGraph

/// The program's side of a ``ProgramSink``.
final class ProgramSinkReader: Sendable {
  let queue: ProgramQueue<ProgramSample>
  let formats = PixelBufferFormatCache()
  private let worker = ReaderQueue("reel.program")
  private let supply = ConditionLock(Supply.none)

  /// The origin of the samples.
  enum Supply {
    /// The run has not been put together.
    case none
    /// A pipeline pushes them, for a reason.
    case queue(PushReason)
    /// They are made when they are asked for.
    case chain(PulledChain)
    /// The run was over before it was put together.
    case over
  }

  init(capacity: Int) { queue = ProgramQueue(capacity: capacity) }

  func attach(_ supply: Supply) { self.supply.withLock { $0 = supply } }

  /// Ends the program's waiting with the run.
  func end() {
    supply.withLock { if case .none = $0 { $0 = .over } }
    queue.end()
  }

  /// Lets a program that waits look again whether it may.
  func wake() {
    supply.withLock { _ in }
    queue.wake()
  }

  /// Waits until it is known where samples come from.
  private func origin(_ cancellation: Cancellation) -> Supply {
    supply.wait { supply in
      if case .none = supply { return cancellation.isCancelled ? .over : nil }
      return supply
    }
  }

  /// Waits for the next sample; nil after the last.
  func take(_ cancellation: Cancellation = Cancellation()) throws -> ProgramSample? {
    switch origin(cancellation) {
    case .none, .over: throw CancellationError()
    case .chain(let chain):
      // A run that was cancelled has ended before its end.
      if let sample = try chain.next(cancellation) { return sample }
      if chain.wasCancelled { throw CancellationError() }
      return nil
    case .queue: break
    }
    if let sample = try queue.take(while: { !cancellation.isCancelled }) { return sample }
    if queue.hasFailed { throw CancellationError() }
    return nil
  }

  /// Goes on in other ranges of the media.
  func move(to ranges: [CMTimeRange], _ cancellation: Cancellation = Cancellation()) throws {
    guard !ranges.isEmpty, ranges.allSatisfy({ $0.start.isNumeric && $0.start >= .zero && $0.end > $0.start }) else {
      throw Diagnostics([
        Diagnostic("an output cannot be reset to nothing", kind: .usage, help: "give ranges from zero on, none empty")
      ])
    }
    switch origin(cancellation) {
    case .none, .over:
      if cancellation.isCancelled { throw CancellationError() }
      throw LiveControl.over
    case .chain(let chain): try chain.move(to: ranges)
    case .queue(let reason):
      throw Diagnostics([
        Diagnostic(
          "an output of a pushed run cannot be reset alone", kind: .usage,
          notes: ["its media come through a pipeline" + (reason.text.map { ": \($0)" } ?? "")],
          help: "GraphRun.seek moves all outputs")
      ])
    }
  }

  func reset(to ranges: [CMTimeRange]) async throws {
    let cancellation = Cancellation()
    try await withTaskCancellationHandler {
      try await worker.run { [self] _ in try move(to: ranges, cancellation) }
    } onCancel: {
      cancellation.cancel()
      wake()
    }
  }

  func next<Sample: Sendable>(
    _ convert: @escaping @Sendable (ProgramSample, PixelBufferFormatCache) throws -> Sample
  ) async throws -> Sample? {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await worker.run { [self] _ in try take(cancellation).map { try convert($0, formats) } }
    } onCancel: {
      cancellation.cancel()
      wake()
    }
  }
}
