internal import GStreamer
import CoreMedia
import Foundation

/// The way from a stretch of a program's audio to a later one, between which the file shows nothing.
package enum AudioContinuation: Sendable {
  /// Only stamps say that there is a gap.
  case jump
  /// The encoder completes its last packet, and begins anew.
  case restart
  /// Silence, which edits leave out: for encoders that would put the end of one stretch and the beginning of the next into one packet.
  case silence
}

/// The samples of a program's audio in their order: encoders and files count them, and take stamps as hints only.
///
///     stamps   ├─ block ─┤ ├─ block ─┤      ├─ block ─┤          ├─ block ─┤
///                                                          ├─ block ─┤
///     stream   ├─ block ─┤├─ block ─┤░░░░░░░├─ block ─┤░░░░├─ block ─┤ock ─┤
///
/// Stamps that differ little from the count are rounded ones. Where one differs by more, silence fills the gap, or the samples that others
/// have the place of are left out; behind that, blocks are where their stamps say.
struct ProgramAudioTimeline {
  private var format: ProgramAudio.Format?
  private var count = AudioSampleCount()
  /// The samples of silence before the block that waits.
  private var silence: Int64 = 0
  private var block: Data?

  /// The longest silence in seconds: a longer gap is for what follows to keep.
  private static let longestSilence: Int64 = 60

  /// Makes the next block the first of a stream, where its stamp says.
  mutating func startAnew() { count.startAnew() }

  /// Takes a block, once there is no ``next()`` of the one before.
  ///
  /// - Returns: True if the gap before it is too long for silence.
  mutating func append(_ bytes: Data, at time: CMTime, _ format: ProgramAudio.Format) -> Bool {
    if let known = self.format, known.caps !== format.caps, known.caps != format.caps { startAnew() }
    self.format = format
    let rate = Int32(clamping: format.rate)
    let distance = count.distance(to: time, rate: rate)
    guard let distance, distance <= Self.longestSilence * Int64(rate) else {
      count.startAnew(at: time)
      block = bytes
      return distance != nil
    }
    let isNear = abs(distance) <= AudioSampleCount.tolerance(rate: rate)
    silence = isNear ? 0 : max(0, distance)
    let leftOut = isNear ? 0 : max(0, -distance)
    let frames = Int64(bytes.count / format.bytesPerFrame)
    block = leftOut < frames ? bytes.dropFirst(Int(leftOut) * format.bytesPerFrame) : nil
    return false
  }

  /// Returns the next buffer of what was taken.
  mutating func next() -> Buffer? {
    guard let format else { return nil }
    if silence > 0 {
      let frames = min(silence, Int64(format.rate))
      silence -= frames
      return buffer(Data(repeating: format.silence, count: Int(frames) * format.bytesPerFrame), format)
    }
    return block.take().map { buffer($0, format) }
  }

  private mutating func buffer(_ bytes: Data, _ format: ProgramAudio.Format) -> Buffer {
    let buffer = Buffer(copying: bytes)
    buffer.presentationTime = .stamp(end)
    count.add(buffer.byteCount / format.bytesPerFrame)
    if let start = buffer.presentationTime, let end = ClockTime.stamp(end), end >= start {
      buffer.duration = ClockTime(nanoseconds: end.nanoseconds - start.nanoseconds)
    }
    return buffer
  }

  /// The end of the stream.
  private var end: CMTime { count.end(rate: Int32(clamping: format?.rate ?? 1)) }
}
