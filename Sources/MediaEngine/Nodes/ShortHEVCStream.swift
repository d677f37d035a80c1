internal import GStreamer
import Synchronization

/// Sets the decoding times of HEVC streams of one or two frames.
///
/// x265 takes the decoding times of its first frames from the distance of the first frame and the third. Without a third one it reads
/// that distance from memory that it has never set (`m_bframeDelayTime`), and the parser behind it moves the frames to such times. No
/// frame of so few is decoded before one that is shown earlier: each is decoded when it is shown.
final class ShortHEVCStream: Sendable {
  private let count = Atomic(0)

  static func complete(at encoder: Element) throws {
    let stream = ShortHEVCStream()
    try encoder.pad("sink").addProbe(.buffers) { _ in
      stream.count.add(1, ordering: .relaxed)
      return .pass
    }
    // x265 looks ahead further than two frames: its first one comes out with the third in, or with the end of the stream.
    try encoder.pad("src").addProbe(.buffers) { info in
      if stream.count.load(ordering: .relaxed) < 3, let frame = info.retainedBuffer {
        frame.decodeTime = frame.presentationTime
      }
      return .pass
    }
  }
}
