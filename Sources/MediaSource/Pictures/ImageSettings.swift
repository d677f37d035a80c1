public import CoreMedia

/// How the images of a track are to look.
public struct ImageSettings: Hashable, Sendable {
  /// Which part of the stored picture is shown, and in which shape.
  public enum Aperture: Hashable, Sendable {
    /// The clean aperture, in square pixels.
    case clean
    /// All of the picture, in square pixels.
    case production
    /// All of the picture, a stored pixel for each of the image's.
    case encoded
  }

  public var aperture: Aperture
  /// The box that images fit into, in pixels, after they have been turned; a side that is zero does not limit. Images are never
  /// enlarged.
  public var maximumSize: CGSize
  /// How pictures are turned; y grows downwards. What it moves is ignored: the image is the transformed picture's bounds.
  public var transform: CGAffineTransform

  public init(
    aperture: Aperture = .clean, maximumSize: CGSize = .zero, transform: CGAffineTransform = .identity
  ) {
    self.aperture = aperture
    self.maximumSize = maximumSize
    self.transform = transform
  }
}
