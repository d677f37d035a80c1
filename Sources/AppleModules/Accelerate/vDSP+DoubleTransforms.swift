// The transforms of vDSP+Transforms.swift in double precision.

import Foundation

/// A complex number.
public struct DSPDoubleComplex: Hashable, Sendable {
  public var real: Double
  public var imag: Double

  public init() { (real, imag) = (0, 0) }
  public init(real: Double, imag: Double) { (self.real, self.imag) = (real, imag) }
}

/// The memory of complex numbers: their real, and their imaginary parts.
public struct DSPDoubleSplitComplex {
  public var realp: UnsafeMutablePointer<Double>
  public var imagp: UnsafeMutablePointer<Double>

  public init(realp: UnsafeMutablePointer<Double>, imagp: UnsafeMutablePointer<Double>) {
    (self.realp, self.imagp) = (realp, imagp)
  }

  fileprivate func numbers(_ stride: vDSP_Stride) -> SplitNumbers<Double> {
    SplitNumbers(real: realp, imaginary: imagp, stride: stride)
  }
}

/// The tables of fast transforms, of all lengths up to one. May be used from several threads at once.
public typealias FFTSetupD = OpaquePointer

/// Makes a setup of transforms of up to 2 to the power of a number elements; nil for a number above 30.
public func vDSP_create_fftsetupD(_ __Log2n: vDSP_Length, _ __Radix: FFTRadix) -> FFTSetupD? {
  __Log2n <= 30 ? OpaquePointer(Unmanaged.passRetained(FourierTransform<Double>()).toOpaque()) : nil
}

/// Releases a setup.
public func vDSP_destroy_fftsetupD(_ __setup: FFTSetupD?) {
  if let __setup { Unmanaged<FourierTransform<Double>>.fromOpaque(UnsafeRawPointer(__setup)).release() }
}

/// Transforms complex numbers in place.
///
/// - Parameters:
///   - __Log2N: The binary logarithm of their number.
///   - __Direction: `FFT_FORWARD`, or `FFT_INVERSE`, which gives as many times the numbers as there are.
public func vDSP_fft_zipD(
  _ __Setup: FFTSetupD, _ __C: UnsafePointer<DSPDoubleSplitComplex>, _ __IC: vDSP_Stride, _ __Log2N: vDSP_Length,
  _ __Direction: FFTDirection
) {
  vDSP_fft_zopD(__Setup, __C, __IC, __C, __IC, __Log2N, __Direction)
}

