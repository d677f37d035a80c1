import CoreMedia
import Testing

@Suite struct CommonDivisorTests {
  @Test func divisorOfSignedNumbers_isPositive() {
    #expect(greatestCommonDivisor(Int64(-12), 18) == 6)
    #expect(greatestCommonDivisor(Int32(0), -5) == 5)
    #expect(greatestCommonDivisor(0 as Int, 0) == 1)
    #expect(greatestCommonDivisor(Int128(1) << 80, Int128(3) << 70) == Int128(1) << 70)
  }

  @Test func divisorThatTheTypeDoesNotHold_isOne() {
    #expect(greatestCommonDivisor(Int32.min, Int32.min) == 1)
    #expect(greatestCommonDivisor(Int32.min, 6) == 2)
  }

  @Test(
    arguments: [
      ([], 1), ([600, 44_100], 88_200), ([.max, .max - 1], nil), ([48_000, 0], nil), ([-600], nil),
    ] as [([Int32], Int32?)])
  func multiple_isThatOfPositiveTimescales_upTo31Bits(_ timescales: [Int32], _ multiple: Int32?) {
    #expect(leastCommonMultiple(of: timescales) == multiple)
  }

  @Test(
    arguments: [
      (29.97, 30_000, 1001), (23.98, 24_000, 1001), (59.94, 60_000, 1001), (25, 25, 1), (29.9999, 30, 1),
      (0.5, 1000, 1001),
    ] as [(Double, Int32, Int32)])
  func usualRate_isTheNearestWholeOne_orItsMultipleBy1000Of1001(_ rate: Double, _ above: Int32, _ below: Int32) throws {
    let usual = try #require(UsualFrameRate(nearest: rate))
    #expect(usual.numerator == above && usual.denominator == below)
    #expect(usual.frameDuration == CMTime(value: Int64(below), timescale: above))
  }

  @Test(arguments: [0, -25, 0.4, 1e12, .infinity, .nan]) func whatIsNoRate_hasNoUsualOne(_ rate: Double) {
    #expect(UsualFrameRate(nearest: rate) == nil)
  }

  @Test(arguments: [(24.96, 25, 1), (29.98, 30_000, 1001), (118, 120, 1)] as [(Double, Int32, Int32)])
  func commonRate_isOneOfFilmTelevisionOrScreens(_ rate: Double, _ above: Int32, _ below: Int32) {
    let usual = UsualFrameRate(commonNearest: rate)
    #expect(usual.numerator == above && usual.denominator == below)
  }
}
