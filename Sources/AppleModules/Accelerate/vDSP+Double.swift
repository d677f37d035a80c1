// The calls of vDSP.swift in double precision.

import Foundation

// MARK: Two vectors

/// Adds vectors: C = A + B.
public func vDSP_vaddD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in a + b }
}

/// Multiplies vectors: C = A · B.
public func vDSP_vmulD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in a * b }
}

/// Subtracts vectors: C = A − B. As in Apple's, B comes first.
public func vDSP_vsubD(
  _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride, _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in a - b }
}

/// Divides vectors: C = A / B. As in Apple's, B comes first.
public func vDSP_vdivD(
  _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride, _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in a / b }
}

/// The greater of two elements: C = max(A, B).
public func vDSP_vmaxD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in max(a, b) }
}

/// The lesser of two elements: C = min(A, B).
public func vDSP_vminD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in min(a, b) }
}

// MARK: A vector and a number

/// Adds a number: C = A + b.
public func vDSP_vsaddD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let b = __B.pointee
  transform(__A, __IA, __C, __IC, __N) { a in a + b }
}

/// Multiplies by a number: C = A · b.
public func vDSP_vsmulD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let b = __B.pointee
  transform(__A, __IA, __C, __IC, __N) { a in a * b }
}

/// Divides by a number: C = A / b.
public func vDSP_vsdivD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let b = __B.pointee
  transform(__A, __IA, __C, __IC, __N) { a in a / b }
}

/// Multiplies by a number and adds another: D = A · b + c.
public func vDSP_vsmsaD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __C: UnsafePointer<Double>,
  _ __D: UnsafeMutablePointer<Double>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  let (b, c) = (__B.pointee, __C.pointee)
  forEach(__N) { __D[$0 * __ID] = __A[$0 * __IA] * b + c }
}

/// Limits elements to a range: D = min(max(A, b), c).
public func vDSP_vclipD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __C: UnsafePointer<Double>,
  _ __D: UnsafeMutablePointer<Double>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  let (low, high) = (__B.pointee, __C.pointee)
  forEach(__N) { __D[$0 * __ID] = min(max(__A[$0 * __IA], low), high) }
}

/// Converts amplitudes or powers to decibels: C = 20 or 10 · log₁₀(A / b).
///
/// - Parameter __F: 1 for amplitudes, 0 for powers.
public func vDSP_vdbconD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride,
  _ __N: vDSP_Length, _ __F: UInt32
) {
  let (zero, factor): (Double, Double) = (__B.pointee, __F == 1 ? 20 : 10)
  forEach(__N) { __C[$0 * __IC] = factor * log10(__A[$0 * __IA] / zero) }
}

// MARK: One vector

/// The magnitudes: C = |A|.
public func vDSP_vabsD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  transform(__A, __IA, __C, __IC, __N) { a in a.magnitude }
}

/// The negatives: C = −A.
public func vDSP_vnegD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  transform(__A, __IA, __C, __IC, __N) { a in -a }
}

/// The squares: C = A².
public func vDSP_vsqD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  transform(__A, __IA, __C, __IC, __N) { a in a * a }
}

/// Sets all elements to a number.
public func vDSP_vfillD(
  _ __A: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let value = __A.pointee
  forEach(__N) { __C[$0 * __IC] = value }
}

/// Sets all elements to 0.
public func vDSP_vclrD(_ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length) {
  forEach(__N) { __C[$0 * __IC] = 0 }
}

/// Sets elements to a ramp: C[n] = a + n · b.
public func vDSP_vrampD(
  _ __A: UnsafePointer<Double>, _ __B: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let (start, step) = (__A.pointee, __B.pointee)
  forEach(__N) { __C[$0 * __IC] = start + Double($0) * step }
}

// MARK: Sums and extremes

/// The sum.
public func vDSP_sveD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: 0) { result, a in result + a }
}

/// The sum of the squares.
public func vDSP_svesqD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: 0) { result, a in result + a * a }
}

/// The sum of the magnitudes.
public func vDSP_svemgD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: 0) { result, a in result + a.magnitude }
}

/// The mean; not a number without elements.
public func vDSP_meanvD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length
) {
  let sum = fold(__A, __IA, __N, from: 0) { result, a in result + a }
  __C.pointee = sum / Double(__N)
}

/// The mean of the magnitudes; not a number without elements.
public func vDSP_meamgvD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length
) {
  let sum = fold(__A, __IA, __N, from: 0) { result, a in result + a.magnitude }
  __C.pointee = sum / Double(__N)
}

