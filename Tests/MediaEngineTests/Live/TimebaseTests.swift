import CoreMedia
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// A run's timebase.
@Suite struct TimebaseTests {
  @Test func heldRun_hasATimebaseThatStandsWhereTheRunIs() async throws {
    let folder = try TemporaryFolder()
    let (run, _) = NumberedMovie.run(try NumberedMovie.make(in: folder))
    #expect(run.timebase.time == .zero && run.timebase.rate == 0)
    run.pause()
    async let result = run.result()
    let time = CMTime(value: 1001, timescale: 240)
    try await run.seek(to: time)
    #expect(run.timebase.time == time && run.timebase.rate == 0)
    // A key frame, whose time is known when it has arrived.
    try await run.seek(to: CMTime(value: 137, timescale: 30), toleranceBefore: .positiveInfinity)
    #expect(run.timebase.time == CMTime(value: 4, timescale: 1) && run.currentTime == run.timebase.time)
    run.stop()
    _ = try await result
    #expect(run.timebase.rate == 0)
  }

  @Test func clockedRun_drivesItAtItsRate_fromWhereItIs() async throws {
    let folder = try TemporaryFolder()
    let (run, seen) = NumberedMovie.run(try NumberedMovie.make(in: folder), isClocked: true)
    run.pause()
    async let result = run.result()
    try await run.seek(to: CMTime(value: 2, timescale: 1))
    try await run.setRate(2)
    // A timer at two and a half seconds: after a quarter of a second, when the frame of that time is shown.
    let fired = Recorder<Int>()
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { [run] in
      fired.note(seen.all.last ?? -1)
      _ = run
    }
    timer.activate()
    try run.timebase.addTimer(timer)
    try run.timebase.setTimerNextFireTime(timer, fireTime: CMTime(value: 5, timescale: 2))
    #expect(fired.count == 0)
    run.resume()
    await fired.waitFor(1)
    #expect(run.timebase.rate == 2)
    // 75, with tolerance for a busy machine.
    #expect((65...95).contains(fired.all[0]), "\(fired.all)")
    run.pause()
    try await run.step()
    #expect(run.timebase.rate == 0)
    #expect(NumberedMovie.number(run.timebase.time) == seen.all.last)
    try run.timebase.removeTimer(timer)
    run.stop()
    _ = try await result
  }

  @Test func runWithoutAClock_endsWithATimebaseAtItsEnd() async throws {
    let folder = try TemporaryFolder()
    let (run, _) = NumberedMovie.run(try NumberedMovie.make(in: folder))
    _ = try await run.result()
    #expect(run.timebase.rate == 0)
    #expect(run.timebase.time == CMTime(value: 10, timescale: 1))
  }

  @Test func runsTimebase_isReadOnly() throws {
    let timebase = GraphRun(Graph()).timebase
    for change in [
      { try timebase.setRate(1) }, { try timebase.setTime(.zero) },
      { try timebase.setAnchorTime(.zero, referenceTime: .zero) },
      { try timebase.setRateAndAnchorTime(rate: 1, anchorTime: .zero, referenceTime: .zero) },
    ] {
      let error = #expect(throws: NSError.self) { try change() }
      #expect(error?.code == Int(kCMTimebaseError_ReadOnly))
    }
    #expect(CMTimebaseSetRate(timebase, rate: 1) == kCMTimebaseError_ReadOnly)
    timebase.source = CMTimebase(sourceClock: .hostTimeClock)
    #expect(timebase.sourceClock == .hostTimeClock && timebase.rate == 0)
  }
}

/// The conditions for setting a timebase.
@Suite struct PaceTests {
  private func at(_ milliseconds: Int64) -> CMTime { CMTime(value: milliseconds, timescale: 1000) }

  @Test func runThatKeepsPace_isLeftAlone() {
    var pace = Pace()
    #expect(pace.go(from: at(500), rate: 2, at: at(1000)) == Pace.Anchor(rate: 2, time: at(500)))
    #expect(pace.observe(at(700), isStarving: false, at: at(1100)) == nil)
    #expect(pace.observe(at(920), isStarving: false, at: at(1200)) == nil)
    // Further off than two frames.
    #expect(pace.observe(at(1000), isStarving: false, at: at(1300)) == Pace.Anchor(rate: 2, time: at(1000)))
    #expect(pace.observe(at(1200), isStarving: false, at: at(1400)) == nil)
  }

  @Test func runThatWaitsForMedia_standsUntilTheyCome() {
    var pace = Pace()
    _ = pace.go(from: .zero, rate: 1, at: .zero)
    #expect(pace.observe(at(100), isStarving: true, at: at(100)) == Pace.Anchor(rate: 0, time: at(100)))
    #expect(pace.observe(at(100), isStarving: true, at: at(200)) == nil)
    #expect(pace.observe(at(110), isStarving: false, at: at(300)) == Pace.Anchor(rate: 1, time: at(110)))
  }

  @Test func heldRun_standsAndIsNotObserved() {
    var pace = Pace()
    _ = pace.go(from: .zero, rate: 1, at: .zero)
    #expect(pace.stand(at: at(40)) == Pace.Anchor(rate: 0, time: at(40)))
    #expect(pace.stand(at: at(40)) == nil)
    #expect(pace.observe(at(300), isStarving: false, at: at(300)) == nil)
    #expect(pace.jump(to: at(900), rate: 1, at: at(400)) == Pace.Anchor(rate: 0, time: at(900)))
    #expect(pace.go(from: at(900), rate: 1, at: at(500)) == Pace.Anchor(rate: 1, time: at(900)))
    #expect(pace.jump(to: at(100), rate: -1, at: at(600)) == Pace.Anchor(rate: -1, time: at(100)))
  }

  @Test func runWithoutAClock_isAsFastAsItWas() {
    var pace = Pace()
    #expect(pace.go(from: .zero, rate: nil, at: .zero) == Pace.Anchor(rate: 0, time: .zero))
    #expect(pace.observe(at(2500), isStarving: false, at: at(100)) == Pace.Anchor(rate: 25, time: at(2500)))
    #expect(pace.observe(at(2500), isStarving: false, at: at(200)) == Pace.Anchor(rate: 0, time: at(2500)))
    #expect(pace.jump(to: .zero, rate: 1, at: at(250)) == Pace.Anchor(rate: 0, time: .zero))
  }
}
