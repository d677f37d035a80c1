// Module Accelerate: the calls of vDSP, vForce and vImage that media programs use.
//
// The calls of vDSP and vForce are there in two precisions. The files in BothPrecisions are written in single precision; plug-in
// DoublePrecision derives those of double precision from them (`vDSP_vadd` becomes `vDSP_vaddD`, `vvsqrtf` becomes `vvsqrt`).

@_exported import Foundation

/// A number of elements.
public typealias vDSP_Length = UInt
/// The distance from one element to the next.
public typealias vDSP_Stride = Int

/// The flag of a window that is scaled to keep the power.
public var vDSP_HANN_NORM: Int32 { 2 }
/// The flag of a window as it is defined.
public var vDSP_HANN_DENORM: Int32 { 0 }
/// The flag of the first half of a window.
public var vDSP_HALF_WINDOW: Int32 { 1 }

/// Converts single to double precision.
public func vDSP_vspdp(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  transform(__A, __IA, __C, __IC, __N) { a in Double(a) }
}

/// Converts double to single precision, rounding to the nearest.
public func vDSP_vdpsp(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  transform(__A, __IA, __C, __IC, __N) { a in Float(a) }
}

/// Signal processing on arrays; see the functions that begin with `vDSP_`.
public enum vDSP {
  /// The replacements of elements below a limit.
  public enum ThresholdRule<T: BinaryFloatingPoint> {
    /// The limit replaces elements below it.
    case clampToThreshold
    /// Zero replaces elements below the limit.
    case zeroFill
    /// A number replaces elements from the limit up, its negative those below.
    case signedConstant(T)
  }

  /// The orders of `sort`.
  public enum SortOrder: Int32, Sendable {
    case ascending = 1
    case descending = -1
  }

  /// The sums of `integrate`.
  public enum IntegrationRule: Sendable {
    /// The sum of the elements.
    case runningSum
    /// Parabolas through three elements.
    case simpson
    /// Lines between elements.
    case trapezoidal
  }

  /// The integers that numbers become.
  public enum RoundingMode: Sendable {
    /// A number without its fraction.
    case towardZero
    /// The nearest ones, halves the even ones.
    case towardNearestInteger

    var rule: FloatingPointRoundingRule { self == .towardZero ? .towardZero : .toNearestOrEven }
  }

  /// The form of a window.
  public enum WindowSequence: Sendable {
    case hanningNormalized
    case hanningDenormalized
    case hamming
    case blackman
  }

  /// Converts numbers to those of single precision.
  public static func convertElements(
    of source: some AccelerateBuffer<Double>, to destination: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(source, to: &destination) { vDSP_vdpsp($0, 1, $1, 1, $2) }
  }

  /// Converts numbers to those of double precision.
  public static func convertElements(
    of source: some AccelerateBuffer<Float>, to destination: inout some AccelerateMutableBuffer<Double>
  ) {
    withVector(source, to: &destination) { vDSP_vspdp($0, 1, $1, 1, $2) }
  }

  /// Numbers of single precision.
  public static func doubleToFloat(_ source: some AccelerateBuffer<Double>) -> [Float] {
    array(source.count) { convertElements(of: source, to: &$0) }
  }

  /// Numbers of double precision.
  public static func floatToDouble(_ source: some AccelerateBuffer<Float>) -> [Double] {
    array(source.count) { convertElements(of: source, to: &$0) }
  }
}
