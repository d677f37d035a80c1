// Correlation, moving windows and recursive filters.

/// Correlates: C[n] = Σ A[n + p] · F[p]. With F at its last coefficient and −1 as its stride, it is a convolution.
///
/// - Parameters:
///   - __N: The number of results; A has N + P − 1 elements.
///   - __P: The number of coefficients.
public func vDSP_conv(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __F: UnsafePointer<Float>, _ __IF: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length, _ __P: vDSP_Length
) {
  forEach(__N) { n in
    var sum: Float = 0
    forEach(__P) { p in sum += __A[(n + p) * __IA] * __F[p * __IF] }
    __C[n * __IC] = sum
  }
}

/// Filters, and keeps each of some samples: C[n] = Σ A[n · i + p] · F[p].
///
/// - Parameters:
///   - __DF: The samples of which one is kept.
///   - __N: The number of results. A has (N − 1) · DF + P elements.
///   - __P: The number of coefficients.
public func vDSP_desamp(
  _ __A: UnsafePointer<Float>, _ __DF: vDSP_Stride, _ __F: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __N: vDSP_Length, _ __P: vDSP_Length
) {
  forEach(__N) { index in
    var sum: Float = 0
    forEach(__P) { sum += __A[index * __DF + $0] * __F[$0] }
    __C[index] = sum
  }
}

/// The sums of the elements in a window that moves: C[n] = A[n] + … + A[n + P − 1].
///
/// - Parameter __N: The number of results; A has N + P − 1 elements.
public func vDSP_vswsum(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length, _ __P: vDSP_Length
) {
  forEach(__N) { n in
    var sum: Float = 0
    forEach(__P) { p in sum += __A[(n + p) * __IA] }
    __C[n * __IC] = sum
  }
}

/// The greatest elements in a window that moves, of A[n] to A[n + P − 1].
///
/// - Parameter __N: The number of results; A has N + P − 1 elements.
public func vDSP_vswmax(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length, _ __P: vDSP_Length
) {
  forEach(__N) { n in
    var greatest = -Float.infinity
    forEach(__P) { p in greatest = max(greatest, __A[(n + p) * __IA]) }
    __C[n * __IC] = greatest
  }
}

/// A recursive filter of two poles and two zeros, of five coefficients:
/// C[n] = A[n] · B0 + A[n − 1] · B1 + A[n − 2] · B2 − C[n − 1] · B3 − C[n − 2] · B4.
///
/// - Parameter __N: The number of results, which begin at the third element of C: the first two are those before.
public func vDSP_deq22(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { index in
    let n = index + 2
    let zeros = __A[n * __IA] * __B[0] + __A[(n - 1) * __IA] * __B[1] + __A[(n - 2) * __IA] * __B[2]
    __C[n * __IC] = zeros - __C[(n - 1) * __IC] * __B[3] - __C[(n - 2) * __IC] * __B[4]
  }
}

/// A chain of recursive filters.
public typealias vDSP_biquad_Setup = OpaquePointer

/// Makes a chain of recursive filters of two poles and two zeros.
///
/// - Parameters:
///   - __Coefficients: Five for each filter: b0, b1, b2, a1 and a2; a0 is 1.
///   - __M: The number of filters.
/// - Returns: The chain, which is released by `vDSP_biquad_DestroySetup`; nil for no filters.
public func vDSP_biquad_CreateSetup(_ __Coefficients: UnsafePointer<Double>, _ __M: vDSP_Length) -> vDSP_biquad_Setup? {
  guard __M > 0 else { return nil }
  let chain = FilterChain((0..<5 * Int(__M)).map { Float(__Coefficients[$0]) })
  return OpaquePointer(Unmanaged.passRetained(chain).toOpaque())
}

/// Releases a chain.
public func vDSP_biquad_DestroySetup(_ __setup: vDSP_biquad_Setup?) {
  if let __setup { Unmanaged<FilterChain<Float>>.fromOpaque(UnsafeRawPointer(__setup)).release() }
}

/// Filters X by a chain of recursive filters:
/// y[n] = b0 · x[n] + b1 · x[n − 1] + b2 · x[n − 2] − a1 · y[n − 1] − a2 · y[n − 2], where y is the next filter's x.
///
/// - Parameter __Delay: The last two numbers of X and of each filter, the older one first; zeros at the start. They become those of this
///   call, so that the next one goes on.
public func vDSP_biquad(
  _ __Setup: vDSP_biquad_Setup, _ __Delay: UnsafeMutablePointer<Float>, _ __X: UnsafePointer<Float>,
  _ __IX: vDSP_Stride,
  _ __Y: UnsafeMutablePointer<Float>, _ __IY: vDSP_Stride, _ __N: vDSP_Length
) {
  let chain = Unmanaged<FilterChain<Float>>.fromOpaque(UnsafeRawPointer(__Setup)).takeUnretainedValue()
  forEach(__N) { n in __Y[n * __IY] = chain.next(__X[n * __IX], __Delay) }
}

extension Float: vDSP_FloatingPointBiquadFilterable {
  public static func makeBiquadSetup(coefficients: [Double], sectionCount: vDSP_Length) -> OpaquePointer? {
    vDSP_biquad_CreateSetup(coefficients, sectionCount)
  }

  public static func destroyBiquadSetup(_ setup: OpaquePointer) { vDSP_biquad_DestroySetup(setup) }

  public static func applyBiquad(
    _ setup: OpaquePointer, _ delays: UnsafeMutablePointer<Float>, _ input: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>, _ count: vDSP_Length
  ) {
    vDSP_biquad(setup, delays, input, 1, output, 1, count)
  }
}
