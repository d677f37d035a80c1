import Foundation

extension vForce {
  /// The square roots.
  public static func sqrt(_ vector: [Float]) -> [Float] { vector.map { $0.squareRoot() } }
  /// The natural logarithms.
  public static func log(_ vector: [Float]) -> [Float] { vector.map { Foundation.log($0) } }
  /// The logarithms to base 10.
  public static func log10(_ vector: [Float]) -> [Float] { vector.map { Foundation.log10($0) } }
  /// The powers of e.
  public static func exp(_ vector: [Float]) -> [Float] { vector.map { Foundation.exp($0) } }
  /// The sines of angles in radians.
  public static func sin(_ vector: [Float]) -> [Float] { vector.map { Foundation.sin($0) } }
  /// The cosines of angles in radians.
  public static func cos(_ vector: [Float]) -> [Float] { vector.map { Foundation.cos($0) } }
  /// The powers of bases to exponents; of arrays of different lengths, those that both have.
  public static func pow(bases: [Float], exponents: [Float]) -> [Float] {
    zip(bases, exponents).map { Foundation.pow($0, $1) }
  }
  /// The next integers downwards.
  public static func floor(_ vector: [Float]) -> [Float] { vector.map { Foundation.floor($0) } }
  /// The next integers upwards.
  public static func ceil(_ vector: [Float]) -> [Float] { vector.map { Foundation.ceil($0) } }
  /// The integers towards 0.
  public static func trunc(_ vector: [Float]) -> [Float] { vector.map { Foundation.trunc($0) } }
  /// The nearest integers, halves to the even ones.
  public static func nearestInteger(_ vector: [Float]) -> [Float] { vector.map { Foundation.rint($0) } }
  /// The tangents.
  public static func tan(_ vector: [Float]) -> [Float] { vector.map { Foundation.tan($0) } }
  /// The hyperbolic tangents.
  public static func tanh(_ vector: [Float]) -> [Float] { vector.map { Foundation.tanh($0) } }
  /// The logarithms to base 2.
  public static func log2(_ vector: [Float]) -> [Float] { vector.map { Foundation.log2($0) } }
  /// The powers of 2.
  public static func exp2(_ vector: [Float]) -> [Float] { vector.map { Foundation.exp2($0) } }
  /// The reciprocals.
  public static func reciprocal(_ vector: [Float]) -> [Float] { vector.map { 1 / $0 } }
  /// The reciprocals of the square roots.
  public static func rsqrt(_ vector: [Float]) -> [Float] { vector.map { 1 / $0.squareRoot() } }
  /// The angles of points (x, y), from −π to π.
  public static func atan2(x: [Float], y: [Float]) -> [Float] { zip(x, y).map { Foundation.atan2($1, $0) } }
  /// The sines and the cosines.
  public static func sincos(_ vector: [Float], sinResult: inout [Float], cosResult: inout [Float]) {
    (sinResult, cosResult) = (sin(vector), cos(vector))
  }
}
