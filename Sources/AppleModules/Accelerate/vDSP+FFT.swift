import Foundation

/// The memory of complex numbers that `vDSP.FFT` transforms: `DSPSplitComplex` or `DSPDoubleSplitComplex`.
public protocol vDSP_FourierTransformable {
  /// Makes a setup; nil for more than 2 to the power of 30 elements.
  static func makeFFTSetup(log2n: vDSP_Length, radix: vDSP.Radix) -> OpaquePointer?
  /// Releases a setup.
  static func destroyFFTSetup(_ setup: OpaquePointer)
  /// Transforms packed real numbers.
  static func transform(
    _ setup: OpaquePointer, log2n: vDSP_Length, source: Self, destination: inout Self,
    direction: vDSP.FourierTransformDirection)
}

extension vDSP {
  /// The factor of a transform's lengths.
  public enum Radix: Sendable {
    /// Lengths that are powers of two.
    case radix2

    /// The number of the functions that begin with `vDSP_`.
    public var fftRadix: FFTRadix { FFTRadix(kFFTRadix2) }
  }

  /// The direction of a transform.
  public enum FourierTransformDirection: Sendable {
    case forward
    case inverse

    /// The number of the functions that begin with `vDSP_`.
    public var fftDirection: FFTDirection { FFTDirection(self == .forward ? FFT_FORWARD : FFT_INVERSE) }
  }

  /// A fast transform of real numbers of one length, packed and scaled as `vDSP_fft_zrop` has them.
  public final class FFT<T: vDSP_FourierTransformable> {
    private let setup: OpaquePointer
    private let log2n: vDSP_Length

    /// Makes a transform; nil for more than 2 to the power of 30 elements.
    public init?(log2n: vDSP_Length, radix: Radix, ofType: T.Type) {
      guard let setup = T.makeFFTSetup(log2n: log2n, radix: radix) else { return nil }
      (self.setup, self.log2n) = (setup, log2n)
    }

    deinit { T.destroyFFTSetup(setup) }

    /// Transforms from time to frequency.
    public func forward(input: T, output: inout T) { transform(input: input, output: &output, direction: .forward) }

    /// Transforms from frequency to time.
    public func inverse(input: T, output: inout T) { transform(input: input, output: &output, direction: .inverse) }

    /// Transforms in a direction.
    public func transform(input: T, output: inout T, direction: FourierTransformDirection) {
      T.transform(setup, log2n: log2n, source: input, destination: &output, direction: direction)
    }
  }
}
