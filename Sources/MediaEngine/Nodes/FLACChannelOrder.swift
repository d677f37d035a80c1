internal import GStreamer
internal import CGStreamer
internal import MediaSource
import Synchronization

/// The order of seven and eight channels in GStreamer's FLAC elements: they put the back speakers before the centre, where the
/// format has them behind it (RFC 9639, clause 9.1.3).
///
/// Called on a streaming thread.
final class FLACChannelOrder: Sendable {
  /// The format of the samples.
  private let format = Mutex<(channels: Int, bytesPerFrame: Int)?>(nil)

  private init() {}

  /// Changes from one order to the other, before an encoder or behind a decoder.
  static func change(at pad: Pad) {
    let order = FLACChannelOrder()
    pad.addProbe([.buffers, .events]) { info in
      order.change(info)
      return .pass
    }
  }

  /// Makes the element that names the speakers of a decoder's output, by the stream's own headers.
  static func speakers(behind decoder: Element) throws -> Element {
    let setter = try Element.make("capssetter")
    try decoder.pad("sink").addProbe(.events) { info in
      guard let caps = info.caps, let format = CodedFormat(caps) else { return .pass }
      // The decoder takes the usual speakers of seven channels for others.
      let (own, channels) = (format.speakers, caps.first?["channels"]?.int ?? 0)
      let mask = own != 0 && own.nonzeroBitCount == channels ? own : channels == 7 ? 0xd0f : 0
      let text = mask == 0 ? "ANY" : "audio/x-raw,channel-mask=(bitmask)0x\(String(mask, radix: 16))"
      try? setter.set("caps", to: text)
      return .pass
    }
    try change(at: decoder.pad("src"))
    return setter
  }

  private func change(_ info: ProbeInfo) {
    if let structure = info.caps?.first, let raw = RawAudioFormat(structure), let channels = structure["channels"]?.int
    {
      format.withLock { $0 = (channels, raw.bytesPerFrame) }
    }
    guard let format = format.withLock({ $0 }), format.channels >= 7, let buffer = info.retainedBuffer,
      let copy = gst_buffer_copy_deep(buffer.buffer)
    else { return }
    let changed = Buffer(adopting: copy)
    let pair = 2 * format.bytesPerFrame / format.channels
    try? changed.withMutableBytes { span in
      span.withUnsafeMutableBytes { bytes in
        for frame in stride(from: 0, to: bytes.count - format.bytesPerFrame + 1, by: format.bytesPerFrame) {
          for byte in frame + pair..<frame + 2 * pair { bytes.swapAt(byte, byte + pair) }
        }
      }
    }
    info.replaceBuffer(changed)
  }
}
