import CoreMedia
import Testing

@Suite struct TimeCreation {
  @Test func layout_isApples() {
    #expect(MemoryLayout<CMTime>.size == 24)
    #expect(MemoryLayout<CMTime>.stride == 24)
    #expect(MemoryLayout<CMTime>.offset(of: \.value) == 0)
    #expect(MemoryLayout<CMTime>.offset(of: \.timescale) == 8)
    #expect(MemoryLayout<CMTime>.offset(of: \.flags) == 12)
    #expect(MemoryLayout<CMTime>.offset(of: \.epoch) == 16)
    #expect(MemoryLayout<CMTimeRange>.size == 48)
    #expect(MemoryLayout<CMTimeMapping>.size == 96)
  }

  @Test func constants_haveApplesFields() {
    #expect(fields(.zero) == [0, 1, 1, 0])
    #expect(fields(.invalid) == [0, 0, 0, 0])
    #expect(fields(.positiveInfinity) == [0, 0, 5, 0])
    #expect(fields(.negativeInfinity) == [0, 0, 9, 0])
    #expect(fields(.indefinite) == [0, 0, 17, 0])
    #expect(fields(CMTime()) == [0, 0, 0, 0])
  }

  @Test func flags_haveApplesBits() {
    #expect(CMTimeFlags.valid.rawValue == 1)
    #expect(CMTimeFlags.hasBeenRounded.rawValue == 2)
    #expect(CMTimeFlags.positiveInfinity.rawValue == 4)
    #expect(CMTimeFlags.negativeInfinity.rawValue == 8)
    #expect(CMTimeFlags.indefinite.rawValue == 16)
    #expect(CMTimeFlags.impliedValueFlagsMask == [.positiveInfinity, .negativeInfinity, .indefinite])
  }

  @Test func making_needsAPositiveTimescale() {
    #expect(fields(CMTimeMake(value: 3, timescale: 2)) == [3, 2, 1, 0])
    #expect(fields(CMTimeMakeWithEpoch(value: 3, timescale: 2, epoch: 7)) == [3, 2, 1, 7])
    #expect(fields(CMTime(value: 3, timescale: 0)) == [0, 0, 0, 0])
    #expect(fields(CMTime(value: 3, timescale: -1)) == [0, 0, 0, 0])
    #expect(fields(CMTimeMakeWithEpoch(value: 3, timescale: 0, epoch: 7)) == [0, 0, 0, 0])
    #expect(kCMTimeMaxTimescale == Int(Int32.max))
  }

  @Test func predicates_readTheFlagsAlone() {
    let odd = CMTime(value: 5, timescale: 0, flags: [.valid, .positiveInfinity, .hasBeenRounded], epoch: 9)
    #expect(odd.isValid && odd.isPositiveInfinity && !odd.isNumeric && !odd.hasBeenRounded)
    let hidden = CMTime(value: 5, timescale: 600, flags: [.positiveInfinity, .hasBeenRounded], epoch: 0)
    #expect(!hidden.isValid && !hidden.isPositiveInfinity && !hidden.isNumeric)
    let rounded = CMTime(value: 1, timescale: 3, flags: [.valid, .hasBeenRounded], epoch: 0)
    #expect(rounded.isNumeric && rounded.hasBeenRounded)
    #expect(CMTIME_IS_VALID(.zero) && CMTIME_IS_INVALID(.invalid) && CMTIME_IS_NUMERIC(.zero))
    #expect(CMTIME_IS_INDEFINITE(.indefinite) && CMTIME_HAS_BEEN_ROUNDED(rounded))
    #expect(CMTIME_IS_POSITIVEINFINITY(.positiveInfinity) && CMTIME_IS_NEGATIVEINFINITY(.negativeInfinity))
  }

  @Test func manyBitPatterns_areInvalid() {
    let cleared = CMTime(value: 77, timescale: 600, flags: [], epoch: 1)
    #expect(fields(cleared) != fields(.invalid))
    #expect(!cleared.isValid)
  }
}

@Suite struct TimeFromSeconds {
  @Test func exactSeconds_areNotFlagged() {
    #expect(fields(CMTime(seconds: 1.5, preferredTimescale: 2)) == [3, 2, 1, 0])
    #expect(fields(CMTime(seconds: -0.25, preferredTimescale: 600)) == [-150, 600, 1, 0])
    #expect(fields(CMTimeMakeWithSeconds(0.7, preferredTimescale: 10)) == [7, 10, 1, 0])
  }

  @Test func fractionsOfAUnit_areCutOffAndFlagged() {
    #expect(fields(CMTime(seconds: 0.6, preferredTimescale: 1)) == [0, 1, 3, 0])
    #expect(fields(CMTime(seconds: -1.9, preferredTimescale: 1)) == [-1, 1, 3, 0])
  }

  /// The guide places boundary observers at thirds of the duration with a timescale of 1.
  @Test func thirdsAtTimescaleOne_areFlagged() {
    let third = CMTimeMakeWithSeconds(10.0 / 3, preferredTimescale: 1)
    #expect(fields(third) == [3, 1, 3, 0])
    #expect(third.hasBeenRounded)
  }

  @Test func guideExample_comesToTwoHundredThirds() {
    let thirds = CMTimeMultiply(CMTimeMakeWithSeconds(200.0 / 3, preferredTimescale: 3), multiplier: 3)
    let rest = CMTimeSubtract(thirds, CMTimeMake(value: 200, timescale: 2))
    #expect(CMTimeCompare(rest, CMTimeMake(value: 400, timescale: 4)) == 0)
  }

  @Test func numbersThatAreNone_doNotTrap() {
    #expect(fields(CMTime(seconds: .nan, preferredTimescale: 600)) == [0, 600, 3, 0])
    #expect(CMTime(seconds: .infinity, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTime(seconds: -.infinity, preferredTimescale: 600).isNegativeInfinity)
    #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
    #expect(!CMTime(seconds: .nan, preferredTimescale: -5).isValid)
  }

  @Test func overflow_halvesTheTimescaleThenBecomesInfinite() {
    let large = CMTime(seconds: 0x1p60, preferredTimescale: 600)
    #expect(large.isNumeric && large.timescale == 4 && large.seconds == 0x1p60)
    #expect(CMTime(seconds: 1e300, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTime(seconds: -1e300, preferredTimescale: 600).isNegativeInfinity)
    #expect(CMTime(seconds: 0x1p63, preferredTimescale: 1).isPositiveInfinity)
    #expect(CMTime(seconds: -0x1p63, preferredTimescale: 1).value == .min)
  }

  @Test func secondsOfTimes_areQuotients() {
    #expect(CMTime(value: 1, timescale: 4).seconds == 0.25)
    #expect(CMTimeMakeWithEpoch(value: 1, timescale: 4, epoch: 3).seconds == 0.25)
    #expect(CMTimeGetSeconds(.invalid).isNaN && CMTimeGetSeconds(.indefinite).isNaN)
    #expect(CMTime.positiveInfinity.seconds == .infinity && CMTime.negativeInfinity.seconds == -.infinity)
  }
}

/// The four fields in order, to compare bit for bit; `==` compares instants.
func fields(_ time: CMTime) -> [Int64] {
  [time.value, Int64(time.timescale), Int64(time.flags.rawValue), time.epoch]
}
