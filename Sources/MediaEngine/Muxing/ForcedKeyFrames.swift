internal import GStreamer
import CoreMedia
import Synchronization

/// Makes an encoder's key frames at given times: the first frame at or behind each multiple of a distance, and behind each time that a
/// muxer has requested.
///
///     frames ─▶ encoder ◀─requests─ muxer
///        └─request─▲
///
/// Each request comes to the encoder right before its frame. Encoders get frames long before they give their first one, count running
/// times otherwise until then, and take only one request for a key frame as soon as possible.
final class ForcedKeyFrames: Sendable {
  private let distance: CMTime?
  private let state = Mutex(State())

  private struct State {
    /// The time stamp of the first frame.
    var first: ClockTime?
    /// True once the encoder counts running times as they are.
    var isAligned = false
    /// The number of multiples of the distance that are not behind the last frame.
    var place: Int?
    /// The running times that were requested, and are not reached.
    var requested: [ClockTime] = []
    /// The time of the request that the encoder is given.
    var given: ClockTime?
  }

  /// - Parameter distance: A positive time; without it, there are key frames only where they are requested.
  init(every distance: CMTime?) {
    self.distance = distance.flatMap { $0.isNumeric && $0 > .zero ? $0 : nil }
  }

  func watch(_ encoder: Element) throws {
    let output = try encoder.pad("src")
    output.addProbe(.requests) { [self] info in
      guard let time = info.requestedKeyUnit else { return .pass }
      return state.withLock { state -> ProbeAction in
        if time == state.given { return .pass }
        state.requested.append(time)
        return .drop
      }
    }
    let input = try encoder.pad("sink")
    // A flushed encoder begins anew.
    input.addProbe(.flushes) { [self] _ in
      state.withLock { $0 = State(requested: $0.requested) }
      return .pass
    }
    input.addProbe(.buffers) { [self] info in
      guard let start = info.time.start, let time = info.pad.runningTime(of: start) else { return .pass }
      let isFirst = begin(with: start, info.pad, output)
      // The first frame of all is a key frame anyway, and the encoder would take a request for it to be hours late.
      guard isDue(time), !isFirst else { return .pass }
      state.withLock { $0.given = time }
      output.send(.wantKeyUnit(at: time))
      state.withLock { $0.given = nil }
      return .pass
    }
  }

  /// Tells the muxer of the first frame, and aligns the encoder's running times when it has that one.
  ///
  /// - Returns: True for the first frame.
  private func begin(with start: ClockTime, _ input: Pad, _ output: Pad) -> Bool {
    let (first, isAligned) = state.withLock { state in
      defer {
        state.isAligned = state.first != nil
        state.first = state.first ?? start
      }
      return (state.first, state.isAligned)
    }
    guard let first else {
      let sessions = ProgramSessions(of: input)
      if let start = sessions?.fragmentStart, start.isNumeric { request(start) }
      let start = sessions.flatMap { $0.fragmentStart.isNumeric ? $0.fragmentStart : $0.list.first?.start }
      ComingFrames(fragmentStart: start.map { ClockTime($0) }).announce(from: output)
      return true
    }
    if !isAligned { input.parent?.alignRunningTimes(first: first) }
    return false
  }

  /// Requests a key frame where fragments count from, which the muxer does not: as a rule that is the first frame.
  private func request(_ start: CMTime) {
    // Time stamps are rounded: the frame's may be slightly earlier.
    let time = ClockTime(start - CMTime(value: 1, timescale: 1000))
    state.withLock { $0.requested.append(time) }
  }

  /// Returns true for a frame that has to be a key frame.
  private func isDue(_ time: ClockTime) -> Bool {
    let place = distance.map { multiples(of: $0, until: time) }
    return state.withLock { state in
      let count = state.requested.count
      state.requested.removeAll { $0 <= time }
      let isRequested = state.requested.count < count
      defer { state.place = place }
      guard let place, let last = state.place else { return isRequested }
      return isRequested || place > last
    }
  }

  /// Returns the number of multiples of a distance that are not behind a time.
  private func multiples(of distance: CMTime, until time: ClockTime) -> Int {
    // Time stamps are rounded, to milliseconds in some files: the frame's may be slightly earlier.
    let nanoseconds = Int128(time.nanoseconds) + 1_000_000
    let unit = Int128(distance.value) * Int128(ClockTime.second.nanoseconds)
    return Int(clamping: nanoseconds * Int128(distance.timescale) / unit)
  }
}
