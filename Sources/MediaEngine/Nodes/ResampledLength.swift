internal import GStreamer
import MovieFile
import Synchronization

/// Lets audio keep its length at another rate: GStreamer's resampler leaves out the last one or two samples, since it rounds its
/// latency down.
///
/// Some silence is appended before the end, and the output is cut where the audio ends. Audio with gaps is left as it is: the
/// resampler begins anew behind each.
final class ResampledLength: Sendable {
  private struct State {
    var source: RawAudioFormat?
    var target: RawAudioFormat?
    var framesIn: Int64 = 0
    var framesOut: Int64 = 0
    var hasGaps = false
    /// The length of the output; nil before the end.
    var end: Int64?
  }

  private let state = Mutex(State())
  /// More than the resampler's latency and what it rounds.
  private static let silence = 1024

  /// Watches a resampler.
  static func watch(_ resampler: Element) throws {
    try ResampledLength().watch(from: resampler.pad("sink"), to: resampler.pad("src"))
  }

  private func watch(from input: Pad, to output: Pad) {
    input.addProbe([.buffers, .events]) { [self] info in
      let silence: Buffer? = state.withLock { self.silence(behind: info, &$0) }
      if let silence { _ = info.pad.chain(silence) }
      return .pass
    }
    output.addProbe([.buffers, .events]) { [self] info in
      state.withLock { state -> ProbeAction in cut(info, &state) }
    }
    output.addProbe(.flushes) { [self] _ in
      state.withLock { $0 = State(source: $0.source, target: $0.target) }
      return .pass
    }
  }

  /// Counts what comes in.
  ///
  /// - Returns: The silence to append at the end.
  private func silence(behind info: ProbeInfo, _ state: inout State) -> Buffer? {
    if let caps = info.caps?.first {
      let format = RawAudioFormat(caps)
      if state.framesIn > 0, format?.rate != state.source?.rate { state.hasGaps = true }
      if caps["layout"]?.string == "non-interleaved" { state.hasGaps = true }
      state.source = format
    }
    guard let source = state.source, state.end == nil else { return nil }
    if let buffer = info.retainedBuffer {
      if state.framesIn > 0, buffer.flags.contains(.discontinuity) || buffer.flags.contains(.gap) {
        state.hasGaps = true
      }
      state.framesIn += Int64(buffer.byteCount / source.bytesPerFrame)
    } else if info.size.buffers > 0 {
      state.hasGaps = true
    }
    guard info.isEndOfStream, !state.hasGaps, state.framesIn > 0, let target = state.target, target.rate != source.rate
    else { return nil }
    state.end = Int64(
      clamping: ExactScale.nearest(Int128(state.framesIn) * Int128(target.rate), over: Int128(source.rate)))
    return Buffer(copying: [UInt8](repeating: 0, count: Self.silence * source.bytesPerFrame))
  }

  /// Counts what comes out, up to the end.
  private func cut(_ info: ProbeInfo, _ state: inout State) -> ProbeAction {
    if let caps = info.caps?.first { state.target = RawAudioFormat(caps) }
    guard let target = state.target, let buffer = info.retainedBuffer else { return .pass }
    let count = buffer.byteCount / target.bytesPerFrame
    guard let end = state.end else {
      state.framesOut += Int64(count)
      return .pass
    }
    let room = Int(clamping: end - state.framesOut)
    guard room > 0 else { return .drop }
    if count > room { info.replaceBuffer(buffer.first(room, framesOf: target.bytesPerFrame)) }
    state.framesOut += Int64(min(count, room))
    return .pass
  }
}
