internal import GStreamer
internal import CGStreamer
import Synchronization

extension NodeBin {
  /// Puts in an encoder of images whose PNG files name the colours of BT.2020 and of high dynamic range.
  func addImageEncoder(_ choice: ElementChoice) throws -> Element {
    let encoder = try add(choice)
    guard encoder.factoryName == "pngenc" else { return encoder }
    let color = PNGColor()
    try encoder.pad("sink").addProbe(.events) { info in
      if let format = info.caps?.first { color.take(format["colorimetry"]?.string) }
      return .pass
    }
    try encoder.pad("src").addProbe(.buffers) { info in
      if let file = info.retainedBuffer, let named = color.named(file) { info.replaceBuffer(named) }
      return .pass
    }
    return encoder
  }
}

/// The chunk `cICP` of PNG files (W3C, PNG third edition, 11.3.2.6): without it, readers take colours for sRGB.
///
/// Used by the encoder's streaming thread.
private final class PNGColor: Sendable {
  /// The chunk, after the header; nil for sRGB.
  private let chunk = Mutex<[UInt8]?>(nil)

  func take(_ text: String?) {
    var colorimetry = GstVideoColorimetry()
    let isKnown = text.map { gst_video_colorimetry_from_string(&colorimetry, $0) != 0 } ?? false
    chunk.withLock { $0 = isKnown ? Self.chunk(colorimetry) : nil }
  }

  private static func chunk(_ colorimetry: GstVideoColorimetry) -> [UInt8]? {
    guard colorimetry.primaries == GST_VIDEO_COLOR_PRIMARIES_BT2020 else { return nil }
    // The transfer function (H.273), and the checksum of the chunk with it.
    let (transfer, checksum): (UInt8, [UInt8]) =
      switch colorimetry.transfer {
      case GST_VIDEO_TRANSFER_SMPTE2084: (16, [0x4d, 0x23, 0x23, 0xfe])
      case GST_VIDEO_TRANSFER_ARIB_STD_B67: (18, [0x4e, 0xa7, 0xf7, 0x90])
      default: (14, [0x5b, 0x9b, 0xad, 0x84])
      }
    // BT.2020's primaries; RGB; full range.
    return [0, 0, 0, 4] + Array("cICP".utf8) + [9, transfer, 0, 1] + checksum
  }

  /// Returns a file with the chunk before all others but the header, in whose 33 bytes the signature is counted.
  func named(_ file: Buffer) -> Buffer? {
    guard let chunk = chunk.withLock({ $0 }), file.byteCount > 33,
      let bytes = try? file.withUnsafeBytes({ Array($0[..<33]) + chunk + Array($0[33...]) })
    else { return nil }
    let named = Buffer(copying: bytes)
    named.presentationTime = file.presentationTime
    named.duration = file.duration
    return named
  }
}
