// Correlation, moving windows and recursive filters, in double precision.

/// Correlates: C[n] = Σ A[n + p] · F[p]. With F at its last coefficient and −1 as its stride, it is a convolution.
///
/// - Parameters:
///   - __N: The number of results; A has N + P − 1 elements.
///   - __P: The number of coefficients.
public func vDSP_convD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __F: UnsafePointer<Double>, _ __IF: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length, _ __P: vDSP_Length
) {
  forEach(__N) { n in
    var sum: Double = 0
    forEach(__P) { p in sum += __A[(n + p) * __IA] * __F[p * __IF] }
    __C[n * __IC] = sum
  }
}

/// The sums of the elements in a window that moves: C[n] = A[n] + … + A[n + P − 1].
///
/// - Parameter __N: The number of results; A has N + P − 1 elements.
public func vDSP_vswsumD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length, _ __P: vDSP_Length
) {
  forEach(__N) { n in
    var sum: Double = 0
    forEach(__P) { p in sum += __A[(n + p) * __IA] }
    __C[n * __IC] = sum
  }
}

/// The greatest elements in a window that moves, of A[n] to A[n + P − 1].
///
/// - Parameter __N: The number of results; A has N + P − 1 elements.
public func vDSP_vswmaxD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length, _ __P: vDSP_Length
) {
  forEach(__N) { n in
    var greatest = -Double.infinity
    forEach(__P) { p in greatest = max(greatest, __A[(n + p) * __IA]) }
    __C[n * __IC] = greatest
  }
}

/// A recursive filter of two poles and two zeros, of five coefficients:
/// C[n] = A[n] · B0 + A[n − 1] · B1 + A[n − 2] · B2 − C[n − 1] · B3 − C[n − 2] · B4.
///
/// - Parameter __N: The number of results, which begin at the third element of C: the first two are those before.
public func vDSP_deq22D(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { index in
    let n = index + 2
    let zeros = __A[n * __IA] * __B[0] + __A[(n - 1) * __IA] * __B[1] + __A[(n - 2) * __IA] * __B[2]
    __C[n * __IC] = zeros - __C[(n - 1) * __IC] * __B[3] - __C[(n - 2) * __IC] * __B[4]
  }
}

/// A chain of recursive filters.
public typealias vDSP_biquad_SetupD = OpaquePointer

/// Makes a chain of recursive filters of two poles and two zeros.
///
/// - Parameters:
///   - __Coefficients: Five for each filter: b0, b1, b2, a1 and a2; a0 is 1.
///   - __M: The number of filters.
/// - Returns: The chain, which is released by `vDSP_biquad_DestroySetupD`; nil for no filters.
public func vDSP_biquad_CreateSetupD(_ __Coefficients: UnsafePointer<Double>, _ __M: vDSP_Length) -> vDSP_biquad_SetupD?
{
  guard __M > 0 else { return nil }
  let chain = FilterChain((0..<5 * Int(__M)).map { Double(__Coefficients[$0]) })
  return OpaquePointer(Unmanaged.passRetained(chain).toOpaque())
}

/// Releases a chain.
public func vDSP_biquad_DestroySetupD(_ __setup: vDSP_biquad_SetupD?) {
  if let __setup { Unmanaged<FilterChain<Double>>.fromOpaque(UnsafeRawPointer(__setup)).release() }
}

/// Filters X by a chain of recursive filters:
/// y[n] = b0 · x[n] + b1 · x[n − 1] + b2 · x[n − 2] − a1 · y[n − 1] − a2 · y[n − 2], where y is the next filter's x.
///
/// - Parameter __Delay: The last two numbers of X and of each filter, the older one first; zeros at the start. They become those of this
///   call, so that the next one goes on.
public func vDSP_biquadD(
  _ __Setup: vDSP_biquad_SetupD, _ __Delay: UnsafeMutablePointer<Double>, _ __X: UnsafePointer<Double>,
  _ __IX: vDSP_Stride,
  _ __Y: UnsafeMutablePointer<Double>, _ __IY: vDSP_Stride, _ __N: vDSP_Length
) {
  let chain = Unmanaged<FilterChain<Double>>.fromOpaque(UnsafeRawPointer(__Setup)).takeUnretainedValue()
  forEach(__N) { n in __Y[n * __IY] = chain.next(__X[n * __IX], __Delay) }
}
