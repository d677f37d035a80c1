import Foundation

/// The direction of a fast transform.
public typealias FFTDirection = Int32
/// The factor of a fast transform's lengths.
public typealias FFTRadix = Int32

/// From time to frequency.
public var FFT_FORWARD: Int { 1 }
/// From frequency to time.
public var FFT_INVERSE: Int { -1 }
/// From time to frequency.
public var kFFTDirection_Forward: Int { 1 }
/// From frequency to time.
public var kFFTDirection_Inverse: Int { -1 }
/// Lengths that are powers of two.
public var FFT_RADIX2: Int { 0 }
/// Lengths that are powers of two.
public var kFFTRadix2: Int { 0 }

/// The direction of a transform.
public enum vDSP_DFT_Direction: Int32, Sendable {
  /// From time to frequency.
  case FORWARD = 1
  /// From frequency to time.
  case INVERSE = -1
}
