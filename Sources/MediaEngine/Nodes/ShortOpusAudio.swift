internal import GStreamer
internal import CGStreamer
import Synchronization

/// Completes audio that is shorter than a frame of Opus: of such audio, opusenc of GStreamer 1.22 forgets the encoder's delay. It
/// gives one packet, which lacks the end, and says that other samples of it are heard.
///
/// With silence up to a whole frame it gives the packets that there have to be; what is heard of them is said here.
final class ShortOpusAudio: Sendable {
  private struct State {
    var rate = 0
    var bytesPerSample = 0
    var byteCount = 0
    /// The samples that are heard, at Opus' rate; nil for audio that is long enough, or still comes.
    var heard: Int64?
    /// The encoder's delay, in samples at Opus' rate, and the samples of the packets that were given.
    var delay: Int64 = 0
    var given: Int64 = 0
  }

  private static let rate: Int64 = 48000
  /// The samples of a packet at Opus' rate, 20 ms.
  private static let packet: Int64 = 960
  private let state = Mutex(State())

  func watch(_ encoder: Element) throws {
    try encoder.pad("sink").addProbe([.buffers, .events]) { [self] info in
      if let silence = silence(behind: info) { gst_pad_chain(info.pad.pad, silence.give()) }
      return .pass
    }
    try encoder.pad("src").addProbe(.buffers) { [self] info in
      guard let packet = info.retainedBuffer, let heard = heard(of: packet) else { return .pass }
      guard heard.start + heard.end < Self.packet, let bytes = try? packet.withUnsafeBytes({ [UInt8]($0) }) else {
        return .drop
      }
      let made = Buffer(copying: bytes)
      made.presentationTime = packet.presentationTime
      let count = UInt(Self.packet - heard.start - heard.end)
      made.duration = ClockTime(nanoseconds: count * ClockTime.second.nanoseconds / UInt(Self.rate))
      gst_buffer_add_audio_clipping_meta(
        made.buffer, GST_FORMAT_DEFAULT, guint64(heard.start), guint64(heard.end))
      info.replaceBuffer(made)
      return .pass
    }
  }

  /// Returns the silence that completes a frame behind short audio at its end.
  private func silence(behind info: ProbeInfo) -> Buffer? {
    state.withLock { state in
      if let format = info.caps?.first {
        (state.rate, state.bytesPerSample) = (format["rate"]?.int ?? 0, 2 * (format["channels"]?.int ?? 0))
      }
      state.byteCount += info.size.bytes
      let whole = state.rate / 50 * state.bytesPerSample
      guard info.isEndOfStream, state.byteCount > 0, state.byteCount < whole else { return nil }
      state.heard = Int64(state.byteCount / state.bytesPerSample) * Self.rate / Int64(state.rate)
      return Buffer(copying: [UInt8](repeating: 0, count: whole - state.byteCount))
    }
  }

  /// Returns the samples of a packet that are left out at its beginning and at its end; nil if the encoder's own word holds.
  private func heard(of packet: Buffer) -> (start: Int64, end: Int64)? {
    state.withLock { state in
      guard let heard = state.heard else { return nil }
      let start = packet.clipping(rate: Int(Self.rate)).start
      state.delay += start
      state.given += Self.packet
      return (start, min(Self.packet, max(0, state.given - state.delay - heard)))
    }
  }
}
