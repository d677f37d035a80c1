// Numbers that sum up vectors, extremes and their positions.

/// The sum.
public func vDSP_sve(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: 0) { result, a in result + a }
}

/// The sum of the squares.
public func vDSP_svesq(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: 0) { result, a in result + a * a }
}

/// The sum of the magnitudes.
public func vDSP_svemg(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: 0) { result, a in result + a.magnitude }
}

/// The mean; not a number without elements.
public func vDSP_meanv(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  let sum = fold(__A, __IA, __N, from: 0) { result, a in result + a }
  __C.pointee = sum / Float(__N)
}

/// The mean of the magnitudes; not a number without elements.
public func vDSP_meamgv(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  let sum = fold(__A, __IA, __N, from: 0) { result, a in result + a.magnitude }
  __C.pointee = sum / Float(__N)
}

/// The mean of the squares; not a number without elements.
public func vDSP_measqv(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  let sum = fold(__A, __IA, __N, from: 0) { result, a in result + a * a }
  __C.pointee = sum / Float(__N)
}

/// The root of the mean of the squares; not a number without elements.
public func vDSP_rmsqv(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  let sum = fold(__A, __IA, __N, from: 0) { result, a in result + a * a }
  __C.pointee = (sum / Float(__N)).squareRoot()
}

/// The greatest element; −∞ without elements.
public func vDSP_maxv(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: -Float.infinity) { result, a in max(result, a) }
}

/// The least element; ∞ without elements.
public func vDSP_minv(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: Float.infinity) { result, a in min(result, a) }
}

/// The greatest magnitude; 0 without elements.
public func vDSP_maxmgv(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  __C.pointee = fold(__A, __IA, __N, from: 0) { result, a in max(result, a.magnitude) }
}

/// The sum of the products of two vectors.
public func vDSP_dotpr(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length
) {
  var result: Float = 0
  forEach(__N) { result += __A[$0 * __IA] * __B[$0 * __IB] }
  __C.pointee = result
}

/// The greatest element and its position, counted in strides; −∞ and 0 without elements.
public func vDSP_maxvi(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __I: UnsafeMutablePointer<vDSP_Length>,
  _ __N: vDSP_Length
) {
  var (result, place) = (-Float.infinity, 0)
  forEach(__N) { index in
    if __A[index * __IA] > result { (result, place) = (__A[index * __IA], index * __IA) }
  }
  (__C.pointee, __I.pointee) = (result, vDSP_Length(place))
}

/// The greatest magnitude and its position, counted in strides; 0 and 0 without elements.
public func vDSP_maxmgvi(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __I: UnsafeMutablePointer<vDSP_Length>, _ __N: vDSP_Length
) {
  var (result, place) = (-Float.infinity, 0)
  forEach(__N) { index in
    let value = __A[index * __IA].magnitude
    if value > result { (result, place) = (value, index * __IA) }
  }
  (__C.pointee, __I.pointee) = (max(0, result), vDSP_Length(place))
}

/// The least element and its position, counted in strides; ∞ and 0 without elements.
public func vDSP_minvi(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __I: UnsafeMutablePointer<vDSP_Length>, _ __N: vDSP_Length
) {
  var (result, place) = (Float.infinity, 0)
  forEach(__N) { index in
    if __A[index * __IA] < result { (result, place) = (__A[index * __IA], index * __IA) }
  }
  (__C.pointee, __I.pointee) = (result, vDSP_Length(place))
}

/// Finds changes of sign.
///
/// - Parameters:
///   - __B: The number of changes after which the search ends.
///   - __C: The position of the last change found, counted in strides; 0 if they are fewer than asked for.
///   - __D: The number of changes found.
public func vDSP_nzcros(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: vDSP_Length, _ __C: UnsafeMutablePointer<vDSP_Length>,
  _ __D: UnsafeMutablePointer<vDSP_Length>, _ __N: vDSP_Length
) {
  var (count, last): (vDSP_Length, vDSP_Length) = (0, 0)
  var index = 1
  while index < Int(clamping: __N), count < __B {
    if (__A[index * __IA].sign == .minus) != (__A[(index - 1) * __IA].sign == .minus) {
      count += 1
      if count == __B { last = vDSP_Length(index * __IA) }
    }
    index += 1
  }
  (__C.pointee, __D.pointee) = (last, count)
}
