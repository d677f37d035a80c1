package import GStreamer
internal import CGStreamer

/// Copies frames with padded rows to contiguous ones, for elements that ignore GstVideoMeta.
///
/// Used by one streaming thread.
package final class UnpaddedFrames {
  package let caps: Caps
  private var info: GstVideoInfo
  private let pool: UnsafeMutablePointer<GstBufferPool>

  /// Creates a copier; nil for caps other than raw video.
  package init?(_ caps: Caps) {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps.caps) != 0, let pool = gst_video_buffer_pool_new() else { return nil }
    self.caps = caps
    self.info = info
    self.pool = pool
    let config = gst_buffer_pool_get_config(pool)
    gst_buffer_pool_config_set_params(config, caps.caps, guint(clamping: info.size), 0, 0)
    gst_buffer_pool_set_config(pool, config)
    gst_buffer_pool_set_active(pool, 1)
  }

  deinit {
    gst_buffer_pool_set_active(pool, 0)
    gst_object_unref(pool)
  }

  /// Returns a copy without padding; nil if the frame has none.
  package func copy(_ buffer: Buffer) throws(GStreamerError) -> Buffer? {
    guard let meta = gst_buffer_get_video_meta(buffer.buffer), isPadded(meta.pointee) else { return nil }
    var made: UnsafeMutablePointer<GstBuffer>?
    guard gst_buffer_pool_acquire_buffer(pool, &made, nil) == GST_FLOW_OK, let made else {
      throw .notMapped("a picture")
    }
    let copy = Buffer(adopting: made)
    var (from, to) = (GstVideoFrame(), GstVideoFrame())
    guard gst_video_frame_map(&from, &info, buffer.buffer, GST_MAP_READ) != 0 else { throw .notMapped("a picture") }
    defer { gst_video_frame_unmap(&from) }
    guard gst_video_frame_map(&to, &info, made, GST_MAP_WRITE) != 0 else { throw .notMapped("a picture") }
    gst_video_frame_copy(&to, &from)
    gst_video_frame_unmap(&to)
    gst_buffer_copy_into(
      made, buffer.buffer, GstBufferCopyFlags(rawValue: GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_META.rawValue),
      0, .max)
    // The metadata of the padded rows.
    if let meta = gst_buffer_get_video_meta(made) {
      gst_buffer_remove_meta(made, UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstMeta.self))
    }
    return copy
  }

  private func isPadded(_ meta: GstVideoMeta) -> Bool {
    let planes = Int(meta.n_planes)
    return withUnsafeBytes(of: meta.offset) { offsets in
      withUnsafeBytes(of: meta.stride) { strides in
        withUnsafeBytes(of: info.offset) { tightOffsets in
          withUnsafeBytes(of: info.stride) { tightStrides in
            let offsetBytes = planes * MemoryLayout<gsize>.stride
            let strideBytes = planes * MemoryLayout<gint>.stride
            return !offsets.prefix(offsetBytes).elementsEqual(tightOffsets.prefix(offsetBytes))
              || !strides.prefix(strideBytes).elementsEqual(tightStrides.prefix(strideBytes))
          }
        }
      }
    }
  }
}
