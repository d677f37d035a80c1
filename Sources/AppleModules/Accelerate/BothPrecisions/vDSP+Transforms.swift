// Fourier transforms of vDSP, by kissfft in GStreamer's library.

import Foundation

/// A complex number.
public struct DSPComplex: Hashable, Sendable {
  public var real: Float
  public var imag: Float

  public init() { (real, imag) = (0, 0) }
  public init(real: Float, imag: Float) { (self.real, self.imag) = (real, imag) }
}

/// The memory of complex numbers: their real, and their imaginary parts.
public struct DSPSplitComplex {
  public var realp: UnsafeMutablePointer<Float>
  public var imagp: UnsafeMutablePointer<Float>

  public init(realp: UnsafeMutablePointer<Float>, imagp: UnsafeMutablePointer<Float>) {
    (self.realp, self.imagp) = (realp, imagp)
  }

  fileprivate func numbers(_ stride: vDSP_Stride) -> SplitNumbers<Float> {
    SplitNumbers(real: realp, imaginary: imagp, stride: stride)
  }
}

/// The tables of fast transforms, of all lengths up to one. May be used from several threads at once.
public typealias FFTSetup = OpaquePointer

/// Makes a setup of transforms of up to 2 to the power of a number elements; nil for a number above 30.
public func vDSP_create_fftsetup(_ __Log2n: vDSP_Length, _ __Radix: FFTRadix) -> FFTSetup? {
  __Log2n <= 30 ? OpaquePointer(Unmanaged.passRetained(FourierTransform<Float>()).toOpaque()) : nil
}

/// Releases a setup.
public func vDSP_destroy_fftsetup(_ __setup: FFTSetup?) {
  if let __setup { Unmanaged<FourierTransform<Float>>.fromOpaque(UnsafeRawPointer(__setup)).release() }
}

/// Transforms complex numbers in place.
///
/// - Parameters:
///   - __Log2N: The binary logarithm of their number.
///   - __Direction: `FFT_FORWARD`, or `FFT_INVERSE`, which gives as many times the numbers as there are.
public func vDSP_fft_zip(
  _ __Setup: FFTSetup, _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __Log2N: vDSP_Length,
  _ __Direction: FFTDirection
) {
  vDSP_fft_zop(__Setup, __C, __IC, __C, __IC, __Log2N, __Direction)
}

/// Transforms complex numbers into other memory, as `vDSP_fft_zip` does in place.
public func vDSP_fft_zop(
  _ __Setup: FFTSetup, _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride,
  _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __Log2N: vDSP_Length, _ __Direction: FFTDirection
) {
  transform(__Setup, Float.self).complex(
    __A.pointee.numbers(__IA), __C.pointee.numbers(__IC), count: 1 << Int(__Log2N),
    inverse: __Direction == FFTDirection(FFT_INVERSE))
}

/// Transforms real numbers in place; the even ones are the real, the odd ones the imaginary parts.
///
/// The result is the first half of the transform, twice as large; the real value in its middle is in the place of the first
/// imaginary part. The inverse gives the numbers as many times as there are, and twice that of a forward transform's
/// result.
///
/// - Parameters:
///   - __Log2N: The binary logarithm of the number of real numbers: 1 or more.
///   - __Direction: `FFT_FORWARD` or `FFT_INVERSE`.
public func vDSP_fft_zrip(
  _ __Setup: FFTSetup, _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __Log2N: vDSP_Length,
  _ __Direction: FFTDirection
) {
  vDSP_fft_zrop(__Setup, __C, __IC, __C, __IC, __Log2N, __Direction)
}

/// Transforms real numbers into other memory, as `vDSP_fft_zrip` does in place.
public func vDSP_fft_zrop(
  _ __Setup: FFTSetup, _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride,
  _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __Log2N: vDSP_Length, _ __Direction: FFTDirection
) {
  guard __Log2N > 0 else { return }
  transform(__Setup, Float.self).packed(
    __A.pointee.numbers(__IA), __C.pointee.numbers(__IC), count: 1 << Int(__Log2N),
    inverse: __Direction == FFTDirection(FFT_INVERSE))
}

