import CoreMedia
import MediaGraph
import Synchronization

/// Tells every source of a run to end: nothing more goes in, and what is under way drains.
final class StopSwitch: Sendable {
  private let isThrown = Atomic<Bool>(false)

  var isOn: Bool { isThrown.load(ordering: .relaxed) }
  func throwSwitch() { isThrown.store(true, ordering: .relaxed) }
}

/// Ends what a source gives at a time, exactly, or when the run is stopped.
///
/// Pictures that begin before the end go through whole; sound is cut after the last sample before it.
final class SourceGate: Sendable {
  private let end: CMTime?
  private let stop: StopSwitch?
  private let state = Mutex(State())

  private struct State {
    var hasBegun = false
    var hasEnded = false
    /// The format of raw sound.
    var audio: RawAudioFormat?
    var isRaw = true
    /// The sample that comes next.
    var position: Int64?
  }

  init(end: CMTime?, stop: StopSwitch?) {
    self.end = end
    self.stop = stop
  }

  /// Watches a source pad.
  func guardPad(_ pad: Pad) {
    pad.addProbe([.buffers, .events]) { [self] info in
      if let caps = info.caps { read(caps) }
      if info.isEndOfStream { return markEnd() ? .pass : .drop }
      guard info.size.buffers > 0 else { return .pass }
      if state.withLock({ $0.hasEnded }) { return .finish }
      // Stopped or not, one buffer passes: a muxer can write no track that never had any.
      let isFirst = state.withLock { state in
        defer { state.hasBegun = true }
        return !state.hasBegun
      }
      guard (stop?.isOn == true && !isFirst) || isPastEnd(info) else { return .pass }
      // Comes by here too, as the first end of the stream; that of the source itself is then one too many.
      info.pad.pushEndOfStream()
      return .finish
    }
  }

  /// Notes that the stream has ended; false when it had before.
  private func markEnd() -> Bool {
    state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
  }

  private func read(_ caps: Caps) {
    let structure = caps.first
    let audio = structure.flatMap(RawAudioFormat.init)
    let isRaw = structure?.name.hasSuffix("/x-raw") ?? false
    state.withLock { ($0.audio, $0.isRaw) = (audio, isRaw) }
  }

  private func isPastEnd(_ info: ProbeInfo) -> Bool {
    guard let end else { return false }
    if let audio = state.withLock({ $0.audio }) { return isPastEnd(info, end, audio) }
    // Coded pictures come in decoding order: one that is shown late may be needed by one that is shown early.
    let (start, decode, _) = info.time
    guard let start = state.withLock({ $0.isRaw }) ? start : decode ?? start, let time = info.pad.runningTime(of: start)
    else { return false }
    // Some elements round their stamps to nanoseconds, others cut them: the picture that begins at the end is out both ways.
    return time.nanoseconds &+ 1000 >= ClockTime(end).nanoseconds
  }

  private func isPastEnd(_ info: ProbeInfo, _ end: CMTime, _ audio: RawAudioFormat) -> Bool {
    let last = end.convertScale(Int32(clamping: audio.rate), method: .roundHalfAwayFromZero).value
    let count = Int64(info.size.bytes / audio.bytesPerFrame)
    let position: Int64? = state.withLock { state in
      if state.position == nil, let start = info.time.start, let time = info.pad.runningTime(of: start) {
        state.position = time.samples(at: audio.rate)
      }
      defer { state.position? += count }
      return state.position
    }
    guard let position else { return false }
    if position >= last { return true }
    if position + count > last {
      let kept = Int(last - position)
      let duration = ClockTime(UInt(kept), times: 1, over: UInt(audio.rate))
      info.truncate(toBytes: kept * audio.bytesPerFrame, duration: duration)
    }
    return false
  }
}
