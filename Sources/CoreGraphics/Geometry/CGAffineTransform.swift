import Foundation

/// An affine mapping of the plane: scaling, rotation, shear, translation.
///
/// Points are rows, multiplied from the left: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty. So
/// `t1.concatenating(t2)` applies `t1` first, and `t.translatedBy(x:y:)` translates before it applies `t`.
public struct CGAffineTransform: Sendable {
  /// The growth of x′ per x.
  public var a: CGFloat
  /// The growth of y′ per x.
  public var b: CGFloat
  /// The growth of x′ per y.
  public var c: CGFloat
  /// The growth of y′ per y.
  public var d: CGFloat
  /// The x′ of the origin.
  public var tx: CGFloat
  /// The y′ of the origin.
  public var ty: CGFloat

  /// The identity.
  public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates a transform with every entry 0, which maps all points to the origin.
  public init() {
    self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
  }

  /// Creates a transform from its entries.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Creates a transform from its entries.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// Creates a translation.
  public init(translationX tx: CGFloat, y ty: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
  }

  /// Creates a scaling about the origin.
  public init(scaleX sx: CGFloat, y sy: CGFloat) {
    self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
  }

  /// Creates a rotation about the origin by an angle in radians: counterclockwise where y points up, clockwise where
  /// it points down, as in video.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (sin(angle), cos(angle))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// True for the exact identity.
  public var isIdentity: Bool { self == .identity }

  /// The determinant of the linear part; 0 if the transform cannot be inverted.
  var determinant: CGFloat { a * d - b * c }
}

extension CGAffineTransform: Hashable, Codable {
  /// Reads six numbers: a, b, c, d, tx, ty. Throws the decoder's errors.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(
      a: try values.decode(CGFloat.self), b: try values.decode(CGFloat.self), c: try values.decode(CGFloat.self),
      d: try values.decode(CGFloat.self), tx: try values.decode(CGFloat.self), ty: try values.decode(CGFloat.self))
  }

  /// Writes six numbers: a, b, c, d, tx, ty. Throws the encoder's errors.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for value in [a, b, c, d, tx, ty] { try values.encode(value) }
  }
}

extension CGAffineTransform: CustomDebugStringConvertible {
  /// A description for people.
  public var debugDescription: String {
    "CGAffineTransform(a: \(a), b: \(b), c: \(c), d: \(d), tx: \(tx), ty: \(ty))"
  }
}
