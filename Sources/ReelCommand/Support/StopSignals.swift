import Dispatch
import Foundation
import MediaGraph
import Synchronization

/// Turns the signals that would end the process into requests to end a run.
///
/// The first graceful signal requests a complete end; any later signal, and every other one, an abort. Signals after an
/// abort end the process as without this type.
final class StopSignals: Sendable {
  enum Request: Sendable { case stop, abort }

  private struct State {
    var requests = 0
  }

  private let state = Mutex(State())
  // Made once and then only cancelled, which any thread may do.
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  /// True if any of the signals was received.
  var wasReceived: Bool { state.withLock { $0.requests > 0 } }

  /// - Parameter handle: called on a queue of its own.
  init(graceful: [StopSignal], handle: @escaping @Sendable (Request) -> Void) {
    let queue = DispatchQueue(label: "reel.signals")
    let numbers = Set(graceful.map(\.number))
    sources = [StopSignal.interrupt, .terminate, .hangup].compactMap { kind in
      // nohup ignores the hangup for a reason.
      let isIgnored = unsafeBitCast(signal(kind.number, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if isIgnored, kind == .hangup { return nil }
      return DispatchSource.makeSignalSource(signal: kind.number, queue: queue)
    }
    for source in sources {
      let number = Int32(source.handle)
      source.setEventHandler { [weak self] in
        guard let self else { return }
        let count = state.withLock { state in
          state.requests += 1
          return state.requests
        }
        if count == 1, numbers.contains(number) { return handle(.stop) }
        self.restoreDefaults()
        handle(.abort)
      }
      source.activate()
    }
  }

  /// Stops making requests; the signals stay ignored.
  func ignore() {
    for source in sources { source.cancel() }
  }

  private func restoreDefaults() {
    for source in sources { signal(Int32(source.handle), SIG_DFL) }
  }
}

extension StopSignal {
  /// The number of the signal.
  fileprivate var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangup: SIGHUP
    }
  }
}
