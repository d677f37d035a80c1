/// A rational number of seconds, wide enough that sums and products of times are exact before they are rounded.
///
/// Sign and magnitude, because rounding methods speak of "away from zero" and magnitudes may use all 128 bits.
struct WideTime {
  var isNegative: Bool
  var numerator: UInt128
  /// Never 0.
  var denominator: UInt128

  init(isNegative: Bool, numerator: UInt128, denominator: UInt128) {
    self.isNegative = isNegative && numerator != 0
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The seconds of a numeric time; nil if its timescale is 0.
  init?(_ time: CMTime) {
    guard time.timescale != 0 else { return nil }
    self.init(
      isNegative: (time.value < 0) != (time.timescale < 0), numerator: UInt128(time.value.magnitude),
      denominator: UInt128(time.timescale.magnitude))
  }

  var negated: WideTime {
    WideTime(isNegative: !isNegative, numerator: numerator, denominator: denominator)
  }

  var reduced: WideTime {
    let divisor = greatestCommonDivisor(numerator, denominator)
    return WideTime(isNegative: isNegative, numerator: numerator / divisor, denominator: denominator / divisor)
  }

  /// The sum over the least common denominator; nil if 128 bits do not hold it.
  func adding(_ other: WideTime) -> WideTime? {
    let divisor = greatestCommonDivisor(denominator, other.denominator)
    let (own, theirs) = (other.denominator / divisor, denominator / divisor)
    let common = denominator.multipliedReportingOverflow(by: own)
    let left = numerator.multipliedReportingOverflow(by: own)
    let right = other.numerator.multipliedReportingOverflow(by: theirs)
    guard !common.overflow, !left.overflow, !right.overflow else { return nil }
    let (a, b) = (left.partialValue, right.partialValue)
    if isNegative != other.isNegative {
      return WideTime(
        isNegative: a >= b ? isNegative : other.isNegative, numerator: a >= b ? a - b : b - a,
        denominator: common.partialValue)
    }
    let sum = a.addingReportingOverflow(b)
    guard !sum.overflow else { return nil }
    return WideTime(isNegative: isNegative, numerator: sum.partialValue, denominator: common.partialValue)
  }

  /// The product in lowest terms; nil if 128 bits do not hold it.
  func multiplied(by other: WideTime) -> WideTime? {
    let first = greatestCommonDivisor(numerator, other.denominator)
    let second = greatestCommonDivisor(other.numerator, denominator)
    let above = (numerator / first).multipliedReportingOverflow(by: other.numerator / second)
    let below = (denominator / second).multipliedReportingOverflow(by: other.denominator / first)
    guard !above.overflow, !below.overflow else { return nil }
    return WideTime(
      isNegative: isNegative != other.isNegative, numerator: above.partialValue, denominator: below.partialValue)
  }

  /// The product with a quotient; nil if the divisor is 0 or 128 bits do not hold it.
  func multiplied(by multiplier: WideTime, dividedBy divisor: WideTime) -> WideTime? {
    guard divisor.numerator != 0 else { return nil }
    let inverse = WideTime(
      isNegative: divisor.isNegative, numerator: divisor.denominator, denominator: divisor.numerator)
    return multiplied(by: multiplier)?.multiplied(by: inverse)
  }

  /// The remainder of a division by a positive number, itself never negative; nil if 128 bits do not hold it.
  func remainder(dividingBy divisor: WideTime) -> WideTime? {
    guard divisor.numerator != 0, !divisor.isNegative else { return nil }
    let common = greatestCommonDivisor(denominator, divisor.denominator)
    let (own, theirs) = (divisor.denominator / common, denominator / common)
    let below = denominator.multipliedReportingOverflow(by: own)
    let left = numerator.multipliedReportingOverflow(by: own)
    let right = divisor.numerator.multipliedReportingOverflow(by: theirs)
    guard !below.overflow, !left.overflow, !right.overflow else { return nil }
    let rest = left.partialValue % right.partialValue
    return WideTime(
      isNegative: false, numerator: isNegative && rest != 0 ? right.partialValue - rest : rest,
      denominator: below.partialValue)
  }
}

extension WideTime {
  /// Returns the value at a timescale, and true if it was rounded; nil if it exceeds 64 bits.
  ///
  /// - Parameter isFiner: true if the new timescale is finer than the old one, which the QuickTime method needs.
  func value(
    at timescale: UInt32, method: CMTimeRoundingMethod, isFiner: Bool
  ) -> (value: Int64, isRounded: Bool)? {
    guard let (whole, remainder) = scaled(by: timescale) else { return nil }
    var quotient = whole
    if remainder != 0 {
      let roundsUp =
        switch method {
        case .roundHalfAwayFromZero: remainder >= denominator - remainder
        case .roundTowardZero: false
        case .roundAwayFromZero: true
        case .quickTime: isFiner || (isNegative && quotient == 0)
        case .roundTowardPositiveInfinity: !isNegative
        case .roundTowardNegativeInfinity: isNegative
        }
      if roundsUp {
        guard quotient < .max else { return nil }
        quotient += 1
      }
    }
    let limit = isNegative ? Int64.min.magnitude : Int64.max.magnitude
    guard quotient <= UInt128(limit) else { return nil }
    let magnitude = Int64(bitPattern: UInt64(quotient))
    return (isNegative ? 0 &- magnitude : magnitude, remainder != 0)
  }

