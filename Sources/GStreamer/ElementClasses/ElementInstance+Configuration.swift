internal import CGStreamer

extension ElementInstance {
  /// Makes a sink take buffers as they come, and not wait for the one that is next when paused.
  package final func configureSink() {
    let sink = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBaseSink.self)
    gst_base_sink_set_sync(sink, 0)
    // Waiting for a first buffer at each sink would stop a fan-out for ever: while one branch waits, its queue fills, and an
    // encoder on the other branch, which wants forty pictures before it gives one, gets no more.
    gst_base_sink_set_async_enabled(sink, 0)
  }

  /// Makes a source stamp its buffers with times.
  package final func configureSource() {
    gst_base_src_set_format(
      UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBaseSrc.self), GST_FORMAT_TIME)
  }
}
