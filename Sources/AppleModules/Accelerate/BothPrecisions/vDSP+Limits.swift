// Elements compared with thresholds, and numbers that describe vectors.

/// Replaces elements below a threshold B by the threshold.
public func vDSP_vthr(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = __A[n * __IA] >= __B.pointee ? __A[n * __IA] : __B.pointee }
}

/// Replaces elements below a threshold B by 0.
public func vDSP_vthres(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = __A[n * __IA] >= __B.pointee ? __A[n * __IA] : 0 }
}

/// C for elements from a threshold B up, −C for those below.
public func vDSP_vthrsc(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = __A[n * __IA] >= __B.pointee ? __C.pointee : -__C.pointee }
}

/// C for elements from a limit B up, −C for those below.
public func vDSP_vlim(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = __A[n * __IA] >= __B.pointee ? __C.pointee : -__C.pointee }
}

/// Replaces elements between B and C: negative ones by B, the others by C.
public func vDSP_viclip(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in
    let a = __A[n * __IA]
    __D[n * __ID] = a <= __B.pointee || a >= __C.pointee ? a : a < 0 ? __B.pointee : __C.pointee
  }
}

/// Limits elements to the range from B to C, and counts those that were below and above.
public func vDSP_vclipc(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafePointer<Float>,
  _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length,
  _ __NLow: UnsafeMutablePointer<vDSP_Length>, _ __NHigh: UnsafeMutablePointer<vDSP_Length>
) {
  (__NLow.pointee, __NHigh.pointee) = (0, 0)
  forEach(__N) { n in
    let a = __A[n * __IA]
    if a < __B.pointee { __NLow.pointee += 1 }
    if a > __C.pointee { __NHigh.pointee += 1 }
    __D[n * __ID] = min(max(a, __B.pointee), __C.pointee)
  }
}

/// The elements of A for which B is not 0, one after the other.
public func vDSP_vcmprs(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  var count = 0
  forEach(__N) { n in
    guard __B[n * __IB] != 0 else { return }
    __C[count * __IC] = __A[n * __IA]
    count += 1
  }
}

// MARK: Numbers of vectors

/// The sum of the squares with the signs of the elements.
public func vDSP_svs(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: 0) { result, a in result + a * a.magnitude }
}

/// The mean of the squares with the signs of the elements; not a number without elements.
public func vDSP_mvessq(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: 0) { result, a in result + a * a.magnitude } / Float(__N)
}

/// The least magnitude; ∞ without elements.
public func vDSP_minmgv(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: .infinity) { result, a in min(result, a.magnitude) }
}

/// The least magnitude and its position, counted in strides; ∞ and 0 without elements.
public func vDSP_minmgvi(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __I: UnsafeMutablePointer<vDSP_Length>, _ __N: vDSP_Length
) {
  var (result, place) = (Float.infinity, 0)
  forEach(__N) { n in
    if __A[n * __IA].magnitude < result { (result, place) = (__A[n * __IA].magnitude, n * __IA) }
  }
  (__C.pointee, __I.pointee) = (result, vDSP_Length(place))
}

/// The sum of the elements, and that of their squares.
public func vDSP_sve_svesq(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __Sum: UnsafeMutablePointer<Float>,
  _ __SumOfSquares: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  vDSP_sve(__A, __IA, __Sum, __N)
  vDSP_svesq(__A, __IA, __SumOfSquares, __N)
}

/// The sum of the squares of the differences of two vectors.
public func vDSP_distancesq(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  var result: Float = 0
  forEach(__N) { n in
    let difference = __A[n * __IA] - __B[n * __IB]
    result += difference * difference
  }
  __C.pointee = result
}

/// The mean and the standard deviation; with a target C, the elements less the mean, divided by the deviation.
///
/// The deviation is that of all elements: its square is the mean of the squares of the differences.
public func vDSP_normalize(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>?, _ __IC: vDSP_Stride,
  _ __Mean: UnsafeMutablePointer<Float>, _ __StandardDeviation: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  vDSP_meanv(__A, __IA, __Mean, __N)
  let mean = __Mean.pointee
  let squares = fold(__A, __IA, __N, from: 0) { result, a in result + (a - mean) * (a - mean) }
  let deviation = (squares / Float(__N)).squareRoot()
  __StandardDeviation.pointee = deviation
  if let __C { forEach(__N) { n in __C[n * __IC] = (__A[n * __IA] - mean) / deviation } }
}
