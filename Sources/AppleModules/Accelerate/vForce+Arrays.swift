import Foundation

extension vForce {
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
  /// The next integers downwards.
  public static func floor(_ vector: [Double]) -> [Double] { vector.map { Foundation.floor($0) } }
  /// The next integers upwards.
  public static func ceil(_ vector: [Double]) -> [Double] { vector.map { Foundation.ceil($0) } }
  /// The integers towards 0.
  public static func trunc(_ vector: [Double]) -> [Double] { vector.map { Foundation.trunc($0) } }
  /// The nearest integers, halves to the even ones.
  public static func nearestInteger(_ vector: [Double]) -> [Double] { vector.map { Foundation.rint($0) } }
  /// The tangents.
  public static func tan(_ vector: [Double]) -> [Double] { vector.map { Foundation.tan($0) } }
  /// The hyperbolic tangents.
  public static func tanh(_ vector: [Double]) -> [Double] { vector.map { Foundation.tanh($0) } }
  /// The logarithms to base 2.
  public static func log2(_ vector: [Double]) -> [Double] { vector.map { Foundation.log2($0) } }
  /// The powers of 2.
  public static func exp2(_ vector: [Double]) -> [Double] { vector.map { Foundation.exp2($0) } }
  /// The reciprocals.
  public static func reciprocal(_ vector: [Double]) -> [Double] { vector.map { 1 / $0 } }
  /// The reciprocals of the square roots.
  public static func rsqrt(_ vector: [Double]) -> [Double] { vector.map { 1 / $0.squareRoot() } }
  /// The angles of points (x, y), from −π to π.
  public static func atan2(x: [Double], y: [Double]) -> [Double] { zip(x, y).map { Foundation.atan2($1, $0) } }
  /// The sines and the cosines.
  public static func sincos(_ vector: [Double], sinResult: inout [Double], cosResult: inout [Double]) {
    (sinResult, cosResult) = (sin(vector), cos(vector))
  }
}
