import CoreMedia
import TestSupport
import Testing

private func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }
private func range(_ start: Int64, _ end: Int64, epoch: Int64 = 0) -> CMTimeRange {
  CMTimeRange(start: CMTimeMakeWithEpoch(value: start, timescale: 1, epoch: epoch), duration: seconds(end - start))
}

@Suite struct TimeRanges {
  @Test func making_takesStartAndDurationOrEnd() {
    #expect(CMTimeRange(start: seconds(2), end: seconds(5)) == CMTimeRangeMake(start: seconds(2), duration: seconds(3)))
    #expect(CMTimeRangeFromTimeToTime(start: .zero, end: .positiveInfinity).duration.isPositiveInfinity)
    #expect(!CMTimeRange().isValid && CMTimeRange.zero.isValid)
    #expect(CMTimeRangeGetEnd(range(2, 5)) == seconds(5))
    #expect(!CMTimeRange.invalid.end.isValid)
  }

  @Test func aDuration_hasEpochZeroAndIsNotNegative() {
    #expect(!CMTimeRange(start: .zero, duration: CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)).isValid)
    #expect(!CMTimeRange(start: .zero, duration: seconds(-1)).isValid)
    #expect(!CMTimeRange(start: seconds(5), end: seconds(2)).isValid)
    #expect(CMTimeRange(start: .zero, duration: .zero).isValid)
    var changed = range(0, 5)
    changed.duration.epoch = 1
    #expect(!changed.isValid && CMTIMERANGE_IS_INVALID(changed))
  }

