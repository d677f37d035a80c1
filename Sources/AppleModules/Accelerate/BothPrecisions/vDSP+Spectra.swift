// Transforms, windows and decibels of Swift programs, on top of the functions that begin with `vDSP_`.

import Foundation

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

extension vDSP {
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

  /// Powers in decibels: 10 · log₁₀(p / zero).
  public static func powerToDecibels(_ power: [Float], zeroReference: Float) -> [Float] {
    power.map { 10 * log10($0 / zeroReference) }
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
