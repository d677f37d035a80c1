internal import CGStreamer

/// The negotiated video format of a link, read once from the caps.
struct VideoFormat: Sendable {
  let pixelFormat: PixelFormat
  let width: Int
  let height: Int
  let color: VideoColor
  /// Frames a second; 0/1 for a variable rate.
  let rate: (numerator: Int, denominator: Int)

  init(_ info: borrowing GstVideoInfo) {
    pixelFormat = PixelFormat(rawValue: String(cString: info.finfo.pointee.name))
    width = Int(info.width)
    height = Int(info.height)
    color = VideoColor(info.colorimetry)
    rate = (Int(info.fps_n), Int(info.fps_d))
  }
}

extension VideoColor {
  init(_ colorimetry: GstVideoColorimetry) {
    let range: Range? =
      switch colorimetry.range {
      case GST_VIDEO_COLOR_RANGE_0_255: .full
      case GST_VIDEO_COLOR_RANGE_16_235: .limited
      default: nil
      }
    self.init(
      range: range, matrix: nick(gst_video_color_matrix_get_type(), colorimetry.matrix.rawValue),
      transfer: nick(gst_video_transfer_function_get_type(), colorimetry.transfer.rawValue),
      primaries: nick(gst_video_color_primaries_get_type(), colorimetry.primaries.rawValue))
  }
}

/// Returns the nick of an enum's value; `nil` for 0, which is "unknown" in all of them.
private func nick(_ type: GType, _ value: UInt32) -> String? {
  guard value != 0, let known = g_type_class_ref(type) else { return nil }
  defer { g_type_class_unref(known) }
  let found = g_enum_get_value(known.assumingMemoryBound(to: GEnumClass.self), gint(value))
  return found.map { String(cString: $0.pointee.value_nick) }
}