  @Test func rangesAcrossEpochs_areInvalid() {
    let (one, two) = (
      CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1), CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 2)
    )
    #expect(!CMTimeRange(start: one, end: two).isValid)
    #expect(!CMTimeRange(start: .zero, end: one).isValid)
    #expect(CMTimeRange(start: one, end: CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 1)).duration == seconds(2))
    #expect(range(1, 3, epoch: 1).end.epoch == 1)
  }

  @Test func predicates_tellAllFourKinds() {
    #expect(CMTIMERANGE_IS_VALID(.zero) && CMTIMERANGE_IS_EMPTY(.zero) && !CMTIMERANGE_IS_INDEFINITE(.zero))
    #expect(CMTIMERANGE_IS_INVALID(.invalid) && !CMTIMERANGE_IS_EMPTY(.invalid))
    #expect(CMTIMERANGE_IS_INDEFINITE(CMTimeRange(start: .zero, duration: .indefinite)))
    #expect(CMTIMERANGE_IS_INDEFINITE(CMTimeRange(start: .indefinite, duration: seconds(1))))
    #expect(!CMTimeRange(start: .invalid, duration: .indefinite).isIndefinite)
    #expect(CMTimeRange(start: seconds(5), duration: CMTime(value: 0, timescale: 77)).isEmpty)
    #expect(!CMTimeRange(start: .zero, duration: .positiveInfinity).isEmpty)
  }

  @Test func contains_isHalfOpen() {
    let range = range(2, 5)
    #expect(range.containsTime(seconds(2)) && range.containsTime(seconds(4)) && !range.containsTime(seconds(5)))
    #expect(!range.containsTime(seconds(1)) && !range.containsTime(.indefinite) && !range.containsTime(.invalid))
    #expect(range.containsTime(CMTime(value: 4999, timescale: 1000)))
    #expect(!CMTimeRangeContainsTime(range, time: CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 1)))
  }

  @Test(arguments: [
    range(2, 5), range(3, 3), .zero, CMTimeRange(start: .zero, duration: .positiveInfinity),
    CMTimeRange(start: .negativeInfinity, duration: .zero), range(1, 4, epoch: 6), .invalid,
    CMTimeRange(start: .zero, duration: .indefinite),
  ])
  func noRange_containsItsEnd(range: CMTimeRange) {
    #expect(!CMTimeRangeContainsTime(range, time: CMTimeRangeGetEnd(range)))
  }

  /// The default of readers, exports and validations.
  @Test func zeroToInfinity_containsEveryTimeFromZero() {
    let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(all.isValid && !all.isEmpty && all.end.isPositiveInfinity)
    #expect(all.containsTime(.zero) && all.containsTime(CMTime(value: .max, timescale: 1)))
    #expect(!all.containsTime(seconds(-1)) && !all.containsTime(.positiveInfinity))
    #expect(all.containsTimeRange(range(2, 5)) && all.intersection(range(2, 5)) == range(2, 5))
    #expect(
      all.containsTimeRange(all)
        && all.union(range(-2, 5)) == CMTimeRange(start: seconds(-2), duration: .positiveInfinity))
    #expect(range(2, 5).intersection(all) == range(2, 5))
  }

  @Test func setOperations_joinAndCut() {
    #expect(range(2, 5).union(range(8, 9)) == range(2, 9))
    #expect(range(2, 5).intersection(range(4, 9)) == range(4, 5))
    #expect(CMTimeRangeGetIntersection(range(2, 5), otherRange: range(5, 9)) == .zero)
    #expect(CMTimeRangeGetUnion(range(2, 5), otherRange: range(3, 4)) == range(2, 5))
    #expect(range(2, 5).containsTimeRange(range(3, 5)) && !range(2, 5).containsTimeRange(range(3, 6)))
    #expect(CMTimeRangeContainsTimeRange(range(2, 5), otherRange: range(2, 5)))
  }

  @Test func emptyRange_containsNoRange_notEvenItself() {
    #expect(!range(2, 2).containsTimeRange(range(2, 2)) && !CMTimeRange.zero.containsTimeRange(.zero))
    #expect(range(1, 3).containsTimeRange(range(2, 2)))
  }

  @Test func differentEpochs_haveNoUnionIntersectionOrContainment() {
    let (first, second) = (range(0, 5, epoch: 1), range(0, 5, epoch: 2))
    #expect(!first.union(second).isValid && !first.intersection(second).isValid)
    #expect(!first.containsTimeRange(second) && first != second)
    #expect(first.union(range(3, 8, epoch: 1)) == range(0, 8, epoch: 1))
  }

  @Test func invalidAndIndefiniteRanges_haveNoUnionOrIntersection() {
    for odd in [CMTimeRange.invalid, CMTimeRange(start: .zero, duration: .indefinite)] {
      #expect(!odd.union(range(0, 1)).isValid && !range(0, 1).intersection(odd).isValid)
      #expect(!odd.containsTime(.zero) && !range(0, 1).containsTimeRange(odd))
    }
  }

  @Test func equality_comparesInstants() {
    #expect(CMTimeRangeEqual(range(1, 2), CMTimeRange(start: CMTime(value: 2, timescale: 2), duration: seconds(1))))
    #expect(range(1, 2).hashValue == CMTimeRange(start: CMTime(value: 2, timescale: 2), duration: seconds(1)).hashValue)
    #expect(range(1, 2) != range(1, 3))
  }

  @Test func randomRanges_areConsistent() {
    var random = SeededGenerator(state: 8)
    for _ in 0..<20_000 {
      let ranges = (0..<2).map { _ in
        CMTimeRange(
          start: CMTime(
            value: .random(in: -50...50, using: &random), timescale: [1, 2, 3, 600].randomElement(using: &random)!),
          duration: CMTime(
            value: .random(in: 0...60, using: &random), timescale: [1, 2, 3, 7].randomElement(using: &random)!))
      }
      let (a, b) = (ranges[0], ranges[1])
      let (union, intersection) = (a.union(b), a.intersection(b))
      let time = CMTime(value: .random(in: -60...120, using: &random), timescale: 2)
      var isConsistent =
        union == b.union(a) && intersection == b.intersection(a)
        && union.containsTimeRange(a) && union.containsTimeRange(b)
        && (intersection.isEmpty || a.containsTimeRange(intersection) && b.containsTimeRange(intersection))
        && a.containsTimeRange(b) == (union == a)
        && intersection.containsTime(time) == (a.containsTime(time) && b.containsTime(time))
        && !a.containsTime(a.end)
      if !a.isEmpty {
        let folded = CMTimeFoldIntoRange(time, foldRange: a)
        let passes = (time - folded).seconds / a.duration.seconds
        isConsistent = isConsistent && a.containsTime(folded) && abs(passes - passes.rounded()) < 1e-9
      }
      if !isConsistent {
        Issue.record("\(a) and \(b), \(time)")
        return
      }
    }
  }
}

