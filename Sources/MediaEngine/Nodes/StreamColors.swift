internal import GStreamer
internal import CGStreamer
import MovieFile
import Synchronization

/// Writes the colours of an encoder's input into its output: FFmpeg's, libvpx's and libaom's elements leave them out, which decoders take
/// for more than what the file says.
///
/// Called on the encoder's streaming threads.
final class StreamColors: Sendable {
  private let codes = Mutex<ColorCodes?>(nil)

  /// - Parameter change: What makes a frame of the codec tell its colours.
  static func write(
    at encoder: Element,
    _ change: @escaping @Sendable (ColorCodes, UnsafeRawBufferPointer) -> ColorCodes.Change?
  ) throws {
    let colors = StreamColors()
    try encoder.pad("sink").addProbe(.events) { info in
      if let text = info.caps?.first?["colorimetry"]?.string { colors.take(text) }
      return .pass
    }
    try encoder.pad("src").addProbe(.buffers) { info in
      if let frame = info.retainedBuffer, let named = colors.named(frame, change) { info.replaceBuffer(named) }
      return .pass
    }
  }

  private func take(_ text: String) {
    var color = GstVideoColorimetry()
    guard gst_video_colorimetry_from_string(&color, text) != 0 else { return }
    let found = ColorCodes(
      primaries: UInt8(clamping: gst_video_color_primaries_to_iso(color.primaries)),
      transfer: UInt8(clamping: gst_video_transfer_function_to_iso(color.transfer)),
      matrix: UInt8(clamping: gst_video_color_matrix_to_iso(color.matrix)))
    codes.withLock { $0 = found }
  }

  /// Returns a frame with its colours, which shares all other bytes; nil if there is nothing to change.
  private func named(
    _ frame: Buffer, _ change: (ColorCodes, UnsafeRawBufferPointer) -> ColorCodes.Change?
  ) -> Buffer? {
    guard let codes = codes.withLock(\.self),
      let found = try? frame.withUnsafeBytes({ change(codes, $0) })
    else { return nil }
    return frame.replacing(found.range, with: found.bytes)
  }
}
