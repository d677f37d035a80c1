import CoreMedia
import Testing

private let rounded: CMTimeFlags = [.valid, .hasBeenRounded]

@Suite struct TimeAddition {
  @Test func addingTimesOfOneScale_keepsIt() {
    #expect(fields(CMTime(value: 1, timescale: 600) + CMTime(value: 2, timescale: 600)) == [3, 600, 1, 0])
    #expect(fields(CMTime(value: 1, timescale: 600) - CMTime(value: 3, timescale: 600)) == [-2, 600, 1, 0])
  }

  @Test func addingTimesOfDifferentScales_isExactAtTheLeastCommonMultiple() {
    #expect(fields(CMTime(value: 1, timescale: 3) + CMTime(value: 1, timescale: 5)) == [8, 15, 1, 0])
    #expect(fields(CMTime(value: 1, timescale: 600) + CMTime(value: 1, timescale: 90000)) == [151, 90000, 1, 0])
    #expect(fields(CMTimeSubtract(CMTime(value: 1, timescale: 4), CMTime(value: 1, timescale: 6))) == [1, 12, 1, 0])
  }

  @Test func aCommonMultipleOutOfRange_roundsAtTheLargestTimescale() {
    let sum = CMTime(value: 1, timescale: 2_147_483_647) + CMTime(value: 1, timescale: 2_147_483_646)
    #expect(sum.timescale == .max && sum.value == 2 && sum.hasBeenRounded)
  }

  @Test func overflow_halvesTheTimescale() {
    let large = CMTime(value: .max, timescale: 600)
    let sum = large + large
    #expect(fields(sum) == [.max, 300, 1, 0])
    let odd = CMTime(value: .max, timescale: 3) + CMTime(value: .max, timescale: 3)
    #expect(odd.timescale == 1 && odd.hasBeenRounded && odd.value == 6_148_914_691_236_517_205)
  }

  @Test func overflowAtOneUnitPerSecond_isInfinite() {
    #expect((CMTime(value: .max, timescale: 1) + CMTime(value: .max, timescale: 1)).isPositiveInfinity)
    #expect((CMTime(value: .min, timescale: 1) + CMTime(value: .min, timescale: 1)).isNegativeInfinity)
    #expect((CMTime(value: .max, timescale: 1) - CMTime(value: .min, timescale: 1)).isPositiveInfinity)
    #expect((CMTime(value: 0, timescale: 1) - CMTime(value: .min, timescale: 1)).isPositiveInfinity)
    #expect(fields(CMTime(value: -1, timescale: 1) - CMTime(value: .min, timescale: 1)) == [.max, 1, 1, 0])
  }

  @Test func roundedOperands_giveRoundedSums() {
    let third = CMTime(value: 1, timescale: 3, flags: rounded, epoch: 0)
    #expect((third + third).hasBeenRounded)
    #expect((third + CMTime(value: 1, timescale: 7)).hasBeenRounded)
  }

  @Test func epochs_followTheirRules() {
    let duration = CMTime(value: 3, timescale: 2)
    let inSeven = CMTimeMakeWithEpoch(value: 5, timescale: 2, epoch: 7)
    let laterInSeven = CMTimeMakeWithEpoch(value: 7, timescale: 2, epoch: 7)
    let inEight = CMTimeMakeWithEpoch(value: 5, timescale: 2, epoch: 8)
    #expect((inSeven + duration).epoch == 7 && (duration + inSeven).epoch == 7)
    #expect((inSeven - duration).epoch == 7)
    #expect(fields(laterInSeven - inSeven) == [2, 2, 1, 0])
    #expect(fields(laterInSeven - CMTimeMakeWithEpoch(value: 1, timescale: 3, epoch: 7)) == [19, 6, 1, 0])
    #expect(!(inSeven + inEight).isValid && !(inSeven - inEight).isValid)
  }

  @Test func timesThatAreNoNumbers_followApplesTable() {
    let one = CMTime(value: 1, timescale: 1)
    #expect(!(one + .invalid).isValid && !(CMTime.invalid - one).isValid)
    #expect((one + .positiveInfinity).isPositiveInfinity && (one - .positiveInfinity).isNegativeInfinity)
    #expect((CMTime.positiveInfinity + .positiveInfinity).isPositiveInfinity)
    #expect((CMTime.negativeInfinity + .negativeInfinity).isNegativeInfinity)
    #expect(!(CMTime.positiveInfinity + .negativeInfinity).isValid)
    #expect(!(CMTime.positiveInfinity - .positiveInfinity).isValid)
    #expect((CMTime.positiveInfinity - .negativeInfinity).isPositiveInfinity)
    #expect((CMTime.indefinite + one).isIndefinite && (one - .indefinite).isIndefinite)
    #expect((CMTime.indefinite + .positiveInfinity).isPositiveInfinity)
    #expect(!(CMTime.positiveInfinity + .invalid).isValid)
  }
}

