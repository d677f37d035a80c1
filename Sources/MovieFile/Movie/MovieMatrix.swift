import CoreGraphics

/// A transformation of frames as the file stores it: nine numbers, rows `a b u`, `c d v`, `x y w`.
///
/// A point is a row vector: `(x, y, 1)` times the matrix (ISO/IEC 14496-12, clause 6.2.2).
public struct MovieMatrix: Hashable, Sendable {
  /// 16.16 numbers, but u, v and w are 2.30, in the order of the file.
  public let rawValues: [Int32]

  public static let identity = MovieMatrix(rawValues: [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000])

  /// - Precondition: There are nine values.
  public init(rawValues: [Int32]) {
    precondition(rawValues.count == 9, "a matrix has nine numbers")
    self.rawValues = rawValues
  }

  /// Makes the nearest matrix to a transformation; numbers are clamped to ±32768.
  public init(_ transform: CGAffineTransform) {
    func number(_ value: CGFloat) -> Int32 {
      let scaled = (Double(value) * 65_536).rounded()
      return scaled.isNaN ? 0 : Int32(max(Double(Int32.min), min(Double(Int32.max), scaled)))
    }
    self.init(rawValues: [
      number(transform.a), number(transform.b), 0, number(transform.c), number(transform.d), 0,
      number(transform.tx), number(transform.ty), 0x4000_0000,
    ])
  }

  init(_ reader: inout PayloadReader) throws(MovieError) {
    var values: [Int32] = []
    for _ in 0..<9 { values.append(try reader.i32()) }
    rawValues = values
  }

  /// The affine part; u and v are ignored, and w is taken as 1.
  public var affineTransform: CGAffineTransform {
    func number(_ index: Int) -> CGFloat { CGFloat(rawValues[index]) / 65_536 }
    return CGAffineTransform(a: number(0), b: number(1), c: number(3), d: number(4), tx: number(6), ty: number(7))
  }

  /// True for the identity.
  public var isIdentity: Bool { self == .identity }
}
