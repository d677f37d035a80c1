internal import GStreamer
import Dispatch
import Foundation
import Synchronization

/// Keeps anything from leaving a source pad, from a moment when nothing is on its way through it.
///
/// GStreamer counts what is being pushed only from the moment when the pad's probes have looked at it: a pad that it calls
/// idle may be about to push, and what it pushes finds no reader once the pad is unlinked. What it says on the thread that
/// asks is therefore confirmed at the bin's inner pad, through which the pushing thread has come, and which it keeps locked.
final class PadHold: Sendable {
  private let probe = Mutex<Probe?>(nil)
  private let isHeld = DispatchSemaphore(value: 0)
  private let entrance: Pad?

  init(_ pad: Pad) {
    entrance = pad.entrance
    let isConfirmed = entrance == nil
    let asking = pthread_self()
    let probe = pad.addProbe([.idle, .block]) { [isHeld] _ in
      if isConfirmed || pthread_equal(asking, pthread_self()) == 0 { isHeld.signal() }
      return .wait
    }
    self.probe.withLock { $0 = probe }
  }

  /// Waits for the moment; never on the cooperative pool.
  /// - Returns: whether it has come before the deadline.
  func wait(until deadline: DispatchTime) -> Bool {
    guard let entrance else { return isHeld.wait(timeout: deadline) == .success }
    // Whoever comes in from now on stops at the probe, and says so.
    while entrance.isBusy {
      if isHeld.wait(timeout: min(deadline, .now() + .milliseconds(1))) == .success { return true }
      if DispatchTime.now() >= deadline { return false }
    }
    return true
  }

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
