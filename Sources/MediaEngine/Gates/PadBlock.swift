internal import GStreamer
import Dispatch
import Foundation
import Synchronization

/// Blocks a source pad at a moment when no data are being pushed through it.
///
/// GStreamer counts a push only after the pad's probes were called: a pad that it calls idle may be about to push, and
/// its data would be lost once the pad is unlinked. Idle callbacks on the calling thread are therefore confirmed at the
/// bin's inner pad, through which the pushing thread has come, and whose lock it holds.
final class PadBlock: Sendable {
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

  /// Waits for that moment; never call it on the cooperative pool.
  ///
  /// - Returns: True if it came before the deadline.
  func wait(until deadline: DispatchTime) -> Bool {
    guard let entrance else { return isHeld.wait(timeout: deadline) == .success }
    // A thread that enters from now on is blocked at the probe, and signals that.
    while entrance.isBusy {
      if isHeld.wait(timeout: min(deadline, .now() + .milliseconds(1))) == .success { return true }
      if DispatchTime.now() >= deadline { return false }
    }
    return true
  }

  /// Unblocks the pad.
  func release() {
    let probe = probe.withLock { probe in
      defer { probe = nil }
      return probe
    }
    probe?.remove()
  }

  deinit { release() }
}
