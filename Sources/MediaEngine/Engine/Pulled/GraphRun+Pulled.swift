import CoreMedia
import MediaGraph

extension GraphRun {
  /// Lets the program pull the graph's media up to their end.
  func pull(_ pulled: PulledGraph, elapsed: @escaping @Sendable () -> Duration) async throws -> RunResult {
    let ends = PulledEnds(pulled.chains.count) { [eventSink] result in
      switch result {
      case .success: eventSink.yield(.endOfStream(canHold: false))
      case .failure(let error): eventSink.yield(.failed(Diagnostic(wrapping: error, "the run failed", at: nil)))
      }
    }
    for (_, chain) in pulled.chains { chain.whenEnded { ends.note($0) } }
    live.pulled = pulled
    defer { live.pulled = nil }
    hub.send(.began)
    live.changes.open()
    for await event in inbox {
      switch event {
      case .endOfStream: return pulled.result(.finished, elapsed: elapsed())
      case .stop:
        pulled.stop()
        return pulled.result(.stopped, elapsed: elapsed())
      case .failed(let problem):
        pulled.cancel()
        throw problem
      case .update: refusePulledUpdate()
      default: break
      }
    }
    pulled.cancel()
    throw CancellationError()
  }

  /// The words for what a pulled run does not do.
  static var pulledProblem: Diagnostics {
    Diagnostics([
      Diagnostic(
        "the run is pulled by its program", kind: .usage, notes: ["it has no speed, no steps and no other graph"])
    ])
  }

  private func refusePulledUpdate() { live.nextUpdate()?.answer.resume(throwing: Self.pulledProblem) }
}
