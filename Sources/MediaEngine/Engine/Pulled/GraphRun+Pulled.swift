import CoreMedia
import MediaGraph

extension GraphRun {
  /// Lets the program pull the graph's media up to their end, or hold there until the run is stopped.
  func pull(_ pulled: PulledGraph, elapsed: @escaping @Sendable () -> Duration) async throws -> RunResult {
    let ends = PulledEnds(pulled.chains.count)
    for (number, (_, chain)) in pulled.chains.enumerated() {
      chain.listen { [eventSink] event in
        switch event {
        case .ended(.success): if ends.end(number) { eventSink.yield(.endOfStream(canHold: true)) }
        case .ended(.failure(let error)):
          eventSink.yield(.failed(Diagnostic(wrapping: error, "the run failed", at: nil)))
        case .goesOn: return ends.goOn(number)
        }
        return true
      }
    }
    pulled.begin()
    live.pulled = pulled
    defer { live.pulled = nil }
    hub.send(.began)
    live.changes.open()
    for await event in inbox {
      switch event {
      case .endOfStream:
        // An output may have been reset meanwhile.
        if options.holdsAtEnd {
          if ends.areAll { hub.send(.heldAtEnd(pulled.end)) }
        } else if ends.close() {
          return pulled.result(.finished, elapsed: elapsed())
        }
      case .stop:
        let isAtEnd = ends.close()
        pulled.stop()
        return pulled.result(isAtEnd ? .finished : .stopped, elapsed: elapsed())
      case .failed(let problem):
        pulled.cancel()
        throw problem
      case .update: rejectPulledUpdate()
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

  private func rejectPulledUpdate() { live.nextUpdate()?.answer.resume(throwing: Self.pulledProblem) }
}
