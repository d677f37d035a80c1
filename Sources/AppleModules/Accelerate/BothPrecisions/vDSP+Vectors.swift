// Vectors combined, changed, and made one number: loops over plain memory, which the compiler turns into vector instructions.

import Foundation

// MARK: Two vectors

/// Adds vectors: C = A + B.
public func vDSP_vadd(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in a + b }
}

/// Multiplies vectors: C = A · B.
public func vDSP_vmul(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in a * b }
}

/// Subtracts vectors: C = A − B. As in Apple's, B comes first.
public func vDSP_vsub(
  _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride, _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in a - b }
}

/// Divides vectors: C = A / B. As in Apple's, B comes first.
public func vDSP_vdiv(
  _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride, _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in a / b }
}

/// The greater of two elements: C = max(A, B).
public func vDSP_vmax(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in max(a, b) }
}

/// The lesser of two elements: C = min(A, B).
public func vDSP_vmin(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  combine(__A, __IA, __B, __IB, __C, __IC, __N) { a, b in min(a, b) }
}

// MARK: A vector and a number

/// Adds a number: C = A + b.
public func vDSP_vsadd(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let b = __B.pointee
  transform(__A, __IA, __C, __IC, __N) { a in a + b }
}

/// Multiplies by a number: C = A · b.
public func vDSP_vsmul(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let b = __B.pointee
  transform(__A, __IA, __C, __IC, __N) { a in a * b }
}

/// Divides by a number: C = A / b.
public func vDSP_vsdiv(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let b = __B.pointee
  transform(__A, __IA, __C, __IC, __N) { a in a / b }
}

/// Multiplies by a number and adds another: D = A · b + c.
public func vDSP_vsmsa(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  let (b, c) = (__B.pointee, __C.pointee)
  forEach(__N) { __D[$0 * __ID] = __A[$0 * __IA] * b + c }
}

/// Limits elements to a range: D = min(max(A, b), c).
public func vDSP_vclip(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  let (low, high) = (__B.pointee, __C.pointee)
  forEach(__N) { __D[$0 * __ID] = min(max(__A[$0 * __IA], low), high) }
}

/// Converts amplitudes or powers to decibels: C = 20 or 10 · log₁₀(A / b).
///
/// - Parameter __F: 1 for amplitudes, 0 for powers.
public func vDSP_vdbcon(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride,
  _ __N: vDSP_Length, _ __F: UInt32
) {
  let (zero, factor): (Float, Float) = (__B.pointee, __F == 1 ? 20 : 10)
  forEach(__N) { __C[$0 * __IC] = factor * log10(__A[$0 * __IA] / zero) }
}

// MARK: One vector

/// The magnitudes: C = |A|.
public func vDSP_vabs(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  transform(__A, __IA, __C, __IC, __N) { a in a.magnitude }
}

/// The negatives: C = −A.
public func vDSP_vneg(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  transform(__A, __IA, __C, __IC, __N) { a in -a }
}

/// The squares: C = A².
public func vDSP_vsq(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  transform(__A, __IA, __C, __IC, __N) { a in a * a }
}

/// Sets all elements to a number.
public func vDSP_vfill(
  _ __A: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let value = __A.pointee
  forEach(__N) { __C[$0 * __IC] = value }
}

/// Sets all elements to 0.
public func vDSP_vclr(_ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length) {
  forEach(__N) { __C[$0 * __IC] = 0 }
}

/// Sets elements to a ramp: C[n] = a + n · b.
public func vDSP_vramp(
  _ __A: UnsafePointer<Float>, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let (start, step) = (__A.pointee, __B.pointee)
  forEach(__N) { __C[$0 * __IC] = start + Float($0) * step }
}
