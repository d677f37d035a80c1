extension CMTime {
  /// The sum of two times.
  ///
  /// The result has the operands' timescale if they share one, else its least common multiple with the largest timescale
  /// as limit. A value that does not fit halves the timescale until it does, or becomes infinite.
  ///
  /// A time of epoch 0 is a duration and can be added to a time of any epoch. Two times of the same other epoch give
  /// epoch 0, of different other epochs an invalid time. Invalid operands give invalid; opposite infinities give
  /// invalid; an infinity outweighs indefinite, and indefinite outweighs numbers.
  ///
  /// Source: `CMTimeAdd`.
  @inlinable
  public static func + (addend1: CMTime, addend2: CMTime) -> CMTime {
    if let sum = addend1.adding(addend2.value, ofSameScaleAs: addend2) { return sum }
    return addend1.combined(with: addend2, subtracting: false)
  }

  /// The difference of two times; see `+`, whose rules on timescales, rounding and epochs hold here too.
  ///
  /// Source: `CMTimeSubtract`.
  @inlinable
  public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime {
    if subtrahend.value != .min, let difference = minuend.adding(0 &- subtrahend.value, ofSameScaleAs: subtrahend) {
      return difference
    }
    return minuend.combined(with: subtrahend, subtracting: true)
  }

  /// The common case, cheap enough to be inlined: two numbers of one timescale whose sum fits.
  @inlinable
  func adding(_ addend: CMTimeValue, ofSameScaleAs other: CMTime) -> CMTime? {
    // Bits 4, 8 and 16 imply a value; both must have bit 1 and neither one of those.
    guard timescale == other.timescale, timescale > 0, flags.rawValue & other.flags.rawValue & 1 == 1,
      (flags.rawValue | other.flags.rawValue) & 28 == 0, epoch == 0 || other.epoch == 0
    else { return nil }
    let (sum, overflow) = value.addingReportingOverflow(addend)
    guard !overflow else { return nil }
    return CMTime(
      value: sum, timescale: timescale, flags: CMTimeFlags(rawValue: (flags.rawValue | other.flags.rawValue) & 3),
      epoch: epoch | other.epoch)
  }

  @usableFromInline
  func combined(with other: CMTime, subtracting: Bool) -> CMTime {
    guard kind == .numeric, other.kind == .numeric else {
      return impliedSum(with: subtracting ? other.negatedKind : other.kind)
    }
    guard epoch == 0 || other.epoch == 0 || epoch == other.epoch else { return .invalid }
    let isRounded = (flags.rawValue | other.flags.rawValue) & CMTimeFlags.hasBeenRounded.rawValue != 0
    let sumEpoch = epoch == other.epoch ? 0 : epoch | other.epoch
    if let sum = quickSum(with: other, subtracting: subtracting, isRounded: isRounded, epoch: sumEpoch) { return sum }
    guard let left = WideTime(self), let right = WideTime(other),
      let sum = left.adding(subtracting ? right.negated : right)
    else { return .invalid }
    let timescale = UInt32(min(sum.denominator, UInt128(Int32.max.magnitude)))
    return sum.time(preferredTimescale: timescale, isRounded: isRounded, epoch: sumEpoch)
  }

  /// The sum of two numbers whose common timescale and values fit without wide arithmetic.
  private func quickSum(with other: CMTime, subtracting: Bool, isRounded: Bool, epoch: CMTimeEpoch) -> CMTime? {
    guard timescale > 0, other.timescale > 0 else { return nil }
    let (own, theirs) = (timescale.magnitude, other.timescale.magnitude)
    // Often one timescale divides the other; that costs one division to find out.
    let (finer, coarser) = own > theirs ? (own, theirs) : (theirs, own)
    let divisor = finer % coarser == 0 ? coarser : UInt32(greatestCommonDivisor(UInt64(finer), UInt64(coarser)))
    let factor = theirs / divisor
    let common = UInt64(own) * UInt64(factor)
    guard common <= UInt64(Int32.max) else { return nil }
    let left = value.multipliedReportingOverflow(by: Int64(factor))
    let right = other.value.multipliedReportingOverflow(by: Int64(own / divisor))
    guard !left.overflow, !right.overflow else { return nil }
    let sum =
      subtracting
      ? left.partialValue.subtractingReportingOverflow(right.partialValue)
      : left.partialValue.addingReportingOverflow(right.partialValue)
    guard !sum.overflow else { return nil }
    return CMTime(
      value: sum.partialValue, timescale: CMTimeScale(common), flags: isRounded ? [.valid, .hasBeenRounded] : .valid,
      epoch: epoch)
  }

  private var negatedKind: Kind {
    switch kind {
    case .positiveInfinity: .negativeInfinity
    case .negativeInfinity: .positiveInfinity
    case .numeric, .indefinite, .invalid: kind
    }
  }

  private func impliedSum(with other: Kind) -> CMTime {
    switch (kind, other) {
    case (.invalid, _), (_, .invalid), (.positiveInfinity, .negativeInfinity), (.negativeInfinity, .positiveInfinity):
      .invalid
    case (.positiveInfinity, _), (_, .positiveInfinity): .positiveInfinity
    case (.negativeInfinity, _), (_, .negativeInfinity): .negativeInfinity
    default: .indefinite
    }
  }
}

extension CMTime {
  /// Zero seconds stay zero regardless of sign; a negative infinity becomes positive.
  var magnitude: CMTime {
    if isNegativeInfinity { return .positiveInfinity }
    guard kind == .numeric, (value < 0) != (timescale < 0), value != 0, timescale != 0 else { return self }
    if value != .min, timescale > 0 {
      return CMTime(value: -value, timescale: timescale, flags: flags, epoch: epoch)
    }
    return multiplied(by: Int32(-1))
  }
}
