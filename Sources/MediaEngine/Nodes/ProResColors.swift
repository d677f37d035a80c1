internal import GStreamer
internal import CGStreamer
import Synchronization

/// The colours in the headers of ProRes frames (SMPTE RDD 36, 5.1.1): libav's encoder says that they are unspecified, which decoders take for
/// more than what the file says.
///
/// Called on the encoder's streaming thread.
final class ProResColors: Sendable {
  /// The primaries, the transfer function and the matrix (ITU-T H.273); nil if all are unspecified.
  private let codes = Mutex<[UInt8]?>(nil)

  /// Writes the colours of an encoder's input into its output.
  static func write(at encoder: Element) throws {
    let colors = ProResColors()
    try encoder.pad("sink").addProbe(.events) { info in
      if let text = info.caps?.first?["colorimetry"]?.string { colors.take(text) }
      return .pass
    }
    try encoder.pad("src").addProbe(.buffers) { info in
      if let frame = info.retainedBuffer, let named = colors.named(frame) { info.replaceBuffer(named) }
      return .pass
    }
  }

  private func take(_ text: String) {
    var color = GstVideoColorimetry()
    guard gst_video_colorimetry_from_string(&color, text) != 0 else { return }
    let found = [
      gst_video_color_primaries_to_iso(color.primaries), gst_video_transfer_function_to_iso(color.transfer),
      gst_video_color_matrix_to_iso(color.matrix),
    ]
    let isKnown = found != [2, 2, 2] && found.allSatisfy { $0 <= UInt8.max }
    codes.withLock { $0 = isKnown ? found.map { UInt8($0) } : nil }
  }

  /// Returns a frame whose header, behind the size and the name, has the colours in its bytes 14 to 16.
  private func named(_ frame: Buffer) -> Buffer? {
    guard let codes = codes.withLock({ $0 }), frame.byteCount > 28, let copy = gst_buffer_copy_deep(frame.buffer)
    else { return nil }
    let named = Buffer(adopting: copy)
    let isNamed = try? named.withMutableBytes { span in
      span.withUnsafeMutableBytes { bytes in
        guard bytes[4..<8].elementsEqual("icpf".utf8) else { return false }
        for (index, code) in codes.enumerated() { bytes[22 + index] = code }
        return true
      }
    }
    return isNamed == true ? named : nil
  }
}
