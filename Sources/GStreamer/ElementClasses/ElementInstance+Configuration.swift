internal import CGStreamer

extension ElementInstance {
  /// Makes a sink accept buffers as they arrive, without synchronization to the clock or a preroll.
  package final func configureSink() {
    let sink = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBaseSink.self)
    gst_base_sink_set_sync(sink, 0)
    // A preroll at each sink would deadlock a fan-out: while one branch waits, its queue fills, and an encoder on the
    // other branch, which needs forty frames before its first output, gets no more.
    gst_base_sink_set_async_enabled(sink, 0)
  }

  /// Makes a source use time stamps.
  package final func configureSource() {
    gst_base_src_set_format(
      UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBaseSrc.self), GST_FORMAT_TIME)
  }
}