/// Separates the parts of complex numbers.
///
/// - Parameter __IC: The distance between numbers, in units of a part: 2 for numbers in a row.
public func vDSP_ctoz(
  _ __C: UnsafePointer<DSPComplex>, _ __IC: vDSP_Stride, _ __Z: UnsafePointer<DSPSplitComplex>,
  _ __IZ: vDSP_Stride, _ __N: vDSP_Length
) {
  let target = __Z.pointee
  forEach(__N) { index in
    let number = __C[index * __IC / 2]
    (target.realp[index * __IZ], target.imagp[index * __IZ]) = (number.real, number.imag)
  }
}

/// Joins the parts of complex numbers.
///
/// - Parameter __IC: The distance between numbers, in units of a part: 2 for numbers in a row.
public func vDSP_ztoc(
  _ __Z: UnsafePointer<DSPSplitComplex>, _ __IZ: vDSP_Stride, _ __C: UnsafeMutablePointer<DSPComplex>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let source = __Z.pointee
  forEach(__N) { index in
    __C[index * __IC / 2] = DSPComplex(real: source.realp[index * __IZ], imag: source.imagp[index * __IZ])
  }
}

/// The squares of the magnitudes of complex numbers.
public func vDSP_zvmags(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let source = __A.pointee
  forEach(__N) { index in
    let (a, b) = (source.realp[index * __IA], source.imagp[index * __IA])
    __C[index * __IC] = a * a + b * b
  }
}

/// The magnitudes of complex numbers.
public func vDSP_zvabs(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let source = __A.pointee
  forEach(__N) { __C[$0 * __IC] = hypot(source.realp[$0 * __IA], source.imagp[$0 * __IA]) }
}

/// The phases of complex numbers, from −π to π.
public func vDSP_zvphas(
  _ __A: UnsafePointer<DSPSplitComplex>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let source = __A.pointee
  forEach(__N) { __C[$0 * __IC] = atan2(source.imagp[$0 * __IA], source.realp[$0 * __IA]) }
}

/// The tables of a transform of one length, kind and direction. May be used from several threads at once.
public typealias vDSP_DFT_Setup = OpaquePointer

/// Makes the setup of a transform of complex numbers; nil for a length that is no 1, 3, 5 or 15 times a power of two of at
/// least 8.
///
/// - Parameter __Previous: Another setup; its memory is not shared.
public func vDSP_DFT_zop_CreateSetup(
  _ __Previous: vDSP_DFT_Setup?, _ __Length: vDSP_Length, _ __Direction: vDSP_DFT_Direction
) -> vDSP_DFT_Setup? {
  DiscreteTransform<Float>(__Length, __Direction, isReal: false)?.pointer
}

/// Makes the setup of a transform of real numbers, packed and scaled as `vDSP_fft_zrip` has them; nil for a length that
/// is no 1, 3, 5 or 15 times a power of two of at least 16.
///
/// - Parameter __Previous: Another setup; its memory is not shared.
public func vDSP_DFT_zrop_CreateSetup(
  _ __Previous: vDSP_DFT_Setup?, _ __Length: vDSP_Length, _ __Direction: vDSP_DFT_Direction
) -> vDSP_DFT_Setup? {
  DiscreteTransform<Float>(__Length, __Direction, isReal: true)?.pointer
}

/// Releases a setup.
public func vDSP_DFT_DestroySetup(_ __Setup: vDSP_DFT_Setup?) {
  if let __Setup { Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(__Setup)).release() }
}

/// Transforms numbers as their setup says; source and target may be the same.
public func vDSP_DFT_Execute(
  _ __Setup: vDSP_DFT_Setup, _ __Ir: UnsafePointer<Float>, _ __Ii: UnsafePointer<Float>,
  _ __Or: UnsafeMutablePointer<Float>, _ __Oi: UnsafeMutablePointer<Float>
) {
  Unmanaged<DiscreteTransform<Float>>.fromOpaque(UnsafeRawPointer(__Setup)).takeUnretainedValue().run(
    SplitNumbers(real: UnsafeMutablePointer(mutating: __Ir), imaginary: UnsafeMutablePointer(mutating: __Ii)),
    SplitNumbers(real: __Or, imaginary: __Oi))
}
