import CoreMedia
import TestSupport
import Testing

@Suite struct TimeComparison {
  @Test func equalInstants_areEqualInAnyScale() {
    let (halves, quarters) = (CMTime(value: 200, timescale: 2), CMTime(value: 400, timescale: 4))
    #expect(halves == quarters && !(halves != quarters) && halves <= quarters && halves >= quarters)
    #expect(CMTimeCompare(halves, quarters) == 0)
    #expect(halves.hashValue == quarters.hashValue)
  }

  @Test func kinds_areOrdered() {
    let ascending: [CMTime] = [
      .negativeInfinity, CMTime(value: .min, timescale: 1), .zero, CMTime(value: .max, timescale: 1), .indefinite,
      .positiveInfinity, .invalid,
    ]
    for (position, time) in ascending.enumerated() {
      for (otherPosition, other) in ascending.enumerated() {
        let order: Int32 = position == otherPosition ? 0 : position < otherPosition ? -1 : 1
        #expect(CMTimeCompare(time, other) == order)
      }
    }
  }

  @Test func epoch_decidesBeforeTheValue() {
    let first = CMTimeMakeWithEpoch(value: 100, timescale: 1, epoch: 0)
    let second = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)
    #expect(first < second && second > first)
    #expect(CMTimeMinimum(first, second) == first && CMTimeMaximum(first, second) == second)
  }

  @Test func sameTimeOfTwoLoops_differsAlsoInTheHash() {
    let first = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 1)
    let second = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 2)
    #expect(first != second)
    #expect(Set([first, second, CMTimeMakeWithEpoch(value: 10, timescale: 2, epoch: 1)]).count == 2)
  }

  @Test func fieldsThatMeanNothing_doNotCount() {
    let infinite = CMTime(value: 9, timescale: 3, flags: [.valid, .positiveInfinity], epoch: 2)
    #expect(infinite == .positiveInfinity && infinite.hashValue == CMTime.positiveInfinity.hashValue)
    let invalid = CMTime(value: 9, timescale: 3, flags: [], epoch: 2)
    #expect(invalid == .invalid && invalid.hashValue == CMTime.invalid.hashValue)
    let rounded = CMTime(value: 1, timescale: 1, flags: [.valid, .hasBeenRounded], epoch: 0)
    #expect(rounded == CMTime(value: 1, timescale: 1))
  }

  @Test func neighboursNearTheLimits_areDistinguished() {
    let a = CMTime(value: .max, timescale: 2_147_483_647)
    let b = CMTime(value: .max, timescale: 2_147_483_646)
    #expect(a < b && !(b < a) && a != b)
    #expect(CMTime(value: .max - 1, timescale: .max) < a)
  }

  @Test func sorting_isTotalForAnyBits() {
    var random = SeededGenerator(state: 3)
    var times = (0..<300).map { _ in CMTime.extreme(using: &random) }
    times.sort()
    for (earlier, later) in zip(times, times.dropFirst()) { #expect(earlier <= later) }
    for time in times { #expect(time == time && !(time < time)) }
  }
}
