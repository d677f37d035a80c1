internal import MediaSource
import CoreMedia
import MediaGraph
import Synchronization

/// The first pass of a run: it can be stopped, and the second one counts its progress.
final class FirstPassState: Sendable {
  private let state = Mutex<(run: GraphRun?, isStopped: Bool, length: CMTime?)>((nil, false, nil))

  /// Notes the run that measures.
  ///
  /// - Throws: `CancellationError` if the run was stopped before.
  func begin(_ run: GraphRun) throws {
    try state.withLock { state in
      if state.isStopped { throw CancellationError() }
      state.run = run
    }
  }

  /// - Parameter length: The length of the media; nil if nothing was measured.
  func end(_ length: CMTime?) { state.withLock { ($0.run, $0.length) = (nil, length) } }

  /// Ends a run that measures: there is nothing yet that could be completed.
  func stop() {
    let run = state.withLock { state in
      state.isStopped = true
      return state.run
    }
    run?.cancel()
  }

  /// Returns the position in both passes of one in the second, on the axis of the media.
  func position(inBoth position: CMTime) -> CMTime {
    guard let length = state.withLock({ $0.length }) else { return position }
    return CMTimeMultiplyByRatio(length + position, multiplier: 1, divisor: 2)
  }
}

extension GraphRun {
  /// Lets encoders that make two passes measure their frames, and returns what the second pass needs; nil if none does.
  ///
  /// - Throws: `Diagnostics`; `CancellationError` also if the run is stopped meanwhile.
  func measure(_ session: RunSession) async throws -> FirstPass? {
    let (graph, options, registry) = (session.graph, options, registry)
    let first = try await abandonable { try FirstPass(of: graph, registry: registry, options: options) }
    guard var first else { return nil }
    var own = options
    own.holdsAtEnd = false
    own.assets.passes.merge(first.passes) { $1 }
    let run = GraphRun(first.graph, options: own, registry: registry)
    try firstPass.begin(run)
    run.start()
    var position = CMTime.zero
    for await progress in run.progress {
      position = max(position, progress.position)
      var half = progress
      half.position = CMTimeMultiplyByRatio(position, multiplier: 1, divisor: 2)
      progressSink.yield(half)
      hub.send(.progress(half))
    }
    do {
      let result = try await run.result()
      guard result.end == .finished else { throw CancellationError() }
      firstPass.end(max(position, result.duration))
      first.fail(result.endedBranches.flatMap(\.nodes))
      try first.checkStatistics()
    } catch let problems as Diagnostics where position == .zero && problems.all.first?.kind == .input {
      // A file without pictures, as a rule: the second pass does without them or, where something is wrong with the file, says so.
      firstPass.end(nil)
      first.fail(first.passes.keys)
    }
    return first
  }
}
