internal import GStreamer
internal import CGStreamer
import CoreMedia
import Synchronization

/// Requests key frames of an encoder at the starts of a file's fragments, so that players can start there.
///
///     encoder ─▶ pad ─▶ queue ─▶ muxer
///        ▲────────┘ requests
///
/// At a muxer's input, the start of the stream, an encoder's first frame and each coded frame lead to requests for some time ahead. They
/// count from 0, or from where the program has fragments count: as a rule from the start of its first session. Other elements than
/// encoders ignore them.
final class KeyFrameRequests: Sendable {
  /// The distance between the key frames: a multiple of the fragment's duration of at least a second. Key frames are
  /// large.
  private let distance: CMTime
  private let state = Mutex(State())

  private struct State {
    /// The number of requests, and the running time from which they count.
    var count: Int32 = 0
    var origin = ClockTime.zero
    /// The first frame's time, on the stream's own timeline.
    var first: ClockTime?
  }

  /// The lead time of requests: encoders analyse frames long before they encode them.
  private static let lead = CMTime(value: 30, timescale: 1)

  /// - Parameter interval: The duration of a fragment.
  init(fragments interval: CMTime) {
    guard interval.isNumeric, interval.value > 0 else {
      distance = CMTime(value: 1, timescale: 1)
      return
    }
    // A timescale has 31 bits, and so has the number of its units that are a second.
    let count = (Int64(interval.timescale) - 1) / interval.value + 1
    distance = CMTimeMultiply(interval, multiplier: Int32(clamping: count))
  }

  /// Watches the data at an input, whose source gets the requests.
  func watch(_ pad: Pad) {
    pad.addProbe([.buffers, .events]) { [self] info in
      for time in missing(info) { info.pad.push(.wantKeyUnit(at: time)) }
      return .pass
    }
  }

  /// Returns the times to request at an event.
  private func missing(_ info: ProbeInfo) -> [ClockTime] {
    state.withLock { state in
      var end = Self.lead
      if let start = info.time.start {
        let first = state.first ?? start
        state.first = first
        if start > first {
          let passed = CMTime(ClockTime(nanoseconds: start.nanoseconds - first.nanoseconds))
          end = end + passed
          // Times within a gap are not requested.
          state.count = max(state.count, Int32(clamping: Int(passed.seconds / distance.seconds)))
        }
      } else if let coming = info.retainedEvent.flatMap({ ComingFrames($0) }) {
        if let origin = coming.fragmentStart, origin != state.origin { (state.origin, state.count) = (origin, 0) }
      } else if !info.isStreamStart {
        return []
      }
      var times: [ClockTime] = []
      while state.count < .max {
        let time = CMTimeMultiply(distance, multiplier: state.count + 1)
        guard time.isNumeric, time <= end + distance else { break }
        state.count += 1
        // Time stamps are rounded: the frame's may be slightly earlier.
        times.append(ClockTime(state.origin.time + time - CMTime(value: 1, timescale: 1000)))
      }
      return times
    }
  }
}
