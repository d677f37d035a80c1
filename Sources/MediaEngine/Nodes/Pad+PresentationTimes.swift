internal import GStreamer
internal import CGStreamer

extension Pad {
  /// Adds the presentation times of raw media where a demuxer states decode times only: nothing is reordered.
  ///
  /// Read from a pipe, `avidemux` (GStreamer 1.22) states the decode times of audio only. Decoders and parsers derive presentation
  /// times; encoders do not, and the packets of PCM would have no times.
  func addPresentationTimes() {
    addProbe(.buffers) { info in
      guard info.time.start == nil, let time = info.time.decode, let buffer = info.retainedBuffer else { return .pass }
      // The copy has the same memory.
      let timed = Buffer(adopting: gst_buffer_copy(buffer.buffer))
      timed.presentationTime = time
      info.replaceBuffer(timed)
      return .pass
    }
  }
}
