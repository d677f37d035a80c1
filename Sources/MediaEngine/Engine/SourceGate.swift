internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph
import Synchronization

/// Ends every source of a run: no more data enter, and data in progress drain. Sources of files that are cut end with their
/// next data, all others at the same time, which none of them has passed.
final class StopSwitch: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// The position of the furthest source.
    var furthest = CMTime.zero
    var isOn = false
    var isImmediate = false
  }

  /// - Parameter isImmediate: True if the sources need not end at the same time.
  func stopSources(immediately isImmediate: Bool) {
    state.withLock { ($0.isOn, $0.isImmediate) = (true, isImmediate) }
  }

  /// Returns the time at which sources have to end; nil while the switch is off: data up to `end` are then counted as
  /// sent.
  func limit(noting end: CMTime?) -> CMTime? {
    state.withLock { state in
      if state.isOn { return state.isImmediate ? .zero : state.furthest }
      if let end { state.furthest = CMTimeMaximum(state.furthest, end) }
      return nil
    }
  }
}

/// Ends a source exactly at a time, or when the run is stopped.
///
/// Frames that begin before the end pass whole; audio is cut after the last sample before it.
final class SourceGate: Sendable {
  private let stop: StopSwitch?
  private let state = Mutex(State())

  private struct State {
    var end: CMTime?
    var hasBegun = false
    var hasEnded = false
    /// The format of raw audio.
    var audio: RawAudioFormat?
    var isRaw = true
    /// True if the source is removed from the graph.
    var isDismissed = false
    /// The position of the next sample.
    var position: Int64?
  }

  init(end: CMTime?, stop: StopSwitch?) {
    self.stop = stop
    state.withLock { $0.end = end }
  }

  /// Sets the time at which the stream ends; nil for its own.
  func setEnd(_ end: CMTime?) { state.withLock { $0.end = end } }

  /// Attaches the gate to a source pad.
  func guardPad(_ pad: Pad) {
    // A source at its end continues after a seek.
    pad.addProbe(.flushes) { [self] _ in
      state.withLock { $0.hasEnded = false }
      return .pass
    }
    pad.addProbe([.buffers, .events]) { [self] info in
      if let caps = info.caps { read(caps) }
      // After a seek, samples are counted from another position.
      if info.isSegment { state.withLock { $0.position = nil } }
      if info.isEndOfStream { return markEnd() ? .pass : .drop }
      guard info.size.buffers > 0 else { return .pass }
      if state.withLock({ $0.hasEnded }) { return .finish }
      // One buffer always passes: a muxer cannot write a track without samples.
      let isFirst = state.withLock { state in
        defer { state.hasBegun = true }
        return !state.hasBegun
      }
      guard state.withLock({ $0.isDismissed && !isFirst }) || isPastEnd(info, isFirst: isFirst) else { return .pass }
      // This event passes the probe too, as the first end of the stream; the source's own end is then dropped.
      info.pad.pushEndOfStream()
      return .finish
    }
  }

  /// True if a buffer has passed.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// Ends the stream with the next buffer, whatever the other sources do.
  func dismiss() { state.withLock { $0.isDismissed = true } }

  /// Marks the stream as ended; returns false if it was before.
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

  private func isPastEnd(_ info: ProbeInfo, isFirst: Bool) -> Bool {
    if let audio = state.withLock({ $0.audio }) { return isPastEnd(info, audio, isFirst: isFirst) }
    let end = state.withLock { $0.end }
    guard stop != nil || end != nil else { return false }
    // Compressed frames are in decode order: one that is presented late may be needed by one that is presented early.
    let (shown, decode, duration) = info.time
    let start = state.withLock { $0.isRaw } ? shown : decode ?? shown
    let time = start.flatMap { info.pad.runningTimeBehind(of: $0) }
    let last = time.map { ClockTime(nanoseconds: $0.nanoseconds &+ (duration?.nanoseconds ?? 0)).time }
    let stopped = isFirst ? nil : stop?.limit(noting: last)
    // Elements round or truncate time stamps to nanoseconds: the frame that begins at the end is excluded in both
    // cases.
    guard let time else { return stopped != nil }
    return [end, stopped].compactMap(\.self).contains { time.nanoseconds &+ 1000 >= ClockTime($0).nanoseconds }
  }

  private func isPastEnd(_ info: ProbeInfo, _ audio: RawAudioFormat, isFirst: Bool) -> Bool {
    let count = Int64(info.size.bytes / audio.bytesPerFrame)
    let position: Int64? = state.withLock { state in
      if state.position == nil, let start = info.time.start, let time = info.pad.runningTimeBehind(of: start) {
        state.position = time.samples(at: audio.rate)
      }
      defer { state.position? += count }
      return state.position
    }
    let rate = Int32(clamping: audio.rate)
    let stopped = isFirst ? nil : stop?.limit(noting: position.map { CMTime(value: $0 + count, timescale: rate) })
    guard let position else { return stopped != nil }
    let end = state.withLock { $0.end }
    let limits = [end, stopped].compactMap(\.self)
    guard
      let last = limits.map({ $0.convertScale(rate, method: .roundHalfAwayFromZero).value }).min(),
      position + count > last
    else { return false }
    if position >= last { return true }
    let kept = Int(last - position)
    guard let part = info.retainedBuffer?.first(kept, framesOf: audio.bytesPerFrame) else { return false }
    part.duration = ClockTime(UInt(kept), times: 1, over: UInt(audio.rate))
    info.replaceBuffer(part)
    return false
  }
}