@Suite struct TimesInRanges {
  @Test func clamping_returnsTheNearestTime() {
    #expect(CMTimeClampToRange(seconds(3), range: range(2, 5)) == seconds(3))
    #expect(CMTimeClampToRange(seconds(7), range: range(2, 5)) == seconds(5))
    #expect(CMTimeClampToRange(.zero, range: range(2, 5)) == seconds(2))
    #expect(CMTimeClampToRange(.positiveInfinity, range: range(2, 5)) == seconds(5))
    #expect(!CMTimeClampToRange(seconds(3), range: range(3, 3)).isValid)
    #expect(!CMTimeClampToRange(.invalid, range: range(2, 5)).isValid)
    #expect(!CMTimeClampToRange(seconds(3), range: .invalid).isValid)
  }

  @Test func folding_loops() {
    let loop = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: CMTime(value: 2, timescale: 5))
    #expect(fields(CMTimeFoldIntoRange(.zero, foldRange: loop)) == [6, 15, 1, 0])
    #expect(fields(CMTimeFoldIntoRange(CMTime(value: -7, timescale: 11), foldRange: loop)) == [93, 165, 1, 0])
    #expect(CMTimeFoldIntoRange(seconds(25), foldRange: range(0, 10)) == seconds(5))
    #expect(CMTimeFoldIntoRange(seconds(10), foldRange: range(0, 10)) == .zero)
    #expect(!CMTimeFoldIntoRange(.invalid, foldRange: range(0, 10)).isValid)
    #expect(!CMTimeFoldIntoRange(seconds(1), foldRange: range(3, 3)).isValid)
    let endless = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(CMTimeFoldIntoRange(seconds(9), foldRange: endless) == seconds(9))
    #expect(!CMTimeFoldIntoRange(seconds(-9), foldRange: endless).isValid)
  }

  @Test func mapping_isLinearAndExact() {
    let (from, to) = (range(1, 3), range(10, 14))
    #expect(CMTimeMapTimeFromRangeToRange(seconds(1), fromRange: from, toRange: to) == seconds(10))
    #expect(CMTimeMapTimeFromRangeToRange(seconds(2), fromRange: from, toRange: to) == seconds(12))
    #expect(CMTimeMapTimeFromRangeToRange(seconds(3), fromRange: from, toRange: to) == seconds(14))
    #expect(CMTimeMapTimeFromRangeToRange(seconds(0), fromRange: from, toRange: to) == seconds(8))
    #expect(CMTimeMapDurationFromRangeToRange(seconds(1), fromRange: from, toRange: to) == seconds(2))
    let third = CMTimeMapTimeFromRangeToRange(seconds(1), fromRange: range(0, 3), toRange: range(0, 1))
    #expect(third == CMTime(value: 1, timescale: 3) && !third.hasBeenRounded)
  }

  @Test func mapping_rejectsEmptyRangesAndOtherEpochs() {
    #expect(!CMTimeMapTimeFromRangeToRange(.zero, fromRange: .zero, toRange: range(0, 1)).isValid)
    #expect(!CMTimeMapTimeFromRangeToRange(.zero, fromRange: range(0, 1), toRange: .zero).isValid)
    let looped = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)
    #expect(!CMTimeMapTimeFromRangeToRange(looped, fromRange: range(0, 2), toRange: range(0, 1)).isValid)
    #expect(!CMTimeMapDurationFromRangeToRange(looped, fromRange: range(0, 2), toRange: range(0, 1)).isValid)
    let mapped = CMTimeMapTimeFromRangeToRange(looped, fromRange: range(0, 2, epoch: 1), toRange: range(5, 6, epoch: 3))
    #expect(mapped == CMTimeMakeWithEpoch(value: 11, timescale: 2, epoch: 3))
  }

  @Test func mapping_betweenEndlessRangesMovesOnly() {
    let from = CMTimeRange(start: seconds(1), duration: .positiveInfinity)
    let to = CMTimeRange(start: seconds(10), duration: .positiveInfinity)
    #expect(CMTimeMapTimeFromRangeToRange(seconds(5), fromRange: from, toRange: to) == seconds(14))
    #expect(CMTimeMapDurationFromRangeToRange(seconds(5), fromRange: from, toRange: to) == seconds(5))
    #expect(!CMTimeMapTimeFromRangeToRange(seconds(5), fromRange: from, toRange: range(0, 1)).isValid)
  }
}