  /// The magnitude in units of a timescale; nil if 128 bits do not hold it.
  private func scaled(by timescale: UInt32) -> (quotient: UInt128, remainder: UInt128)? {
    if numerator.leadingZeroBitCount >= 32 {
      return (numerator * UInt128(timescale)).quotientAndRemainder(dividingBy: denominator)
    }
    // 128 by 32 bits needs 160: the wide product, then a division that must not overflow.
    let product = numerator.multipliedFullWidth(by: UInt128(timescale))
    guard product.high < denominator else { return nil }
    return product.high == 0
      ? product.low.quotientAndRemainder(dividingBy: denominator) : denominator.dividingFullWidth(product)
  }

  /// The time at the given timescale or, as long as the value does not fit, at half of it; infinite if it does not even
  /// fit at one unit per second.
  func time(preferredTimescale: UInt32, isRounded: Bool, epoch: CMTimeEpoch) -> CMTime {
    var timescale = min(max(preferredTimescale, 1), UInt32(Int32.max))
    while true {
      if let (value, rounds) = value(at: timescale, method: .default, isFiner: false) {
        return CMTime(
          value: value, timescale: CMTimeScale(timescale),
          flags: isRounded || rounds ? [.valid, .hasBeenRounded] : .valid, epoch: epoch)
      }
      if timescale == 1 { return isNegative ? .negativeInfinity : .positiveInfinity }
      timescale /= 2
    }
  }

  /// The time at this number's own denominator: unreduced if that fits, else in lowest terms, else rounded.
  func time(isRounded: Bool, epoch: CMTimeEpoch) -> CMTime {
    if let time = exactTime(isRounded: isRounded, epoch: epoch) { return time }
    let lowest = reduced
    if let time = lowest.exactTime(isRounded: isRounded, epoch: epoch) { return time }
    let timescale = UInt32(min(lowest.denominator, UInt128(Int32.max.magnitude)))
    return lowest.time(preferredTimescale: timescale, isRounded: isRounded, epoch: epoch)
  }

  private func exactTime(isRounded: Bool, epoch: CMTimeEpoch) -> CMTime? {
    let limit = isNegative ? Int64.min.magnitude : Int64.max.magnitude
    guard denominator <= UInt128(Int32.max.magnitude), numerator <= UInt128(limit) else { return nil }
    let magnitude = Int64(bitPattern: UInt64(numerator))
    return CMTime(
      value: isNegative ? 0 &- magnitude : magnitude, timescale: CMTimeScale(denominator),
      flags: isRounded ? [.valid, .hasBeenRounded] : .valid, epoch: epoch)
  }
}
