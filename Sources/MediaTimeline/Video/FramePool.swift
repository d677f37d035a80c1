import CGStreamer
internal import GStreamer
internal import MediaSource

/// Buffers for the frames of one format, used again once nothing refers to them.
final class FramePool {
  private let pool: UnsafeMutablePointer<GstBufferPool>

  init(_ format: CanvasFormat) throws {
    pool = gst_video_buffer_pool_new()
    let configuration = gst_buffer_pool_get_config(pool)
    gst_buffer_pool_config_set_params(configuration, format.caps.caps, guint(format.info.size), 0, 0)
    gst_buffer_pool_config_add_option(configuration, GST_BUFFER_POOL_OPTION_VIDEO_META)
    guard gst_buffer_pool_set_config(pool, configuration) != 0, gst_buffer_pool_set_active(pool, 1) != 0 else {
      gst_object_unref(pool)
      throw GStreamerError.badCaps(format.caps.text)
    }
  }

  deinit {
    gst_buffer_pool_set_active(pool, 0)
    gst_object_unref(pool)
  }

  /// A buffer whose bytes are left over from an earlier frame.
  func buffer() throws -> Buffer {
    var buffer: UnsafeMutablePointer<GstBuffer>?
    guard gst_buffer_pool_acquire_buffer(pool, &buffer, nil) == GST_FLOW_OK, let buffer else {
      throw DecoderError(.unsupported, "memory is short for a frame")
    }
    return Buffer(adopting: buffer)
  }
}
