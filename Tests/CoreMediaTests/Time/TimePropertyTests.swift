import CoreMedia
import TestSupport
import Testing

/// Random times compared with exact rational numbers: 64-bit values times 31-bit timescales fit into 128 bits.
@Suite struct TimeProperties {
  @Test func sumsAndDifferences_matchTheRationals() {
    var random = SeededGenerator(state: 1)
    for _ in 0..<100_000 {
      let (a, b) = (CMTime.number(using: &random), CMTime.number(using: &random))
      let common = leastCommonMultiple(a.timescale, b.timescale)
      let left = Int128(a.value) * (common / Int128(a.timescale))
      let right = Int128(b.value) * (common / Int128(b.timescale))
      let preferred = min(common, Int128(Int32.max))
      if !isRounding(a + b, of: left + right, over: common, from: preferred)
        || !isRounding(a - b, of: left - right, over: common, from: preferred)
      {
        Issue.record("\(a) ± \(b)")
        return
      }
    }
  }

  @Test func products_matchTheRationals() {
    var random = SeededGenerator(state: 2)
    for _ in 0..<100_000 {
      let time = CMTime.number(using: &random)
      let multiplier = Int32.random(in: .min ... .max, using: &random) >> Int32.random(in: 0...31, using: &random)
      let product = Int128(time.value) * Int128(multiplier)
      let scale = Int128(time.timescale)
      if !isRounding(CMTimeMultiply(time, multiplier: multiplier), of: product, over: scale, from: scale) {
        Issue.record("\(time) × \(multiplier)")
        return
      }
    }
  }

  @Test func ratios_areExactWhereverATimeHoldsThem() {
    var random = SeededGenerator(state: 3)
    for _ in 0..<100_000 {
      let time = CMTime.number(using: &random)
      let multiplier = Int32.random(in: .min ... .max, using: &random) >> Int32.random(in: 0...31, using: &random)
      let divisor = Int32.random(in: .min ... .max, using: &random) >> Int32.random(in: 0...31, using: &random)
      guard divisor != 0 else { continue }
      let sign: Int128 = divisor < 0 ? -1 : 1
      let (above, below) = (
        Int128(time.value) * Int128(multiplier) * sign, Int128(time.timescale) * Int128(divisor) * sign
      )
      let result = CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: divisor)
      let (lowestAbove, lowestBelow) = lowestTerms(above, below)
      let fits = lowestBelow <= Int128(Int32.max) && Int64(exactly: lowestAbove) != nil
      let isRight =
        fits
        ? result.isNumeric && !result.hasBeenRounded && Int128(result.value) * below == above * Int128(result.timescale)
        : isRounding(result, of: above, over: below, from: min(lowestBelow, Int128(Int32.max)))
      if !isRight {
        Issue.record("\(time) × \(multiplier) / \(divisor) = \(result)")
        return
      }
    }
  }

  @Test func conversions_matchTheRationalsInEveryMethod() {
    var random = SeededGenerator(state: 4)
    for _ in 0..<100_000 {
      let (time, scale) = (CMTime.number(using: &random), CMTime.number(using: &random).timescale)
      let method = CMTimeRoundingMethod(rawValue: .random(in: 1...6, using: &random))!
      let result = time.convertScale(scale, method: method)
      let above = Int128(time.value) * Int128(scale)
      let below = Int128(time.timescale)
      let expected = quotient(above, below, method: method, isFiner: scale > time.timescale)
      let isRight =
        Int64(exactly: expected).map {
          result.value == $0 && result.timescale == scale && result.hasBeenRounded == (above % below != 0)
        } ?? (expected < 0 ? result.isNegativeInfinity : result.isPositiveInfinity)
      if !isRight {
        Issue.record("\(time) at \(scale), \(method): \(result)")
        return
      }
    }
  }

  @Test func comparisons_matchTheRationals() {
    var random = SeededGenerator(state: 5)
    for _ in 0..<100_000 {
      var (a, b) = (CMTime.number(using: &random), CMTime.number(using: &random))
      if Int.random(in: 0..<8, using: &random) == 0 { a.epoch = .random(in: -2...2, using: &random) }
      if Int.random(in: 0..<8, using: &random) == 0 { b = CMTimeMultiplyByRatio(a, multiplier: 7, divisor: 3) }
      guard b.isNumeric else { continue }
      let (left, right) = (Int128(a.value) * Int128(b.timescale), Int128(b.value) * Int128(a.timescale))
      let order: Int32 =
        a.epoch != b.epoch ? (a.epoch < b.epoch ? -1 : 1) : left == right ? 0 : left < right ? -1 : 1
      let hashesAgree = order != 0 || a.hashValue == b.hashValue
      if CMTimeCompare(a, b) != order || (a == b) != (order == 0) || !hashesAgree {
        Issue.record("\(a) against \(b)")
        return
      }
    }
  }

  @Test func floatProducts_areWithinHalfAUnit() {
    var random = SeededGenerator(state: 6)
    for _ in 0..<50_000 {
      let time = CMTime(
        value: .random(in: -1_000_000_000...1_000_000_000, using: &random),
        timescale: .random(in: 1...90000, using: &random))
      let multiplier = Double.random(in: -8...8, using: &random)
      let result = CMTimeMultiplyByFloat64(time, multiplier: multiplier)
      let exact = time.seconds * multiplier
      if result.timescale < time.timescale || !result.isNumeric
        || abs(result.seconds - exact) > 0.5 / Double(result.timescale) + abs(exact) * 1e-15
      {
        Issue.record("\(time) × \(multiplier) = \(result)")
        return
      }
    }
  }

  @Test func noBits_trapAnyOperation() {
    var random = SeededGenerator(state: 7)
    let doubles: [Double] = [
      0, -0.0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e300, -1e-300, 0.5, 3,
    ]
    var hashes = 0
    for _ in 0..<30_000 {
      let (a, b) = (CMTime.extreme(using: &random), CMTime.extreme(using: &random))
      let (c, d) = (CMTime.extreme(using: &random), CMTime.extreme(using: &random))
      let number = doubles.randomElement(using: &random)!
      _ = (a + b, a - b, CMTimeCompare(a, b), CMTimeAbsoluteValue(a), a.seconds)
      _ = CMTimeMultiply(a, multiplier: b.timescale)
      _ = CMTimeMultiplyByRatio(a, multiplier: b.timescale, divisor: Int32(truncatingIfNeeded: c.value))
      _ = CMTimeMultiplyByFloat64(a, multiplier: number)
      _ = CMTime(seconds: number, preferredTimescale: a.timescale)
      for method in 1...6 { _ = a.convertScale(b.timescale, method: CMTimeRoundingMethod(rawValue: UInt32(method))!) }
      let (range, other) = (CMTimeRange(start: a, duration: b), CMTimeRange(start: c, duration: d))
      _ = (range.end, range.union(other), range.intersection(other), range.isEmpty, range.isIndefinite)
      _ = (range.containsTime(c), range.containsTimeRange(other), CMTimeRange(start: a, end: b))
      _ = (CMTimeClampToRange(c, range: range), CMTimeFoldIntoRange(c, foldRange: range))
      _ = CMTimeMapTimeFromRangeToRange(c, fromRange: range, toRange: other)
      _ = CMTimeMapDurationFromRangeToRange(c, fromRange: range, toRange: other)
      _ = CMTimeCopyDescription(allocator: nil, time: a)
      hashes ^= range.hashValue
    }
    #expect(hashes != 0)
  }
}

