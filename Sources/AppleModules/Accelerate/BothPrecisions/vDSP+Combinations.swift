// Vectors made of two, three or four vectors and numbers.

/// The products of two vectors plus a third: D = A · B + C.
public func vDSP_vma(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __IC: vDSP_Stride, _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = __A[n * __IA] * __B[n * __IB] + __C[n * __IC] }
}

/// D = A · B + c.
public func vDSP_vmsa(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = __A[n * __IA] * __B[n * __IB] + __C.pointee }
}

/// The products of two vectors less a third: D = A · B − C.
public func vDSP_vmsb(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __IC: vDSP_Stride, _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = __A[n * __IA] * __B[n * __IB] - __C[n * __IC] }
}

/// A vector times a number, plus another vector: D = A · B + C.
public func vDSP_vsma(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __IC: vDSP_Stride, _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = __A[n * __IA] * __B.pointee + __C[n * __IC] }
}

/// A vector times a number, less another vector: D = A · B − C.
public func vDSP_vsmsb(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __IC: vDSP_Stride, _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = __A[n * __IA] * __B.pointee - __C[n * __IC] }
}

/// Two vectors, each times a number, added: E = A · B + C · D.
public func vDSP_vsmsma(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __IC: vDSP_Stride, _ __D: UnsafePointer<Float>, _ __E: UnsafeMutablePointer<Float>, _ __IE: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __E[n * __IE] = __A[n * __IA] * __B.pointee + __C[n * __IC] * __D.pointee }
}

/// The sums of two vectors times a third: D = (A + B) · C.
public func vDSP_vam(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __IC: vDSP_Stride, _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = (__A[n * __IA] + __B[n * __IB]) * __C[n * __IC] }
}

/// The differences of two vectors times a third: D = (A − B) · C.
public func vDSP_vsbm(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __IC: vDSP_Stride, _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = (__A[n * __IA] - __B[n * __IB]) * __C[n * __IC] }
}

/// The sums of two vectors times a number: D = (A + B) · C.
public func vDSP_vasm(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = (__A[n * __IA] + __B[n * __IB]) * __C.pointee }
}

/// The differences of two vectors times a number: D = (A − B) · C.
public func vDSP_vsbsm(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = (__A[n * __IA] - __B[n * __IB]) * __C.pointee }
}

/// The products of two pairs of vectors, added: E = A · B + C · D.
public func vDSP_vmma(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __IC: vDSP_Stride, _ __D: UnsafePointer<Float>, _ __ID: vDSP_Stride,
  _ __E: UnsafeMutablePointer<Float>, _ __IE: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __E[n * __IE] = __A[n * __IA] * __B[n * __IB] + __C[n * __IC] * __D[n * __ID] }
}

/// The products of two pairs of vectors, subtracted: E = A · B − C · D.
public func vDSP_vmmsb(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __IC: vDSP_Stride, _ __D: UnsafePointer<Float>, _ __ID: vDSP_Stride,
  _ __E: UnsafeMutablePointer<Float>, _ __IE: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __E[n * __IE] = __A[n * __IA] * __B[n * __IB] - __C[n * __IC] * __D[n * __ID] }
}

/// The sums of two pairs of vectors, multiplied: E = (A + B) · (C + D).
public func vDSP_vaam(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __IC: vDSP_Stride, _ __D: UnsafePointer<Float>, _ __ID: vDSP_Stride,
  _ __E: UnsafeMutablePointer<Float>, _ __IE: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __E[n * __IE] = (__A[n * __IA] + __B[n * __IB]) * (__C[n * __IC] + __D[n * __ID]) }
}

/// A number divided by the elements of a vector: C = A / B.
public func vDSP_svdiv(
  _ __A: UnsafePointer<Float>, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = __A.pointee / __B[n * __IB] }
}

/// The negatives of the magnitudes.
public func vDSP_vnabs(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = -__A[n * __IA].magnitude }
}

/// The squares with the signs of the elements.
public func vDSP_vssq(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = __A[n * __IA] * __A[n * __IA].magnitude }
}

/// The fractions: what is left of an element without its integer part, with its sign.
public func vDSP_vfrac(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = __A[n * __IA] - __A[n * __IA].rounded(.towardZero) }
}

/// The lengths of vectors of two parts: C = √(A² + B²).
public func vDSP_vdist(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = (__A[n * __IA] * __A[n * __IA] + __B[n * __IB] * __B[n * __IB]).squareRoot() }
}

/// The distances of points (A, B) and (C, D).
public func vDSP_vpythg(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __IC: vDSP_Stride, _ __D: UnsafePointer<Float>, _ __ID: vDSP_Stride,
  _ __E: UnsafeMutablePointer<Float>, _ __IE: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in
    let (x, y) = (__A[n * __IA] - __C[n * __IC], __B[n * __IB] - __D[n * __ID])
    __E[n * __IE] = (x * x + y * y).squareRoot()
  }
}
