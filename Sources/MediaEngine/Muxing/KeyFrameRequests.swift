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
    /// True if the media of an encoder do not begin at a multiple of the distance.
    var isLate = false
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

  /// Watches an encoder, which gets the requests itself.
  ///
  /// Until it has given its first frame, for which it takes in dozens, x264enc counts running times otherwise, and requests for times are too
  /// late: media that begin shortly before a key frame has to be there get each request right before its frame.
  func watch(encoder: Element) throws {
    let output = try encoder.pad("src")
    try encoder.pad("sink").addProbe(.buffers) { [self] info in
      if let start = info.time.start, let time = info.pad.runningTime(of: start), isDue(CMTime(time)) {
        output.send(.wantKeyUnit)
      }
      return .pass
    }
    output.addProbe([.buffers, .events]) { [self] info in
      guard !state.withLock({ $0.isLate }) else { return .pass }
      for time in missing(info) { info.pad.send(.wantKeyUnit(at: time)) }
      return .pass
    }
  }

  /// Returns true for the first frame at or behind a multiple of the distance, of media that begin at none.
  private func isDue(_ time: CMTime) -> Bool {
    // Time stamps are rounded: the frame's may be slightly earlier.
    let places = (time.seconds + 0.001) / distance.seconds
    return state.withLock { state in
      defer { state.place = Int(places) }
      guard let place = state.place else {
        state.isLate = (places - places.rounded(.down)) * distance.seconds > 0.002
        return false
      }
      return state.isLate && Int(places) > place
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
