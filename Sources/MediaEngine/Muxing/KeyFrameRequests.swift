internal import GStreamer
internal import CGStreamer
import CoreMedia
import Synchronization

/// Requests key frames of an encoder at the starts of a file's fragments, so that players can start there.
///
///     encoder ─▶ pad ─▶ queue ─▶ muxer
///        ▲────────┘ requests
///
/// At a muxer's input, the start of the stream and each coded frame lead to requests for some time ahead. Other elements than encoders ignore
/// them.
final class KeyFrameRequests: Sendable {
  /// The distance between the key frames: a multiple of the fragment's duration of at least a second. Key frames are
  /// large.
  private let distance: CMTime
  private let state = Mutex(State())

  private struct State {
    /// The number of requests.
    var count: Int32 = 0
    /// The first frame's time, on the stream's own timeline.
    var first: ClockTime?
    /// The number of multiples of the distance that are not behind the last frame of an encoder's input.
    var place: Int?
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

  /// - Parameter distance: The distance between the key frames; one that is not positive stands for a second.
  init(every distance: CMTime) {
    self.distance = distance.isNumeric && distance > .zero ? distance : CMTime(value: 1, timescale: 1)
  }

  /// Watches the data at an input, whose source gets the requests.
  func watch(_ pad: Pad) {
    pad.addProbe([.buffers, .events]) { [self] info in
      for time in missing(info) { info.pad.push(.wantKeyUnit(at: time)) }
      return .pass
    }
  }

  /// Watches the frames that an encoder gets, and requests a key frame right before each that has to be one.
  ///
  /// Requests for later times would be lost: x264enc and x265enc count running times otherwise until they have given their first frame, for
  /// which they take in dozens.
  func watch(encoder: Element) throws {
    let output = try encoder.pad("src")
    try encoder.pad("sink").addProbe(.buffers) { [self] info in
      if let start = info.time.start, let time = info.pad.runningTime(of: start), isDue(CMTime(time)) {
        output.send(.wantKeyUnit)
      }
      return .pass
    }
  }

  /// Returns true for the first frame at or behind a multiple of the distance; the first one of all is a key frame anyway.
  private func isDue(_ time: CMTime) -> Bool {
    // Time stamps are rounded: the frame's may be slightly earlier.
    let place = Int((time + CMTime(value: 1, timescale: 1000)).seconds / distance.seconds)
    return state.withLock { state in
      defer { state.place = place }
      return state.place.map { place > $0 } ?? false
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
      } else if !info.isStreamStart {
        return []
      }
      var times: [ClockTime] = []
      while state.count < .max {
        let time = CMTimeMultiply(distance, multiplier: state.count + 1)
        guard time.isNumeric, time <= end + distance else { break }
        state.count += 1
        // Time stamps are rounded: the frame's may be slightly earlier.
        times.append(ClockTime(time - CMTime(value: 1, timescale: 1000)))
      }
      return times
    }
  }
}
