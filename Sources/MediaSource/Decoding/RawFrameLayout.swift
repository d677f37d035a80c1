internal import GStreamer
internal import CGStreamer

/// Adds the row layout of uncompressed frames: files have other padding than GStreamer.
struct RawFrameLayout {
  private var info = GstVideoInfo()

  /// Creates the layout; nil for compressed frames.
  init?(_ format: CodedFormat) {
    guard format.codec == .raw, gst_video_info_from_caps(&info, format.caps.caps) != 0 else { return nil }
  }

  /// Adds the row layout to a frame's buffer, unless it is GStreamer's default.
  ///
  /// - Returns: False if it has too few bytes, or planes of unknown layout.
  func describeRows(of buffer: Buffer) -> Bool {
    let (size, height) = (buffer.byteCount, Int(info.height))
    if size == Int(info.size) { return true }
    guard info.finfo.pointee.n_planes == 1, height > 0, size % height == 0, size / height >= shortestRow else {
      return false
    }
    var (offset, stride): (gsize, gint) = (0, gint(clamping: size / height))
    return gst_buffer_add_video_meta_full(
      buffer.buffer, GST_VIDEO_FRAME_FLAG_NONE, info.finfo.pointee.format, guint(info.width), guint(info.height), 1,
      &offset, &stride) != nil
  }

  /// The number of bytes of a row without padding.
  private var shortestRow: Int {
    // Six pixels are sixteen bytes.
    if info.finfo.pointee.format == GST_VIDEO_FORMAT_v210 { return (Int(info.width) + 5) / 6 * 16 }
    return Int(info.finfo.pointee.pixel_stride.0) * Int(info.width)
  }
}