/// The mean of the squares; not a number without elements.
public func vDSP_measqvD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length
) {
  let sum = fold(__A, __IA, __N, from: 0) { result, a in result + a * a }
  __C.pointee = sum / Double(__N)
}

/// The root of the mean of the squares; not a number without elements.
public func vDSP_rmsqvD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length
) {
  let sum = fold(__A, __IA, __N, from: 0) { result, a in result + a * a }
  __C.pointee = (sum / Double(__N)).squareRoot()
}

/// The greatest element; −∞ without elements.
public func vDSP_maxvD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: -Double.infinity) { result, a in max(result, a) }
}

/// The least element; ∞ without elements.
public func vDSP_minvD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: Double.infinity) { result, a in min(result, a) }
}

/// The greatest magnitude; 0 without elements.
public func vDSP_maxmgvD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: 0) { result, a in max(result, a.magnitude) }
}

/// The sum of the products of two vectors.
public func vDSP_dotprD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length
) {
  var result: Double = 0
  forEach(__N) { result += __A[$0 * __IA] * __B[$0 * __IB] }
  __C.pointee = result
}

/// The greatest element and its position, counted in strides; −∞ and 0 without elements.
public func vDSP_maxviD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>,
  _ __I: UnsafeMutablePointer<vDSP_Length>,
  _ __N: vDSP_Length
) {
  var (result, place) = (-Double.infinity, 0)
  forEach(__N) { index in
    if __A[index * __IA] > result { (result, place) = (__A[index * __IA], index * __IA) }
  }
  (__C.pointee, __I.pointee) = (result, vDSP_Length(place))
}

// MARK: Integers

/// Converts integers of 16 bits to numbers of the same value.
public func vDSP_vflt16D(
  _ __A: UnsafePointer<Int16>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { __C[$0 * __IC] = Double(__A[$0 * __IA]) }
}

/// Converts integers of 32 bits to numbers of the same value, as near as there is one.
public func vDSP_vflt32D(
  _ __A: UnsafePointer<Int32>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { __C[$0 * __IC] = Double(__A[$0 * __IA]) }
}

/// Converts numbers to integers of 16 bits, cutting off fractions; numbers out of range become the nearest.
public func vDSP_vfix16D(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Int16>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  transform(__A, __IA, __C, __IC, __N) { a in a.isNaN ? 0 : Int16(min(max(a, -32_768), 32_767)) }
}

// MARK: Filters and windows

/// Filters, and keeps each of some samples: C[n] = Σ A[n · i + p] · F[p].
///
/// - Parameters:
///   - __DF: The samples of which one is kept.
///   - __N: The number of results. A has (N − 1) · DF + P elements.
///   - __P: The number of coefficients.
public func vDSP_desampD(
  _ __A: UnsafePointer<Double>, _ __DF: vDSP_Stride, _ __F: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>,
  _ __N: vDSP_Length, _ __P: vDSP_Length
) {
  forEach(__N) { index in
    var sum: Double = 0
    forEach(__P) { sum += __A[index * __DF + $0] * __F[$0] }
    __C[index] = sum
  }
}

/// Makes a Hann window of a periodic signal: C[n] = (1 − cos(2πn / N)) / 2.
///
/// - Parameter __Flag: `vDSP_HANN_NORM` or `vDSP_HANN_DENORM`; with `vDSP_HALF_WINDOW` the first half alone.
public func vDSP_hann_windowD(_ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length, _ __Flag: Int32) {
  let scale: Double = __Flag & vDSP_HANN_NORM != 0 ? 0.8165 : 0.5
  let count = __Flag & vDSP_HALF_WINDOW != 0 ? (__N + 1) / 2 : __N
  forEach(count) { __C[$0] = scale * (1 - cos(2 * Double.pi * Double($0) / Double(__N))) }
}

/// Makes a Hamming window of a periodic signal: C[n] = 0.54 − 0.46 · cos(2πn / N).
public func vDSP_hamm_windowD(_ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length, _ __Flag: Int32) {
  let count = __Flag & vDSP_HALF_WINDOW != 0 ? (__N + 1) / 2 : __N
  forEach(count) { __C[$0] = 0.54 - 0.46 * cos(2 * Double.pi * Double($0) / Double(__N)) }
}

// MARK: Precision

/// Converts single to double precision.
public func vDSP_vspdp(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { __C[$0 * __IC] = Double(__A[$0 * __IA]) }
}

/// Converts double to single precision, rounding to the nearest.
public func vDSP_vdpsp(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { __C[$0 * __IC] = Float(__A[$0 * __IA]) }
}
