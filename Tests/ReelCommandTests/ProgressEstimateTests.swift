import CoreMedia
import Testing

@testable import MediaEngine
@testable import ReelCommand

/// The progress that is shown, by a clock that the test sets.
@Suite struct ProgressEstimateTests {
  private func report(_ position: Double, of duration: Double?, at elapsed: Double) -> RunProgress {
    RunProgress(
      position: CMTime(seconds: position, preferredTimescale: 1000),
      duration: duration.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .indefinite,
      elapsed: .milliseconds(Int64((elapsed * 1000).rounded())))
  }

  /// What is shown of reports ten times a second, of positions that are a function of the time.
  private func shown(
    until end: Double, of duration: Double? = 100, _ position: (Double) -> Double
  ) -> [ShownProgress] {
    var estimate = ProgressEstimate()
    return stride(from: 0.1, through: end, by: 0.1).map { estimate.observe(report(position($0), of: duration, at: $0)) }
  }

  @Test func obstacleThatLasts_isSaidOnce() {
    var notice = WaitNotice()
    func observe(_ obstacle: String?, at elapsed: Double) -> String? {
      var report = report(0, of: nil, at: elapsed)
      report.obstacle = obstacle
      return notice.observe(report)
    }
    #expect(observe("no program reads 'a'", at: 5) == nil)
    #expect(observe("no program reads 'a'", at: 6.9) == nil)
    #expect(observe("no program reads 'a'", at: 7) == "no program reads 'a'")
    #expect(observe("no program reads 'a'", at: 9) == nil)
    #expect(observe(nil, at: 9.5) == nil)
    #expect(observe("no program reads 'b'", at: 10) == nil)
    #expect(observe("no program reads 'b'", at: 12) == "no program reads 'b'")
  }

  @Test func positionThatGoesBack_isNotShown() {
    let shown = shown(until: 30) { $0 < 10 ? 9 * $0 : $0 < 20 ? 8 : $0 - 12 }
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.position <= $1.position })
    #expect(zip(shown, shown.dropFirst()).allSatisfy { ($0.fraction ?? 0) <= ($1.fraction ?? 0) })
    #expect(shown.last?.fraction.map { $0 > 0.88 && $0 < 0.9 } == true)
  }

  @Test func durationThatGrows_takesNothingBack() {
    var estimate = ProgressEstimate()
    #expect(estimate.observe(report(5, of: 10, at: 1)).fraction == 0.5)
    #expect(estimate.observe(report(6, of: 60, at: 2)).fraction == 0.5)
    #expect(estimate.observe(report(45, of: 60, at: 3)).fraction == 0.75)
  }

  @Test func remainingTime_isUnknownUntilThereIsASecondOfProgress() {
    let slowStart = shown(until: 20) { max(0, $0 - 8) }
    let first = slowStart.first { $0.remaining != nil }
    #expect(first.map { $0.elapsed >= .seconds(9) && $0.elapsed < .milliseconds(9400) } == true)
    // The time before the first media does not make the rest longer.
    #expect(first?.remaining.map { abs($0.seconds - 99) < 1 } == true, "\(String(describing: first))")
  }

  @Test func remainingTimeAtAConstantSpeed_isExactAndCountsDown() {
    for progress in shown(until: 49, { 2 * $0 }).dropFirst(20) {
      let rest = (100 - progress.position.seconds) / 2
      #expect(progress.remaining.map { abs($0.seconds - rest) < 0.01 } == true, "\(progress)")
    }
  }

  @Test func burst_movesTheRemainingTimeSmoothly() {
    // Media come once a second, all of a second at once.
    let remaining = shown(until: 60) { $0.rounded(.down) }.compactMap(\.remaining?.seconds)
    #expect(zip(remaining, remaining.dropFirst()).dropFirst(100).allSatisfy { abs($0 - $1) < 1 })
    // After a minute of 100 s at speed 1, 40 s are left.
    #expect(remaining.last.map { abs($0 - 40) < 4 } == true, "\(String(describing: remaining.last))")
  }

  @Test func speedThatChanges_isFollowed() {
    let shown = shown(until: 60, of: 200) { $0 < 10 ? 5 * $0 : 50 + ($0 - 10) }
    // 100 media seconds are left at speed 1; the whole run's average says 60.
    #expect(shown.last?.remaining.map { abs($0.seconds - 100) < 2 } == true, "\(String(describing: shown.last))")
  }

  @Test func lengthThatIsUnknown_isNotGuessed() {
    let shown = shown(until: 10, of: nil) { $0 }
    #expect(shown.allSatisfy { $0.fraction == nil && $0.remaining == nil })
    #expect(shown.last?.text == "00:00:10  1.0x")
  }

  @Test func text_saysWhatIsKnown() {
    let shown = shown(until: 30) { 2 * $0 }
    #expect(shown[0].text == "  0 %  00:00:00 / 00:01:40  2.0x")
    #expect(shown[299].text == " 60 %  00:01:00 / 00:01:40  2.0x  00:00:20 left")
  }
}
