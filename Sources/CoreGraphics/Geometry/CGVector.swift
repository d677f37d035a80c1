import Foundation

/// A displacement in the plane.
public struct CGVector: Hashable, Codable, Sendable {
  /// The displacement along x.
  public var dx: CGFloat
  /// The displacement along y.
  public var dy: CGFloat

  /// The vector of no displacement.
  public static let zero = CGVector(dx: 0, dy: 0)

  /// Creates the vector of no displacement.
  public init() {
    self.init(dx: 0, dy: 0)
  }

  /// Creates a vector from its components.
  public init(dx: CGFloat, dy: CGFloat) {
    self.dx = dx
    self.dy = dy
  }

  /// Creates a vector from integers.
  public init(dx: Int, dy: Int) {
    self.init(dx: CGFloat(dx), dy: CGFloat(dy))
  }
}