@Suite struct TimeMultiplication {
  @Test func byAnInteger_keepsTheTimescaleAndTheEpoch() {
    #expect(fields(CMTimeMultiply(CMTime(value: 3, timescale: 2), multiplier: 4)) == [12, 2, 1, 0])
    let looped = CMTimeMakeWithEpoch(value: 3, timescale: 2, epoch: 5)
    #expect(fields(CMTimeMultiply(looped, multiplier: -1)) == [-3, 2, 1, 5])
    #expect(fields(CMTimeMultiply(CMTime(value: .max, timescale: 4), multiplier: 2)) == [.max, 2, 1, 0])
    #expect(CMTimeMultiply(CMTime(value: .max, timescale: 1), multiplier: 2).isPositiveInfinity)
    #expect(CMTimeMultiply(CMTime(value: .min, timescale: 1), multiplier: .max).isNegativeInfinity)
    #expect(CMTimeMultiply(CMTime(value: .min, timescale: 1), multiplier: .min).isPositiveInfinity)
    #expect(CMTimeMultiply(.positiveInfinity, multiplier: -2).isNegativeInfinity)
    #expect(CMTimeMultiply(.indefinite, multiplier: 2).isIndefinite)
    #expect(!CMTimeMultiply(.invalid, multiplier: 2).isValid)
  }

  @Test func byARatio_isExactWheneverATimeHoldsIt() {
    #expect(fields(CMTimeMultiplyByRatio(CMTime(value: 3, timescale: 2), multiplier: 1, divisor: 3)) == [3, 6, 1, 0])
    #expect(fields(CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 2), multiplier: 2, divisor: 4)) == [1, 4, 1, 0])
    #expect(fields(CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 3), multiplier: 3, divisor: 1)) == [3, 3, 1, 0])
    #expect(fields(CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 2), multiplier: 1, divisor: -3)) == [-1, 6, 1, 0])
    // The unreduced timescale would overflow, the reduced one does not.
    let fine = CMTime(value: 1 << 40, timescale: 1 << 30)
    #expect(fields(CMTimeMultiplyByRatio(fine, multiplier: 1, divisor: 1 << 10)) == [1, 1, 1, 0])
  }

  @Test func byARatio_roundsOnceWhereNoTimeHoldsIt() {
    let time = CMTime(value: 1_000_000_007, timescale: 2_147_483_647)
    let result = CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 3)
    #expect(fields(result) == [333_333_336, 2_147_483_647, 3, 0])
  }

  @Test func byARatio_zeroKeepsTheTimescale() {
    #expect(
      fields(CMTimeMultiplyByRatio(CMTime(value: 0, timescale: 600), multiplier: 1, divisor: 7)) == [0, 600, 1, 0])
    #expect(
      fields(CMTimeMultiplyByRatio(CMTime(value: 5, timescale: 600), multiplier: 0, divisor: 7)) == [0, 600, 1, 0])
  }

  @Test func byARatio_divisorZeroIsInfiniteOrInvalid() {
    let time = CMTime(value: 5, timescale: 3)
    #expect(CMTimeMultiplyByRatio(time, multiplier: 2, divisor: 0).isPositiveInfinity)
    #expect(CMTimeMultiplyByRatio(time, multiplier: -2, divisor: 0).isNegativeInfinity)
    #expect(!CMTimeMultiplyByRatio(time, multiplier: 0, divisor: 0).isValid)
    #expect(!CMTimeMultiplyByRatio(.zero, multiplier: 1, divisor: 0).isValid)
    #expect(!CMTimeMultiplyByRatio(.positiveInfinity, multiplier: 0, divisor: 3).isValid)
    #expect(CMTimeMultiplyByRatio(.negativeInfinity, multiplier: -1, divisor: 3).isPositiveInfinity)
  }

  /// The guide: `CMTimeMultiplyByFloat64(asset.duration, 0.5)`.
  @Test func byAFloat_halfADurationIsExact() {
    #expect(fields(CMTimeMultiplyByFloat64(CMTime(value: 600, timescale: 600), multiplier: 0.5)) == [300, 600, 1, 0])
    #expect(fields(CMTimeMultiplyByFloat64(CMTime(value: 5, timescale: 600), multiplier: 0.5)) == [5, 1200, 1, 0])
    #expect(fields(CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 2), multiplier: 1.5)) == [3, 4, 1, 0])
  }

  @Test func byAFloat_keepsAUsableTimescaleAndSaysWhenItRounds() {
    let third = CMTimeMultiplyByFloat64(CMTime(value: 10, timescale: 1), multiplier: 1.0 / 3)
    #expect(third.timescale == 65_536 && third.value == 218_453 && third.hasBeenRounded)
    let tenth = CMTimeMultiplyByFloat64(CMTime(value: 600, timescale: 600), multiplier: 0.1)
    #expect(tenth.timescale == 76_800 && tenth.value == 7_680 && tenth.hasBeenRounded)
    let fine = CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 90_000), multiplier: 0.3)
    #expect(fine.timescale == 90_000 && fine.value == 0 && fine.hasBeenRounded)
  }

  @Test func byAFloat_numbersThatAreNone() {
    let time = CMTime(value: 1, timescale: 2)
    #expect(!CMTimeMultiplyByFloat64(time, multiplier: .nan).isValid)
    #expect(CMTimeMultiplyByFloat64(time, multiplier: .infinity).isPositiveInfinity)
    #expect(CMTimeMultiplyByFloat64(time, multiplier: -.infinity).isNegativeInfinity)
    #expect(!CMTimeMultiplyByFloat64(.zero, multiplier: .infinity).isValid)
    #expect(CMTimeMultiplyByFloat64(.positiveInfinity, multiplier: -0.5).isNegativeInfinity)
    #expect(!CMTimeMultiplyByFloat64(.positiveInfinity, multiplier: 0).isValid)
    #expect(CMTimeMultiplyByFloat64(.indefinite, multiplier: 2).isIndefinite)
    #expect(CMTimeMultiplyByFloat64(time, multiplier: 1e300).isPositiveInfinity)
    #expect(CMTimeMultiplyByFloat64(time, multiplier: -1e300).isNegativeInfinity)
    #expect(CMTimeMultiplyByFloat64(.zero, multiplier: 1e300) == .zero)
    let tiny = CMTimeMultiplyByFloat64(time, multiplier: 1e-300)
    #expect(tiny.value == 0 && tiny.hasBeenRounded)
    #expect(CMTimeMultiplyByFloat64(time, multiplier: .leastNonzeroMagnitude).hasBeenRounded)
    let shortest = CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: .max), multiplier: 0x1p80)
    #expect(shortest.isNumeric && abs(shortest.seconds / 0x1p49 - 1) < 1e-9)
  }

  @Test func absoluteValue_dropsTheSign() {
    #expect(fields(CMTimeAbsoluteValue(CMTime(value: -4, timescale: 2))) == [4, 2, 1, 0])
    #expect(CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
    #expect(CMTimeAbsoluteValue(.indefinite).isIndefinite)
    #expect(CMTimeAbsoluteValue(CMTime(value: .min, timescale: 1)).isPositiveInfinity)
    #expect(CMTimeAbsoluteValue(CMTime(value: .min, timescale: 2)) == CMTime(value: 1 << 62, timescale: 1))
  }
}

