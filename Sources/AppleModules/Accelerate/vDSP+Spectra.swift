import Foundation

// Transforms, windows and decibels of Swift programs, on top of the functions that begin with `vDSP_`.

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

extension DSPSplitComplex: vDSP_FourierTransformable {
  public static func makeFFTSetup(log2n: vDSP_Length, radix: vDSP.Radix) -> OpaquePointer? {
    vDSP_create_fftsetup(log2n, radix.fftRadix)
  }

  public static func destroyFFTSetup(_ setup: OpaquePointer) { vDSP_destroy_fftsetup(setup) }

  public static func transform(
    _ setup: OpaquePointer, log2n: vDSP_Length, source: Self, destination: inout Self,
    direction: vDSP.FourierTransformDirection
  ) {
    var source = source
    vDSP_fft_zrop(setup, &source, 1, &destination, 1, log2n, direction.fftDirection)
  }
}

extension DSPDoubleSplitComplex: vDSP_FourierTransformable {
  public static func makeFFTSetup(log2n: vDSP_Length, radix: vDSP.Radix) -> OpaquePointer? {
    vDSP_create_fftsetupD(log2n, radix.fftRadix)
  }

  public static func destroyFFTSetup(_ setup: OpaquePointer) { vDSP_destroy_fftsetupD(setup) }

  public static func transform(
    _ setup: OpaquePointer, log2n: vDSP_Length, source: Self, destination: inout Self,
    direction: vDSP.FourierTransformDirection
  ) {
    var source = source
    vDSP_fft_zropD(setup, &source, 1, &destination, 1, log2n, direction.fftDirection)
  }
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

  /// Separates the parts of complex numbers.
  public static func convert(
    interleavedComplexVector: [DSPComplex], toSplitComplexVector splitComplexVector: inout DSPSplitComplex
  ) { vDSP_ctoz(interleavedComplexVector, 2, &splitComplexVector, 1, vDSP_Length(interleavedComplexVector.count)) }

  /// Joins the parts of complex numbers: as many as the array has.
  public static func convert(
    splitComplexVector: DSPSplitComplex, toInterleavedComplexVector interleavedComplexVector: inout [DSPComplex]
  ) {
    var source = splitComplexVector
    vDSP_ztoc(&source, 1, &interleavedComplexVector, 2, vDSP_Length(interleavedComplexVector.count))
  }

  /// The squares of the magnitudes of complex numbers: as many as the array has.
  public static func squareMagnitudes(_ splitComplex: DSPSplitComplex, result: inout [Float]) {
    var source = splitComplex
    vDSP_zvmags(&source, 1, &result, 1, vDSP_Length(result.count))
  }

  /// The magnitudes of complex numbers: as many as the array has.
  public static func absolute(_ splitComplex: DSPSplitComplex, result: inout [Float]) {
    var source = splitComplex
    vDSP_zvabs(&source, 1, &result, 1, vDSP_Length(result.count))
  }

  /// The phases of complex numbers, from −π to π: as many as the array has.
  public static func phase(_ splitComplex: DSPSplitComplex, result: inout [Float]) {
    var source = splitComplex
    vDSP_zvphas(&source, 1, &result, 1, vDSP_Length(result.count))
  }

  /// Amplitudes in decibels: 20 · log₁₀(a / zero).
  public static func amplitudeToDecibels(_ amplitude: [Float], zeroReference: Float) -> [Float] {
    amplitude.map { 20 * log10($0 / zeroReference) }
  }

  /// Amplitudes in decibels: 20 · log₁₀(a / zero).
  public static func amplitudeToDecibels(_ amplitude: [Double], zeroReference: Double) -> [Double] {
    amplitude.map { 20 * log10($0 / zeroReference) }
  }

  /// Powers in decibels: 10 · log₁₀(p / zero).
  public static func powerToDecibels(_ power: [Float], zeroReference: Float) -> [Float] {
    power.map { 10 * log10($0 / zeroReference) }
  }

  /// Powers in decibels: 10 · log₁₀(p / zero).
  public static func powerToDecibels(_ power: [Double], zeroReference: Double) -> [Double] {
    power.map { 10 * log10($0 / zeroReference) }
  }

  /// The form of a window.
  public enum WindowSequence: Sendable {
    case hanningNormalized
    case hanningDenormalized
    case hamming
    case blackman
  }

  /// Returns a window of a periodic signal.
  ///
  /// - Parameter isHalfWindow: True for the first half alone; the rest is zero.
  public static func window(
    ofType: Float.Type, usingSequence sequence: WindowSequence, count: Int, isHalfWindow: Bool
  ) -> [Float] {
    var window = [Float](repeating: 0, count: count)
    let half = isHalfWindow ? vDSP_HALF_WINDOW : 0
    switch sequence {
    case .hanningNormalized: vDSP_hann_window(&window, vDSP_Length(count), vDSP_HANN_NORM | half)
    case .hanningDenormalized: vDSP_hann_window(&window, vDSP_Length(count), vDSP_HANN_DENORM | half)
    case .hamming: vDSP_hamm_window(&window, vDSP_Length(count), half)
    case .blackman: vDSP_blkman_window(&window, vDSP_Length(count), half)
    }
    return window
  }
}

/// Makes a Blackman window of a periodic signal: C[n] = 0.42 − 0.5 · cos(2πn / N) + 0.08 · cos(4πn / N).
public func vDSP_blkman_window(_ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length, _ __Flag: Int32) {
  let count = __Flag & vDSP_HALF_WINDOW != 0 ? (__N + 1) / 2 : __N
  forEach(count) {
    let angle = 2 * Double.pi * Double($0) / Double(__N)
    __C[$0] = Float(0.42 - 0.5 * cos(angle) + 0.08 * cos(2 * angle))
  }
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
