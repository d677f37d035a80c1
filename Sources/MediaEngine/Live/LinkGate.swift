internal import GStreamer
import Synchronization

/// Turns what comes to an input into gaps while its link is off: sinks, muxers and compositors go on without waiting for it.
final class LinkGate: Sendable {
  private let probe = Mutex<Probe?>(nil)

  /// Closes or opens the gate before an input.
  func set(isOpen: Bool, before pad: Pad) {
    probe.withLock { probe in
      if isOpen {
        probe?.remove()
        probe = nil
      } else if probe == nil {
        probe = pad.addProbe(.buffers) { info in
          guard info.size.buffers > 0 else { return .pass }
          let (start, _, duration) = info.time
          // Without a time, nobody waits for it.
          if let start { info.pad.send(.gap(start: start, duration: duration)) }
          return .drop
        }
      }
    }
  }
}

/// The beginning of what a branch records that joins while the graph runs: one time, which is the zero of all its streams.
///
/// It is that of the first picture or sound to come that none of the streams has passed when the branch joins.
final class RecordingStart: Sendable {
  private let earliest: ClockTime
  private let start = Mutex<ClockTime?>(nil)

  /// - Parameter earliest: how far the furthest of the streams is.
  init(notBefore earliest: ClockTime) { self.earliest = earliest }

  /// Makes a stream begin there, before the source pad of its link lets anything through.
  func guardPad(_ pad: Pad, needsSync: Bool) {
    // Of the probes, only after those that block the pad looks whether its segment has changed.
    pad.addProbe([.blocking, .buffers]) { [self] info in
      // What comes before the pad is linked is lost anyway.
      guard info.pad.isLinked, !(needsSync && info.isDelta) else { return .drop }
      guard let time = info.time.start.flatMap({ info.pad.runningTime(of: $0) }) else { return .remove }
      guard time >= earliest else { return .drop }
      let zero = start.withLock { start in
        start = start ?? time
        return start ?? time
      }
      guard time >= zero else { return .drop }
      info.pad.offset = -Int(zero.nanoseconds)
      return .remove
    }
  }
}
