internal import GStreamer
internal import CGStreamer
import CoreMedia
import Synchronization

/// Asks an encoder for pictures that stand alone where the fragments of a file begin, so that players can start there.
///
///     encoder ─▶ pad ─▶ queue ─▶ muxer
///        ▲────────┘ requests
///
/// The encoder's own thread brings the beginning of the stream to the pad, before it has coded anything, and later its
/// pictures: what is asked for then, some time ahead, is not too late. Whoever encodes nothing does not heed it.
final class KeyPictureRequests: Sendable {
  /// How far the pictures are from each other: so many fragments that it is a second at least. Key pictures are large.
  private let distance: CMTime
  private let state = Mutex(State())

  private struct State {
    /// How many were asked for.
    var count: Int32 = 0
    /// The first picture's time, on the stream's own axis.
    var first: ClockTime?
  }

  /// How far ahead is asked: encoders look at pictures long before they code them.
  private static let lead = CMTime(value: 30, timescale: 1)

  /// - Parameter interval: How long a fragment is.
  init(fragments interval: CMTime) {
    let count = (1 / interval.seconds).rounded(.up)
    distance = count > 1 && count < 1e6 ? CMTimeMultiply(interval, multiplier: Int32(count)) : interval
  }

  /// Watches what comes to a pad.
  func watch(_ pad: Pad) {
    pad.addProbe([.buffers, .events]) { [self] info in
      for time in missing(info) { info.pad.push(.wantKeyUnit(at: time)) }
      return .pass
    }
  }

  /// The times to ask for, now that something comes by.
  private func missing(_ info: ProbeInfo) -> [ClockTime] {
    state.withLock { state in
      var end = Self.lead
      if let start = info.time.start {
        let first = state.first ?? start
        state.first = first
        if start > first {
          let passed = CMTime(ClockTime(nanoseconds: start.nanoseconds - first.nanoseconds))
          end = end + passed
          // What a gap has passed over is not asked for.
          state.count = max(state.count, Int32(clamping: Int(passed.seconds / distance.seconds)))
        }
      } else if !info.isStreamStart {
        return []
      }
      var times: [ClockTime] = []
      while state.count < .max {
        let time = CMTimeMultiply(distance, multiplier: state.count + 1)
        guard time.isNumeric, time <= end + distance else { break }
        state.count += 1
        // Stamps are rounded: the picture that is meant may say to be a little earlier.
        times.append(ClockTime(time - CMTime(value: 1, timescale: 1000)))
      }
      return times
    }
  }
}
