/// The greatest common divisor; 1 if both are 0, so that one may always divide by it.
package func greatestCommonDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
  if let first = UInt64(exactly: first), let second = UInt64(exactly: second) {
    return UInt128(greatestCommonDivisor(first, second))
  }
  if first == 0 { return second }
  if second == 0 { return first }
  // Stein's method: 128-bit division is slow, shifts and subtractions are not.
  let shift = (first | second).trailingZeroBitCount
  var a = first &>> UInt128(first.trailingZeroBitCount)
  var b = second
  repeat {
    b = b &>> UInt128(b.trailingZeroBitCount)
    if a > b { swap(&a, &b) }
    b = b &- a
  } while b != 0
  return a &<< UInt128(shift)
}

/// The greatest common divisor; 1 if both are 0.
///
/// Written out for each width: generic code would be slow where it is not specialised, in debug builds.
package func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
  if first == 0 { return max(second, 1) }
  if second == 0 { return first }
  let shift = (first | second).trailingZeroBitCount
  var a = first &>> UInt64(first.trailingZeroBitCount)
  var b = second
  repeat {
    b = b &>> UInt64(b.trailingZeroBitCount)
    if a > b { swap(&a, &b) }
    b = b &- a
  } while b != 0
  return a &<< UInt64(shift)
}

/// The greatest common divisor of the magnitudes; 1 if both are 0, or if the type does not hold it, as that of its least number with
/// itself.
package func greatestCommonDivisor<Number: FixedWidthInteger & SignedInteger>(
  _ first: Number, _ second: Number
) -> Number {
  Number(exactly: greatestCommonDivisor(UInt128(first.magnitude), UInt128(second.magnitude))) ?? 1
}

/// Returns the coarsest timescale in which times of all others are integers; nil if it has more than 31 bits, or if a timescale is not
/// positive; 1 if there are none.
package func leastCommonMultiple(of timescales: some Sequence<CMTimeScale>) -> CMTimeScale? {
  var common: UInt64 = 1
  for scale in timescales {
    guard scale > 0 else { return nil }
    // Numbers of 31 bits: their product has 62.
    common = common / greatestCommonDivisor(common, UInt64(scale)) * UInt64(scale)
    guard common <= UInt64(CMTimeScale.max) else { return nil }
  }
  return CMTimeScale(common)
}
