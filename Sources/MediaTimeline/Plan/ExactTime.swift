package import CoreMedia
import MovieFile

/// A time in seconds as a fraction of whole numbers, in lowest terms: sums, products and quotients of media times, without rounding.
///
/// Operands that need more than 62 bits, as only times of several unrelated timescales have, are rounded before: the larger of numerator
/// and denominator keeps 62 bits, and the smaller one what is left to it. Nothing traps.
package struct ExactTime: Hashable, Sendable, Comparable {
  package let numerator: Int128
  /// Positive.
  package let denominator: Int128

  package static let zero = ExactTime(0, over: 1)
  /// A time in which no frame is shown: sums of times that have no common timescale are rounded, and differ by less.
  package static let rounding = ExactTime(1, over: 1_000_000)

  /// - Parameter denominator: Not zero.
  package init(_ numerator: Int128, over denominator: Int128) {
    let sign: Int128 = denominator < 0 ? -1 : 1
    // Of magnitudes: the generic function is slow where it is not specialised.
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    self.numerator = sign * (numerator / divisor)
    self.denominator = max(1, sign * (denominator / divisor))
  }

  /// The time as it is; zero for one that is not numeric.
  package init(_ time: CMTime) {
    self = time.isNumeric ? ExactTime(Int128(time.value), over: Int128(time.timescale)) : .zero
  }

  package static func + (a: ExactTime, b: ExactTime) -> ExactTime {
    let (a, b) = fitted(a, b, bits: 62)
    return ExactTime(a.numerator * b.denominator + b.numerator * a.denominator, over: a.denominator * b.denominator)
  }

  package static func - (a: ExactTime, b: ExactTime) -> ExactTime {
    a + ExactTime(-b.numerator, over: b.denominator)
  }

  package static func * (a: ExactTime, b: ExactTime) -> ExactTime {
    let (a, b) = fitted(a, b, bits: 62)
    return ExactTime(a.numerator * b.numerator, over: a.denominator * b.denominator)
  }

  /// - Returns: Zero for a divisor of zero.
  package static func / (a: ExactTime, b: ExactTime) -> ExactTime {
    b.numerator == 0 ? .zero : a * ExactTime(b.denominator, over: b.numerator)
  }

  package static func < (a: ExactTime, b: ExactTime) -> Bool { (a - b).numerator < 0 }

  /// The last whole unit that has begun, of so many a second.
  package func floor(_ timescale: Int) -> Int64 {
    let product = self * ExactTime(Int128(timescale), over: 1)
    return Int64(clamping: ExactScale.floor(product.numerator, over: product.denominator))
  }

  /// The nearest whole unit, of so many a second; of two that are as near, the later one.
  package func nearest(_ timescale: Int) -> Int64 {
    (self * ExactTime(Int128(timescale), over: 1) + ExactTime(1, over: 2)).floor(1)
  }

  /// The first whole unit that begins then or later, of so many a second.
  package func ceiling(_ timescale: Int) -> Int64 {
    let product = self * ExactTime(Int128(timescale), over: 1)
    return Int64(clamping: ExactScale.ceiling(product.numerator, over: product.denominator))
  }

  /// The time itself where its denominator has 31 bits, else the last nanosecond before it.
  package var time: CMTime {
    if let value = Int64(exactly: numerator), let scale = Int32(exactly: denominator) {
      return CMTime(value: value, timescale: scale)
    }
    return CMTime(value: floor(1_000_000_000), timescale: 1_000_000_000)
  }

  /// The time itself where its denominator has 31 bits, else the first nanosecond behind it.
  package var timeNotBefore: CMTime {
    if let value = Int64(exactly: numerator), let scale = Int32(exactly: denominator) {
      return CMTime(value: value, timescale: scale)
    }
    return CMTime(value: ceiling(1_000_000_000), timescale: 1_000_000_000)
  }

  package var seconds: Double { Double(numerator) / Double(denominator) }

  /// Both, with numerators and denominators of so many bits, so that sums of their products fit.
  private static func fitted(_ a: ExactTime, _ b: ExactTime, bits: Int) -> (ExactTime, ExactTime) {
    (a.fitted(bits: bits), b.fitted(bits: bits))
  }

  private func fitted(bits: Int) -> ExactTime {
    let used = 128 - min(numerator.magnitude.leadingZeroBitCount, denominator.magnitude.leadingZeroBitCount)
    guard used > bits else { return self }
    let shift = used - bits
    return ExactTime(numerator >> shift, over: max(1, denominator >> shift))
  }
}