/// Returns true if a time is a fraction rounded half away from zero at a timescale, or at the first half of it that
/// fits.
private func isRounding(_ time: CMTime, of above: Int128, over below: Int128, from preferred: Int128) -> Bool {
  var scale = preferred
  while true {
    let value = quotient(above * scale, below, method: .default, isFiner: false)
    if let value = Int64(exactly: value) {
      let isExact = above * scale % below == 0
      return time.isNumeric && time.value == value && Int128(time.timescale) == scale && time.hasBeenRounded != isExact
    }
    if scale == 1 { return above < 0 ? time.isNegativeInfinity : time.isPositiveInfinity }
    scale /= 2
  }
}

private func quotient(_ above: Int128, _ below: Int128, method: CMTimeRoundingMethod, isFiner: Bool) -> Int128 {
  let (whole, rest) = above.quotientAndRemainder(dividingBy: below)
  guard rest != 0 else { return whole }
  let away = whole + (above < 0 ? -1 : 1)
  return switch method {
  case .roundHalfAwayFromZero: rest.magnitude * 2 >= below.magnitude ? away : whole
  case .roundTowardZero: whole
  case .roundAwayFromZero: away
  case .quickTime: isFiner || (whole == 0 && above < 0) ? away : whole
  case .roundTowardPositiveInfinity: above > 0 ? away : whole
  case .roundTowardNegativeInfinity: above < 0 ? away : whole
  }
}

private func leastCommonMultiple(_ a: Int32, _ b: Int32) -> Int128 {
  Int128(a) / divisor(Int128(a), Int128(b)) * Int128(b)
}

private func lowestTerms(_ above: Int128, _ below: Int128) -> (Int128, Int128) {
  let common = divisor(Int128(above.magnitude), below)
  return (above / common, below / common)
}

private func divisor(_ a: Int128, _ b: Int128) -> Int128 {
  b == 0 ? max(a, 1) : divisor(b, a % b)
}
