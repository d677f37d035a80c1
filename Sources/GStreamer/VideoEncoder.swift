internal import CGStreamer

extension Element {
  /// Lets a video encoder that has frames, and has given none yet, count running times as it will from its first one on.
  ///
  /// x264enc and x265enc move all time stamps by a thousand hours. They learn that their segment begins as late only when their first
  /// frame leaves, so that frames before are thousands of hours late for requests of key frames. Other elements stay as they are.
  ///
  /// - Parameter first: The time stamp of the first frame that the encoder was given.
  package func alignRunningTimes(first: ClockTime) {
    withVideoEncoder { encoder in
      guard let frame = gst_video_encoder_get_oldest_frame(encoder) else { return }
      defer { gst_video_codec_frame_unref(frame) }
      guard let moved = ClockTime(frame.pointee.pts), moved >= first else { return }
      var segment = encoder.pointee.input_segment
      let distance = moved.nanoseconds - first.nanoseconds
      segment.start += distance
      segment.position += distance
      encoder.pointee.output_segment = segment
    }
  }

  /// Lets a video encoder give all frames that it holds; called with the end of its input, before the encoder has it.
  ///
  /// libvpx ends as many frames at once as fit into the size of two pictures without compression; vp8enc and vp9enc of GStreamer 1.22 ask
  /// it only once.
  package func finishHeldFrames() {
    withVideoEncoder { encoder in
      guard let instance = encoder.pointee.element.object.object.g_type_instance.g_class else { return }
      let type = UnsafeMutableRawPointer(instance).assumingMemoryBound(to: GstVideoEncoderClass.self)
      guard let finish = type.pointee.finish else { return }
      var held = Self.heldFrames(of: encoder)
      while held > 0, finish(encoder) == GST_FLOW_OK {
        let left = Self.heldFrames(of: encoder)
        guard left < held else { return }
        held = left
      }
    }
  }

  /// Calls a function with the encoder, whose streaming thread waits meanwhile; does nothing with other elements.
  private func withVideoEncoder(_ body: (UnsafeMutablePointer<GstVideoEncoder>) -> Void) {
    guard g_type_check_instance_is_a(pointer(as: GTypeInstance.self), gst_video_encoder_get_type()) != 0 else { return }
    let encoder = pointer(as: GstVideoEncoder.self)
    g_rec_mutex_lock(&encoder.pointee.stream_lock)
    defer { g_rec_mutex_unlock(&encoder.pointee.stream_lock) }
    body(encoder)
  }

  private static func heldFrames(of encoder: UnsafeMutablePointer<GstVideoEncoder>) -> Int {
    let frames = gst_video_encoder_get_frames(encoder)
    defer {
      g_list_free_full(frames) { frame in
        gst_video_codec_frame_unref(frame?.assumingMemoryBound(to: GstVideoCodecFrame.self))
      }
    }
    return Int(g_list_length(frames))
  }
}
