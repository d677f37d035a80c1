// Complex numbers and windows of Swift programs, on top of the functions that begin with `vDSP_`.

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

extension Float: vDSP_FloatingPointDiscreteFourierTransformable {
  public static func makeDFTSetup(
    count: Int, direction: vDSP_DFT_Direction, transformType: vDSP.DFTTransformType
  ) -> OpaquePointer? {
    let length = vDSP_Length(max(0, count))
    return transformType == .complexReal
      ? vDSP_DFT_zrop_CreateSetup(nil, length, direction) : vDSP_DFT_zop_CreateSetup(nil, length, direction)
  }

  public static func destroyDFTSetup(_ setup: OpaquePointer) { vDSP_DFT_DestroySetup(setup) }

  public static func executeDFT(
    _ setup: OpaquePointer, _ inputReal: UnsafePointer<Float>, _ inputImaginary: UnsafePointer<Float>,
    _ outputReal: UnsafeMutablePointer<Float>, _ outputImaginary: UnsafeMutablePointer<Float>
  ) {
    vDSP_DFT_Execute(setup, inputReal, inputImaginary, outputReal, outputImaginary)
  }
}

extension vDSP {
  /// Separates the parts of complex numbers.
  public static func convert(
    interleavedComplexVector: [DSPComplex], toSplitComplexVector splitComplexVector: inout DSPSplitComplex
  ) { vDSP_ctoz(interleavedComplexVector, 2, &splitComplexVector, 1, vDSP_Length(interleavedComplexVector.count)) }

  /// Joins the parts of complex numbers: as many as the result has.
  public static func convert(
    splitComplexVector: DSPSplitComplex, toInterleavedComplexVector interleavedComplexVector: inout [DSPComplex]
  ) {
    var source = splitComplexVector
    vDSP_ztoc(&source, 1, &interleavedComplexVector, 2, vDSP_Length(interleavedComplexVector.count))
  }

  /// The squares of the magnitudes of complex numbers: as many as the result has.
  public static func squareMagnitudes(
    _ splitComplex: DSPSplitComplex, result: inout some AccelerateMutableBuffer<Float>
  ) {
    var source = splitComplex
    withResult(&result) { vDSP_zvmags(&source, 1, $0, 1, $1) }
  }

  /// The magnitudes of complex numbers: as many as the result has.
  public static func absolute(
    _ splitComplex: DSPSplitComplex, result: inout some AccelerateMutableBuffer<Float>
  ) {
    var source = splitComplex
    withResult(&result) { vDSP_zvabs(&source, 1, $0, 1, $1) }
  }

  /// The phases of complex numbers, from −π to π: as many as the result has.
  public static func phase(
    _ splitComplex: DSPSplitComplex, result: inout some AccelerateMutableBuffer<Float>
  ) {
    var source = splitComplex
    withResult(&result) { vDSP_zvphas(&source, 1, $0, 1, $1) }
  }

  /// Returns a window of a periodic signal.
  ///
  /// - Parameter isHalfWindow: True for the first half alone; the rest is zero.
  public static func window(
    ofType: Float.Type, usingSequence sequence: WindowSequence, count: Int, isHalfWindow: Bool
  ) -> [Float] {
    var window = [Float](repeating: 0, count: count)
    formWindow(usingSequence: sequence, result: &window, isHalfWindow: isHalfWindow)
    return window
  }

  /// Sets all elements to a window of a periodic signal.
  ///
  /// - Parameter isHalfWindow: True for the first half alone; the rest stays as it is.
  public static func formWindow(
    usingSequence sequence: WindowSequence, result: inout some AccelerateMutableBuffer<Float>, isHalfWindow: Bool
  ) {
    let half = isHalfWindow ? vDSP_HALF_WINDOW : 0
    withResult(&result) { window, count in
      switch sequence {
      case .hanningNormalized: vDSP_hann_window(window, count, vDSP_HANN_NORM | half)
      case .hanningDenormalized: vDSP_hann_window(window, count, vDSP_HANN_DENORM | half)
      case .hamming: vDSP_hamm_window(window, count, half)
      case .blackman: vDSP_blkman_window(window, count, half)
      }
    }
  }
}
