package import GStreamer
import CoreMedia

/// A decoded frame of a track and when it is shown: exactly, on the track's timeline.
package struct DecodedFrame: Sendable {
  /// The time at which it is shown first; the start of the edit for a frame that the edit cuts into.
  package let time: CMTime
  /// The time for which it is shown: until the next one, or the end of the edit.
  package let duration: CMTime
  /// The coded sample; nil for the background of a gap.
  package let sample: CodedSample?
  /// The pixels. The decoder may still refer to the memory: it is for reading.
  package let buffer: Buffer
  package let caps: Caps
  private let formats: PixelBufferFormatCache

  init(
    time: CMTime, duration: CMTime, sample: CodedSample?, buffer: Buffer, caps: Caps, formats: PixelBufferFormatCache
  ) {
    (self.time, self.duration, self.sample) = (time, duration, sample)
    (self.buffer, self.caps, self.formats) = (buffer, caps, formats)
  }

  init(_ shown: FrameSearch.Times, _ frame: VideoTrackDecoder.Frame, _ formats: PixelBufferFormatCache) {
    self.init(
      time: shown.start, duration: shown.end - shown.start, sample: frame.sample, buffer: frame.buffer,
      caps: frame.caps,
      formats: formats)
  }

  /// The frame over its own memory where Core Video has its format; in the next wider format of Core Video otherwise, which keeps
  /// every bit.
  package func pixelBuffer() throws -> CVPixelBuffer { try formats.format(of: caps).pixelBuffer(buffer) }

  /// The frame, shown up to another time.
  package func prolonged(until end: CMTime) -> DecodedFrame {
    DecodedFrame(time: time, duration: end - time, sample: sample, buffer: buffer, caps: caps, formats: formats)
  }

  /// The frame at other times.
  func shown(_ times: FrameSearch.Times) -> DecodedFrame {
    DecodedFrame(
      time: times.start, duration: times.end - times.start, sample: sample, buffer: buffer, caps: caps, formats: formats
    )
  }

  /// The frame with other pixels.
  func replacing(_ buffer: Buffer, _ caps: Caps) -> DecodedFrame {
    DecodedFrame(time: time, duration: duration, sample: sample, buffer: buffer, caps: caps, formats: formats)
  }
}
