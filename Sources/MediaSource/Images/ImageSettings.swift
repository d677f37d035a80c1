public import CoreMedia

/// The settings of a track's images.
public struct ImageSettings: Hashable, Sendable {
  /// The part of the stored frame to show, and its aspect ratio.
  public enum Aperture: Hashable, Sendable {
    /// The clean aperture, in square pixels.
    case clean
    /// The whole frame, in square pixels.
    case production
    /// The whole frame, with one image pixel for each stored pixel.
    case encoded
  }

  public var aperture: Aperture
  /// The maximum size of images after the transform, in pixels; a side of zero is unlimited. Images are never enlarged.
  public var maximumSize: CGSize
  /// The transform of frames; y grows downwards. Translation is ignored: the image has the bounds of the transformed
  /// frame.
  public var transform: CGAffineTransform

  public init(
    aperture: Aperture = .clean, maximumSize: CGSize = .zero, transform: CGAffineTransform = .identity
  ) {
    self.aperture = aperture
    self.maximumSize = maximumSize
    self.transform = transform
  }
}
