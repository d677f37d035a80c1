/// The size of coded frames, in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
  /// Pixels in a row.
  public var width: Int32
  /// Rows.
  public var height: Int32

  /// Creates a size of 0 by 0.
  public init() {
    self.init(width: 0, height: 0)
  }

  /// Creates a size.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}
