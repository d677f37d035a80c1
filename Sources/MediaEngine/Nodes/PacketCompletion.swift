internal import GStreamer
internal import CGStreamer
import Synchronization

/// Completes the last packet of an encoder with silence: AMR's elements leave out the samples behind the last whole packet.
///
/// For one channel of 16 bits.
final class PacketCompletion: Sendable {
  private let samples: Int
  private let count = Atomic(0)

  /// - Parameter samples: The samples of a packet.
  init(samples: Int) { self.samples = samples }

  /// Watches an encoder's input.
  func watch(_ pad: Pad) throws {
    pad.addProbe([.buffers, .events]) { [self] info in
      count.add(info.size.bytes / 2, ordering: .relaxed)
      guard info.isEndOfStream else { return .pass }
      let rest = count.load(ordering: .relaxed) % samples
      // Without a stamp: it is no part of the audio whose end is told to the file.
      if rest > 0 {
        gst_pad_chain(info.pad.pad, Buffer(copying: [UInt8](repeating: 0, count: 2 * (samples - rest))).give())
      }
      return .pass
    }
  }
}
