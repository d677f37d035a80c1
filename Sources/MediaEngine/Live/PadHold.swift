import Dispatch
import Synchronization

/// Keeps anything from leaving a source pad, from a moment when nothing is on its way through it.
final class PadHold: Sendable {
  private let probe = Mutex<Probe?>(nil)
  private let isHeld = DispatchSemaphore(value: 0)

  init(_ pad: Pad) {
    let probe = pad.addProbe([.idle, .block]) { [isHeld] _ in
      isHeld.signal()
      return .wait
    }
    self.probe.withLock { $0 = probe }
  }

  /// Waits for the moment; never on the cooperative pool.
  /// - Returns: whether it has come before the deadline.
  func wait(until deadline: DispatchTime) -> Bool { isHeld.wait(timeout: deadline) == .success }

  /// Lets things go on.
  func release() {
    let probe = probe.withLock { probe in
      defer { probe = nil }
      return probe
    }
    probe?.remove()
  }

  deinit { release() }
}
