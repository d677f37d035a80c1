internal import GStreamer
import Synchronization

/// Replaces an input's data by gaps while its link is off: sinks, muxers and compositors do not wait for it.
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
          // An input without times is not waited for.
          if let start { info.pad.send(.gap(start: start, duration: duration)) }
          return .drop
        }
      }
    }
  }
}

/// The start of a recording that is added while the graph runs: one time, which is zero for all its streams.
///
/// It is that of the first frame or audio that none of the streams has passed when the branch is added.
final class RecordingStart: Sendable {
  private let earliest: ClockTime
  private let start = Mutex<ClockTime?>(nil)

  /// - Parameter earliest: the position of the furthest stream.
  init(notBefore earliest: ClockTime) { self.earliest = earliest }

  /// Makes a stream begin there, before the source pad of its link passes any data.
  func guardPad(_ pad: Pad, needsSync: Bool) {
    // A pad checks for a changed segment only after blocking probes.
    pad.addProbe([.blocking, .buffers]) { [self] info in
      // Data before the pad is linked would be lost anyway.
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
