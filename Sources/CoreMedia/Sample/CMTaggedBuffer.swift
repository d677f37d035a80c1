import CoreVideo
import Foundation

/// A buffer of pixels or samples, with tags that tell it from others of the same time, such as those of the other eye.
///
/// Source: `CMTaggedBuffer`.
public struct CMTaggedBuffer: @unchecked Sendable {
  // Unchecked: pixel buffers are shared by reference, as everywhere in Core Media.

  /// The media of a tagged buffer.
  public enum Buffer {
    /// A frame.
    case pixelBuffer(CVPixelBuffer)
    /// Samples.
    case sampleBuffer(CMSampleBuffer)
  }

  /// The tags.
  public var tags: [CMTag]
  /// The media.
  public var buffer: Buffer

  /// Creates a buffer with tags.
  public init(tags: some Sequence<CMTag>, buffer: Buffer) {
    (self.tags, self.buffer) = (Array(tags), buffer)
  }

  /// Creates a frame with tags.
  public init(tags: some Sequence<CMTag>, pixelBuffer: CVPixelBuffer) {
    self.init(tags: tags, buffer: .pixelBuffer(pixelBuffer))
  }

  /// Creates samples with tags.
  public init(tags: some Sequence<CMTag>, sampleBuffer: CMSampleBuffer) {
    self.init(tags: tags, buffer: .sampleBuffer(sampleBuffer))
  }
}