/// Transforms complex numbers into other memory, as `vDSP_fft_zipD` does in place.
public func vDSP_fft_zopD(
  _ __Setup: FFTSetupD, _ __A: UnsafePointer<DSPDoubleSplitComplex>, _ __IA: vDSP_Stride,
  _ __C: UnsafePointer<DSPDoubleSplitComplex>, _ __IC: vDSP_Stride, _ __Log2N: vDSP_Length, _ __Direction: FFTDirection
) {
  transform(__Setup, Double.self).complex(
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
public func vDSP_fft_zripD(
  _ __Setup: FFTSetupD, _ __C: UnsafePointer<DSPDoubleSplitComplex>, _ __IC: vDSP_Stride, _ __Log2N: vDSP_Length,
  _ __Direction: FFTDirection
) {
  vDSP_fft_zropD(__Setup, __C, __IC, __C, __IC, __Log2N, __Direction)
}

/// Transforms real numbers into other memory, as `vDSP_fft_zripD` does in place.
public func vDSP_fft_zropD(
  _ __Setup: FFTSetupD, _ __A: UnsafePointer<DSPDoubleSplitComplex>, _ __IA: vDSP_Stride,
  _ __C: UnsafePointer<DSPDoubleSplitComplex>, _ __IC: vDSP_Stride, _ __Log2N: vDSP_Length, _ __Direction: FFTDirection
) {
  guard __Log2N > 0 else { return }
  transform(__Setup, Double.self).packed(
    __A.pointee.numbers(__IA), __C.pointee.numbers(__IC), count: 1 << Int(__Log2N),
    inverse: __Direction == FFTDirection(FFT_INVERSE))
}

/// Separates the parts of complex numbers.
///
/// - Parameter __IC: The distance between numbers, in units of a part: 2 for numbers in a row.
public func vDSP_ctozD(
  _ __C: UnsafePointer<DSPDoubleComplex>, _ __IC: vDSP_Stride, _ __Z: UnsafePointer<DSPDoubleSplitComplex>,
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
public func vDSP_ztocD(
  _ __Z: UnsafePointer<DSPDoubleSplitComplex>, _ __IZ: vDSP_Stride, _ __C: UnsafeMutablePointer<DSPDoubleComplex>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let source = __Z.pointee
  forEach(__N) { index in
    __C[index * __IC / 2] = DSPDoubleComplex(real: source.realp[index * __IZ], imag: source.imagp[index * __IZ])
  }
}

/// The squares of the magnitudes of complex numbers.
public func vDSP_zvmagsD(
  _ __A: UnsafePointer<DSPDoubleSplitComplex>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let source = __A.pointee
  forEach(__N) { index in
    let (a, b) = (source.realp[index * __IA], source.imagp[index * __IA])
    __C[index * __IC] = a * a + b * b
  }
}

/// The magnitudes of complex numbers.
public func vDSP_zvabsD(
  _ __A: UnsafePointer<DSPDoubleSplitComplex>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let source = __A.pointee
  forEach(__N) { __C[$0 * __IC] = hypot(source.realp[$0 * __IA], source.imagp[$0 * __IA]) }
}

/// The phases of complex numbers, from −π to π.
public func vDSP_zvphasD(
  _ __A: UnsafePointer<DSPDoubleSplitComplex>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let source = __A.pointee
  forEach(__N) { __C[$0 * __IC] = atan2(source.imagp[$0 * __IA], source.realp[$0 * __IA]) }
}

/// The tables of a transform of one length, kind and direction. May be used from several threads at once.
public typealias vDSP_DFT_SetupD = OpaquePointer

/// Makes the setup of a transform of complex numbers; nil for a length that is no 1, 3, 5 or 15 times a power of two of at
/// least 8.
///
/// - Parameter __Previous: Another setup; its memory is not shared.
public func vDSP_DFT_zop_CreateSetupD(
  _ __Previous: vDSP_DFT_SetupD?, _ __Length: vDSP_Length, _ __Direction: vDSP_DFT_Direction
) -> vDSP_DFT_SetupD? {
  DiscreteTransform<Double>(__Length, __Direction, isReal: false)?.pointer
}

/// Makes the setup of a transform of real numbers, packed and scaled as `vDSP_fft_zripD` has them; nil for a length that
/// is no 1, 3, 5 or 15 times a power of two of at least 16.
///
/// - Parameter __Previous: Another setup; its memory is not shared.
public func vDSP_DFT_zrop_CreateSetupD(
  _ __Previous: vDSP_DFT_SetupD?, _ __Length: vDSP_Length, _ __Direction: vDSP_DFT_Direction
) -> vDSP_DFT_SetupD? {
  DiscreteTransform<Double>(__Length, __Direction, isReal: true)?.pointer
}

/// Releases a setup.
public func vDSP_DFT_DestroySetupD(_ __Setup: vDSP_DFT_SetupD?) {
  if let __Setup { Unmanaged<DiscreteTransform<Double>>.fromOpaque(UnsafeRawPointer(__Setup)).release() }
}

/// Transforms numbers as their setup says; source and target may be the same.
public func vDSP_DFT_ExecuteD(
  _ __Setup: vDSP_DFT_SetupD, _ __Ir: UnsafePointer<Double>, _ __Ii: UnsafePointer<Double>,
  _ __Or: UnsafeMutablePointer<Double>, _ __Oi: UnsafeMutablePointer<Double>
) {
  Unmanaged<DiscreteTransform<Double>>.fromOpaque(UnsafeRawPointer(__Setup)).takeUnretainedValue().run(
    SplitNumbers(real: UnsafeMutablePointer(mutating: __Ir), imaginary: UnsafeMutablePointer(mutating: __Ii)),
    SplitNumbers(real: __Or, imaginary: __Oi))
}
