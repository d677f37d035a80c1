// Complex numbers and matrices.

import Foundation

/// The sums of complex numbers.
public func vDSP_zvadd(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<DSPSplitComplex>,
  _ __IB: vDSP_Stride, _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let (a, b, c) = (__A.pointee, __B.pointee, __C.pointee)
  forEach(__N) { n in
    let (x, y) = (n * __IA, n * __IB)
    (c.realp[n * __IC], c.imagp[n * __IC]) = (a.realp[x] + b.realp[y], a.imagp[x] + b.imagp[y])
  }
}

/// The differences of complex numbers: C = A − B.
public func vDSP_zvsub(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<DSPSplitComplex>,
  _ __IB: vDSP_Stride, _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let (a, b, c) = (__A.pointee, __B.pointee, __C.pointee)
  forEach(__N) { n in
    let (x, y) = (n * __IA, n * __IB)
    (c.realp[n * __IC], c.imagp[n * __IC]) = (a.realp[x] - b.realp[y], a.imagp[x] - b.imagp[y])
  }
}

/// The products of complex numbers.
///
/// - Parameter __Conjugate: 1 for A · B, −1 for the conjugate of A, times B.
public func vDSP_zvmul(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<DSPSplitComplex>,
  _ __IB: vDSP_Stride, _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __N: vDSP_Length,
  _ __Conjugate: Int32
) {
  let (a, b, c) = (__A.pointee, __B.pointee, __C.pointee)
  let sign = Float(__Conjugate)
  forEach(__N) { n in
    let (x, y) = (n * __IA, n * __IB)
    (c.realp[n * __IC], c.imagp[n * __IC]) = (
      a.realp[x] * b.realp[y] - sign * a.imagp[x] * b.imagp[y], a.realp[x] * b.imagp[y] + sign * a.imagp[x] * b.realp[y]
    )
  }
}

/// Complex numbers times real ones.
public func vDSP_zrvmul(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let (a, c) = (__A.pointee, __C.pointee)
  forEach(__N) { n in
    let (x, y) = (n * __IA, n * __IB)
    (c.realp[n * __IC], c.imagp[n * __IC]) = (a.realp[x] * __B[y], a.imagp[x] * __B[y])
  }
}

/// Complex numbers times one complex number.
public func vDSP_zvzsml(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<DSPSplitComplex>,
  _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let (a, c) = (__A.pointee, __C.pointee)
  let (real, imaginary) = (__B.pointee.realp.pointee, __B.pointee.imagp.pointee)
  forEach(__N) { n in
    let (x, y) = (a.realp[n * __IA], a.imagp[n * __IA])
    (c.realp[n * __IC], c.imagp[n * __IC]) = (x * real - y * imaginary, x * imaginary + y * real)
  }
}

/// The conjugates of complex numbers.
public func vDSP_zvconj(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __C: UnsafePointer<DSPSplitComplex>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let (a, c) = (__A.pointee, __C.pointee)
  forEach(__N) { n in (c.realp[n * __IC], c.imagp[n * __IC]) = (a.realp[n * __IA], -a.imagp[n * __IA]) }
}

/// Copies complex numbers.
public func vDSP_zvmov(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __C: UnsafePointer<DSPSplitComplex>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let (a, c) = (__A.pointee, __C.pointee)
  forEach(__N) { n in (c.realp[n * __IC], c.imagp[n * __IC]) = (a.realp[n * __IA], a.imagp[n * __IA]) }
}

/// Adds the squares of the magnitudes of complex numbers to a spectrum: C += |A|².
public func vDSP_zaspec(_ __A: UnsafePointer<DSPSplitComplex>, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length) {
  let a = __A.pointee
  forEach(__N) { n in __C[n] += a.realp[n] * a.realp[n] + a.imagp[n] * a.imagp[n] }
}

/// The lengths and the angles of points; A and C have pairs of numbers, with strides of 2 for pairs in a row.
public func vDSP_polar(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in
    let (x, y) = (__A[n * __IA], __A[n * __IA + 1])
    (__C[n * __IC], __C[n * __IC + 1]) = ((x * x + y * y).squareRoot(), atan2(y, x))
  }
}

/// The points of lengths and angles; A and C have pairs of numbers, with strides of 2 for pairs in a row.
public func vDSP_rect(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in
    let (length, angle) = (__A[n * __IA], __A[n * __IA + 1])
    (__C[n * __IC], __C[n * __IC + 1]) = (length * cos(angle), length * sin(angle))
  }
}

// MARK: Matrices

/// Transposes a matrix of N rows and M columns.
public func vDSP_mtrans(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __M: vDSP_Length, _ __N: vDSP_Length
) {
  forEach(__M) { m in
    forEach(__N) { n in __C[(m * Int(__N) + n) * __IC] = __A[(n * Int(__M) + m) * __IA] }
  }
}

/// Multiplies matrices: C of M rows and N columns is A of M rows and P columns times B of P rows and N columns.
public func vDSP_mmul(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __M: vDSP_Length, _ __N: vDSP_Length, _ __P: vDSP_Length
) {
  forEach(__M) { m in
    forEach(__N) { n in
      var sum: Float = 0
      forEach(__P) { p in sum += __A[(m * Int(__P) + p) * __IA] * __B[(p * Int(__N) + n) * __IB] }
      __C[(m * Int(__N) + n) * __IC] = sum
    }
  }
}

/// Copies a part of a matrix.
///
/// - Parameters:
///   - __M: The columns that are copied.
///   - __N: The rows that are copied.
///   - __TA: The columns of A.
///   - __TC: The columns of C.
public func vDSP_mmov(
  _ __A: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>, _ __M: vDSP_Length, _ __N: vDSP_Length,
  _ __TA: vDSP_Length, _ __TC: vDSP_Length
) {
  forEach(__N) { n in
    (__C + n * Int(__TC)).update(from: __A + n * Int(__TA), count: Int(__M))
  }
}
