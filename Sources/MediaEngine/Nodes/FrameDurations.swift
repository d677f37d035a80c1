internal import GStreamer
import Synchronization

/// Restores the durations of coded frames to those that their frames had before they were encoded, or to none.
///
///     frames ─▶ encoder ─▶ parser ─▶ coded frames
///       └── durations, by time ──▲
///
/// Parsers of GStreamer 1.22 replace them by those of a constant rate, which may be one that the encoder was told for want of any: the
/// last frame of a file would be too short or too long. Where a frame has no duration, the muxer gives it that of the frame before.
final class FrameDurations: Sendable {
  private let durations = Mutex<[UInt: ClockTime?]>([:])

  /// More frames than any encoder holds: those before were left out by it.
  private static let limit = 2_000

  /// - Parameters:
  ///   - input: The pad at which the encoder takes frames.
  ///   - output: The pad behind the parser.
  func watch(_ input: Pad, _ output: Pad) {
    input.addProbe(.buffers) { [self] info in
      let time = info.time
      guard let start = time.start, let key = info.pad.runningTime(of: start) else { return .pass }
      durations.withLock { durations in
        if durations.count >= Self.limit { durations = [:] }
        durations.updateValue(time.duration, forKey: key.nanoseconds)
      }
      return .pass
    }
    output.addProbe(.buffers) { [self] info in
      guard let start = info.time.start, let key = info.pad.runningTime(of: start),
        let duration = durations.withLock({ $0.removeValue(forKey: key.nanoseconds) }),
        duration != info.time.duration, let buffer = info.retainedBuffer
      else { return .pass }
      buffer.duration = duration
      return .pass
    }
  }
}
