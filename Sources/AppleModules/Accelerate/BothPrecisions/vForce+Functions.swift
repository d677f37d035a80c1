import Foundation

// The functions of vForce on as many numbers as a count says; source and target may be the same.

/// The square roots.
public func vvsqrtf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { $0.squareRoot() }
}

/// The logarithms to base 10.
public func vvlog10f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { log10($0) }
}

/// The powers of e.
public func vvexpf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { exp($0) }
}

/// The natural logarithms.
public func vvlogf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { log($0) }
}

/// The logarithms to base 2.
public func vvlog2f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { log2($0) }
}

/// The powers of 2.
public func vvexp2f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { exp2($0) }
}

/// The sines.
public func vvsinf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { sin($0) }
}

/// The cosines.
public func vvcosf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { cos($0) }
}

/// The tangents.
public func vvtanf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { tan($0) }
}

/// The arcs of sines.
public func vvasinf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { asin($0) }
}

/// The arcs of cosines.
public func vvacosf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { acos($0) }
}

/// The arcs of tangents.
public func vvatanf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { atan($0) }
}

/// The hyperbolic tangents.
public func vvtanhf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { tanh($0) }
}

/// The next integers downwards.
public func vvfloorf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { floor($0) }
}

/// The next integers upwards.
public func vvceilf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { ceil($0) }
}

/// The magnitudes.
public func vvfabsf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { $0.magnitude }
}

/// The reciprocals.
public func vvrecf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { 1 / $0 }
}

/// The reciprocals of the square roots.
public func vvrsqrtf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { 1 / $0.squareRoot() }
}

/// The integers towards 0.
public func vvintf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { trunc($0) }
}

/// The nearest integers, halves to the even ones.
public func vvnintf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
  each(y, x, n) { rint($0) }
}

/// The powers of numbers x to exponents y.
public func vvpowf(
  _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
  for index in 0..<max(0, Int(n.pointee)) { z[index] = pow(x[index], y[index]) }
}

/// The quotients: z = y / x.
public func vvdivf(
  _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
  for index in 0..<max(0, Int(n.pointee)) { z[index] = y[index] / x[index] }
}

/// The angles of points (x, y), from −π to π.
public func vvatan2f(
  _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
  for index in 0..<max(0, Int(n.pointee)) { z[index] = atan2(y[index], x[index]) }
}

/// The sines and the cosines.
public func vvsincosf(
  _ z: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>,
  _ n: UnsafePointer<Int32>
) {
  for index in 0..<max(0, Int(n.pointee)) { (z[index], y[index]) = (sin(x[index]), cos(x[index])) }
}
