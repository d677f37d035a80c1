internal import GStreamer
internal import CGStreamer
internal import MediaSource
import Synchronization

/// Puts the channels of audio into the order in which an encoder has to get them.
///
/// Called on a streaming thread.
final class ChannelPermutation: Sendable {
  /// Returns, for each place, the channel that goes there; nil if all stay where they are.
  private let order: @Sendable (_ channels: Int) -> [Int]?
  private let format = Mutex<(order: [Int], bytesPerFrame: Int)?>(nil)

  init(_ order: @escaping @Sendable (_ channels: Int) -> [Int]?) { self.order = order }

  /// Changes the audio at a pad.
  func change(at pad: Pad) {
    pad.addProbe([.buffers, .events]) { [self] info in
      change(info)
      return .pass
    }
  }

  private func change(_ info: ProbeInfo) {
    if let structure = info.caps?.first {
      let channels = structure["channels"]?.int ?? 0
      let found = RawAudioFormat(structure).flatMap { raw in order(channels).map { ($0, raw.bytesPerFrame) } }
      format.withLock { $0 = found }
    }
    guard let (order, frameSize) = format.withLock({ $0 }), let buffer = info.retainedBuffer,
      let copy = gst_buffer_copy_deep(buffer.buffer)
    else { return }
    let changed = Buffer(adopting: copy)
    let size = frameSize / order.count
    try? buffer.withUnsafeBytes { old in
      try changed.withMutableBytes { span in
        span.withUnsafeMutableBytes { new in
          for frame in stride(from: 0, to: old.count - frameSize + 1, by: frameSize) {
            for (place, channel) in order.enumerated() {
              for byte in 0..<size { new[frame + place * size + byte] = old[frame + channel * size + byte] }
            }
          }
        }
      }
    }
    info.replaceBuffer(changed)
  }
}
