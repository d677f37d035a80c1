extension CMTime {
  /// The product at this timescale; halves it while the value does not fit.
  func multiplied(by multiplier: Int32) -> CMTime {
    guard kind == .numeric else { return impliedProduct(isNegative: multiplier < 0) }
    guard let seconds = WideTime(self) else { return .invalid }
    // 64 by 32 bits always fit.
    let product = WideTime(
      isNegative: seconds.isNegative != (multiplier < 0),
      numerator: seconds.numerator * UInt128(multiplier.magnitude), denominator: seconds.denominator)
    return product.time(
      preferredTimescale: timescale.magnitude, isRounded: flags.contains(.hasBeenRounded), epoch: epoch)
  }

  /// The product with a fraction: exact whenever a time can hold it.
  func multiplied(by multiplier: Int32, dividedBy divisor: Int32) -> CMTime {
    let isInfinite = kind == .positiveInfinity || kind == .negativeInfinity
    guard kind == .numeric || (isInfinite && multiplier != 0) else { return isInfinite ? .invalid : canonical }
    guard kind == .numeric else { return impliedProduct(isNegative: (multiplier < 0) != (divisor < 0)) }
    guard let seconds = WideTime(self) else { return .invalid }
    let isNegative = seconds.isNegative != ((multiplier < 0) != (divisor < 0))
    if divisor == 0 {
      if multiplier == 0 || value == 0 { return .invalid }
      return isNegative ? .negativeInfinity : .positiveInfinity
    }
    let isRounded = flags.contains(.hasBeenRounded)
    if multiplier == 0 || value == 0 {
      // Zero has no use for a finer timescale.
      return WideTime(isNegative: false, numerator: 0, denominator: seconds.denominator).time(
        preferredTimescale: timescale.magnitude, isRounded: isRounded, epoch: epoch)
    }
    let common = UInt32(greatestCommonDivisor(UInt64(multiplier.magnitude), UInt64(divisor.magnitude)))
    let product = WideTime(
      isNegative: isNegative, numerator: seconds.numerator * UInt128(multiplier.magnitude / common),
      denominator: seconds.denominator * UInt128(divisor.magnitude / common))
    return product.time(isRounded: isRounded, epoch: epoch)
  }

  /// The product with a floating-point number, at a timescale of at least 65 536 unless this one is exact.
  func multiplied(by multiplier: Double) -> CMTime {
    guard !multiplier.isNaN else { return .invalid }
    guard kind == .numeric else {
      let isInfinite = kind == .positiveInfinity || kind == .negativeInfinity
      return isInfinite && multiplier.isZero ? .invalid : impliedProduct(isNegative: multiplier < 0)
    }
    guard let seconds = WideTime(self) else { return .invalid }
    let isNegative = seconds.isNegative != (multiplier.sign == .minus)
    if multiplier.isInfinite {
      return value == 0 ? .invalid : isNegative ? .negativeInfinity : .positiveInfinity
    }
    let factor = WideTime(approximating: multiplier)
    guard let product = seconds.multiplied(by: factor) else {
      // Only a huge factor leaves 128 bits, and 2⁹⁵ units overflow at every timescale.
      return isNegative ? .negativeInfinity : .positiveInfinity
    }
    // A thread that flushes subnormal numbers to zero takes them for equal to it.
    let isFactorExact =
      !multiplier.isSubnormal && Double(factor.numerator) / Double(factor.denominator) == multiplier.magnitude
    let isRounded = flags.contains(.hasBeenRounded) || (!isFactorExact && value != 0)
    var finest = timescale.magnitude
    while finest < 65_536 { finest *= 2 }
    var scale = min(timescale.magnitude, UInt32(Int32.max))
    while scale <= finest {
      // The coarsest of the timescales that is exact, so that half of 10/600 is 5/600.
      if let (value, rounds) = product.value(at: scale, method: .default, isFiner: false), !rounds {
        return CMTime(
          value: value, timescale: CMTimeScale(scale), flags: isRounded ? [.valid, .hasBeenRounded] : .valid,
          epoch: epoch)
      }
      guard scale <= UInt32(Int32.max) / 2 else { break }
      scale *= 2
    }
    return product.time(preferredTimescale: finest, isRounded: isRounded, epoch: epoch)
  }

  private func impliedProduct(isNegative: Bool) -> CMTime {
    switch kind {
    case .positiveInfinity: isNegative ? .negativeInfinity : .positiveInfinity
    case .negativeInfinity: isNegative ? .positiveInfinity : .negativeInfinity
    case .numeric, .indefinite, .invalid: canonical
    }
  }

  /// The time with ignored fields set to those of the constants.
  var canonical: CMTime {
    switch kind {
    case .invalid: .invalid
    case .positiveInfinity: .positiveInfinity
    case .negativeInfinity: .negativeInfinity
    case .indefinite: .indefinite
    case .numeric: self
    }
  }
}

extension WideTime {
  /// Makes a finite number, exact from 2⁻⁴³ to 2⁹⁵; a smaller number keeps the bits above 2⁻⁹⁶, a larger one becomes
  /// 2⁹⁵.
  ///
  /// The longest time has 2⁶³ seconds and the shortest 2⁻³¹, so larger factors than 2⁹⁴ are of no use.
  init(approximating number: Double) {
    let magnitude = number.magnitude
    if magnitude >= 0x1p95 {
      self.init(isNegative: number < 0, numerator: 1 << 95, denominator: 1)
    } else if magnitude < 0x1p-97 {
      self.init(isNegative: false, numerator: 0, denominator: 1)
    } else {
      // significand × 2^(exponent − 52), the significand as an integer of 53 bits.
      let significand = UInt128(magnitude.significandBitPattern | (1 << 52))
      let exponent = Int(magnitude.exponent) - 52
      if exponent >= 0 {
        self.init(isNegative: number < 0, numerator: significand << UInt128(exponent), denominator: 1)
      } else {
        let zeros = min(significand.trailingZeroBitCount, -exponent)
        let shift = -exponent - zeros
        let excess = max(0, shift - 96)
        self.init(
          isNegative: number < 0, numerator: significand >> UInt128(zeros + excess),
          denominator: 1 << UInt128(shift - excess))
      }
    }
  }
}