@Suite struct TimeScaleConversion {
  @Test(arguments: [
    (CMTimeRoundingMethod.roundHalfAwayFromZero, 1, -1), (.roundTowardZero, 0, 0), (.roundAwayFromZero, 1, -1),
    (.quickTime, 0, -1), (.roundTowardPositiveInfinity, 1, 0), (.roundTowardNegativeInfinity, 0, -1),
  ])
  func halves_roundAsTheMethodSays(method: CMTimeRoundingMethod, up: Int64, down: Int64) {
    #expect(fields(CMTime(value: 1, timescale: 2).convertScale(1, method: method)) == [up, 1, 3, 0])
    #expect(fields(CMTime(value: -1, timescale: 2).convertScale(1, method: method)) == [down, 1, 3, 0])
  }

  @Test func defaultMethod_isHalfAwayFromZero() {
    #expect(CMTimeRoundingMethod.default == .roundHalfAwayFromZero)
    #expect(CMTimeConvertScale(CMTime(value: 2, timescale: 5), timescale: 1, method: .default).value == 0)
    #expect(CMTimeConvertScale(CMTime(value: 3, timescale: 5), timescale: 1, method: .default).value == 1)
  }

  @Test func quickTime_truncatesToCoarserAndRoundsUpToFinerScales() {
    #expect(CMTime(value: 5, timescale: 3).convertScale(2, method: .quickTime).value == 3)
    #expect(CMTime(value: -5, timescale: 3).convertScale(2, method: .quickTime).value == -3)
    #expect(CMTime(value: 1, timescale: 2).convertScale(3, method: .quickTime).value == 2)
    #expect(CMTime(value: -1, timescale: 2).convertScale(3, method: .quickTime).value == -2)
    #expect(CMTime(value: -1, timescale: 5).convertScale(2, method: .quickTime).value == -1)
    #expect(CMTime(value: 1, timescale: 5).convertScale(2, method: .quickTime).value == 0)
  }

  @Test func exactConversion_isNotFlaggedAndKeepsEpochAndHistory() {
    #expect(fields(CMTime(value: 1, timescale: 30).convertScale(600, method: .default)) == [20, 600, 1, 0])
    let looped = CMTime(value: 1, timescale: 30, flags: rounded, epoch: 4)
    #expect(fields(looped.convertScale(600, method: .default)) == [20, 600, 3, 4])
  }

  @Test func conversion_overflowsToInfinityAndRejectsBadScales() {
    #expect(CMTime(value: .max, timescale: 1).convertScale(2, method: .default).isPositiveInfinity)
    #expect(CMTime(value: .min, timescale: 1).convertScale(.max, method: .default).isNegativeInfinity)
    #expect(!CMTime(value: 1, timescale: 1).convertScale(0, method: .default).isValid)
    #expect(!CMTime(value: 1, timescale: 1).convertScale(-600, method: .default).isValid)
    #expect(CMTime.indefinite.convertScale(600, method: .default).isIndefinite)
    #expect(CMTime.positiveInfinity.convertScale(600, method: .default).isPositiveInfinity)
  }
}
