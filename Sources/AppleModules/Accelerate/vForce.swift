import Foundation

/// Functions of each element of an array.
public enum vForce {
  /// The square roots.
  public static func sqrt(_ vector: [Float]) -> [Float] { vector.map { $0.squareRoot() } }
  /// The square roots.
  public static func sqrt(_ vector: [Double]) -> [Double] { vector.map { $0.squareRoot() } }
  /// The natural logarithms.
  public static func log(_ vector: [Float]) -> [Float] { vector.map { Foundation.log($0) } }
  /// The natural logarithms.
  public static func log(_ vector: [Double]) -> [Double] { vector.map { Foundation.log($0) } }
  /// The logarithms to base 10.
  public static func log10(_ vector: [Float]) -> [Float] { vector.map { Foundation.log10($0) } }
  /// The logarithms to base 10.
  public static func log10(_ vector: [Double]) -> [Double] { vector.map { Foundation.log10($0) } }
  /// The powers of e.
  public static func exp(_ vector: [Float]) -> [Float] { vector.map { Foundation.exp($0) } }
  /// The powers of e.
  public static func exp(_ vector: [Double]) -> [Double] { vector.map { Foundation.exp($0) } }
  /// The sines of angles in radians.
  public static func sin(_ vector: [Float]) -> [Float] { vector.map { Foundation.sin($0) } }
  /// The sines of angles in radians.
  public static func sin(_ vector: [Double]) -> [Double] { vector.map { Foundation.sin($0) } }
  /// The cosines of angles in radians.
  public static func cos(_ vector: [Float]) -> [Float] { vector.map { Foundation.cos($0) } }
  /// The cosines of angles in radians.
  public static func cos(_ vector: [Double]) -> [Double] { vector.map { Foundation.cos($0) } }
  /// The powers of bases to exponents; of arrays of different lengths, those that both have.
  public static func pow(bases: [Float], exponents: [Float]) -> [Float] {
    zip(bases, exponents).map { Foundation.pow($0, $1) }
  }
  /// The powers of bases to exponents; of arrays of different lengths, those that both have.
  public static func pow(bases: [Double], exponents: [Double]) -> [Double] {
    zip(bases, exponents).map { Foundation.pow($0, $1) }
  }
}

func each<Number>(
  _ target: UnsafeMutablePointer<Number>, _ source: UnsafePointer<Number>, _ count: UnsafePointer<Int32>,
  _ function: (Number) -> Number
) {
  for index in 0..<max(0, Int(count.pointee)) { target[index] = function(source[index]) }
}

/// The square roots of as many numbers as a count says; source and target may be the same.
public func vvsqrtf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { $0.squareRoot() }
}

/// The square roots of as many numbers as a count says; source and target may be the same.
public func vvsqrt(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { $0.squareRoot() }
}

/// The logarithms to base 10 of as many numbers as a count says; source and target may be the same.
public func vvlog10f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { log10($0) }
}

/// The logarithms to base 10 of as many numbers as a count says; source and target may be the same.
public func vvlog10(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { log10($0) }
}

/// The powers of e of as many numbers as a count says; source and target may be the same.
public func vvexpf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { exp($0) }
}
