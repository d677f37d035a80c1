public import CoreMedia

/// A picture of a track, and when it is shown: exactly, on the track's timeline.
public struct DecodedFrame: Sendable {
  /// When it is shown; the start of the edit for a picture that the edit cuts into.
  public let time: CMTime
  /// How long it is shown: until the next one, or the end of the edit.
  public let duration: CMTime
  package let picture: PictureDecoder.Picture
  private let formats: PictureFormats

  package init(time: CMTime, duration: CMTime, picture: PictureDecoder.Picture, formats: PictureFormats) {
    self.time = time
    self.duration = duration
    self.picture = picture
    self.formats = formats
  }

  /// The number of the coded sample, in decoding order.
  public var sampleIndex: Int { picture.sample.index }

  /// The picture over the decoder's own memory where Core Video has its format; in the next wider format of Core Video
  /// otherwise, which keeps every bit.
  ///
  /// The decoder may still refer to the memory: it is for reading.
  public func pixelBuffer() throws -> CVPixelBuffer {
    try formats.format(of: picture.caps).pixelBuffer(picture.buffer)
  }

  package func shown(at time: CMTime, for duration: CMTime) -> DecodedFrame {
    DecodedFrame(time: time, duration: duration, picture: picture, formats: formats)
  }
}
