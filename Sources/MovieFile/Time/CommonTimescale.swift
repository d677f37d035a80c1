/// Returns the greatest common divisor, at least 1.
func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
  var (a, b) = (first, second)
  while b != 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}

/// Returns the coarsest timescale in which times of all others are integers; nil if it has more than 31 bits. The
/// timescales are positive; 1 if there are none.
package func leastCommonMultiple(of timescales: some Sequence<Int32>) -> Int32? {
  var common: Int64 = 1
  for scale in timescales {
    // Numbers of 31 bits: their product has 62.
    common = common / greatestCommonDivisor(common, Int64(scale)) * Int64(scale)
    guard common <= Int64(Int32.max) else { return nil }
  }
  return Int32(common)
}
