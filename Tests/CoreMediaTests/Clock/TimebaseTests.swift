import CoreMedia
import Synchronization
import Testing

/// A clock whose time the test sets.
private final class Hand: Sendable {
  private let shown = Mutex<Int64>(0)

  var clock: CMClock {
    CMClock { CMTime(value: self.shown.withLock { $0 }, timescale: 1000) }
  }

  func advance(_ milliseconds: Int64) {
    shown.withLock { $0 += milliseconds }
  }
}

private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 1000) }

@Suite struct Clocks {
  @Test func hostClock_runsForward() {
    let clock = CMClockGetHostTimeClock()
    let (first, second) = (clock.time, CMClockGetTime(clock))
    #expect(first.isNumeric && first <= second && first.timescale == 1_000_000_000)
    #expect(!clock.mightDrift(relativeTo: .hostTimeClock))
    #expect(clock.mightDrift(relativeTo: Hand().clock))
  }

  @Test func systemUnits_areNanosecondsAndClamp() {
    #expect(CMClock.convertHostTimeToSystemUnits(seconds(1.5)) == 1_500_000_000)
    #expect(CMClock.convertHostTimeToSystemUnits(.invalid) == 0)
    #expect(CMClock.convertHostTimeToSystemUnits(seconds(-1)) == 0)
    #expect(CMClock.convertSystemUnitsToHostTime(.max).value == .max)
  }
}

@Suite struct Timebases {
  @Test func aNewTimebase_standsAtZero() throws {
    let hand = Hand()
    let timebase = CMTimebase(sourceClock: hand.clock)
    hand.advance(500)
    #expect(timebase.time == .zero && timebase.rate == 0 && timebase.effectiveRate == 0)
  }

  @Test func time_followsTheClockAtTheRate() throws {
    let hand = Hand()
    let timebase = CMTimebase(sourceClock: hand.clock)
    try timebase.setTime(seconds(10))
    try timebase.setRate(2)
    hand.advance(500)
    #expect(timebase.time == seconds(11))
    try timebase.setRate(-1)
    hand.advance(3000)
    #expect(timebase.time == seconds(8) && timebase.timeAndRate.rate == -1)
    #expect(CMTimebaseSetRate(timebase, rate: 0) == noErr)
    hand.advance(1000)
    #expect(CMTimebaseGetTime(timebase) == seconds(8))
    #expect(timebase.time(withTimescale: 600).timescale == 600)
  }

  @Test func anchors_tieTimesOfBoth() throws {
    let hand = Hand()
    let timebase = CMTimebase(sourceClock: hand.clock)
    try timebase.setRateAndAnchorTime(rate: 1, anchorTime: seconds(100), referenceTime: seconds(2))
    #expect(timebase.time == seconds(98))
    hand.advance(2000)
    #expect(timebase.time == seconds(100))
    try timebase.setAnchorTime(seconds(0), referenceTime: seconds(1))
    #expect(timebase.time == seconds(1) && timebase.rate == 1)
  }

  @Test func numbersThatAreNone_areRefused() {
    let timebase = CMTimebase(sourceClock: Hand().clock)
    #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.setRate(.nan) }
    #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.setTime(.indefinite) }
    #expect(CMTimebaseSetTime(timebase, time: .positiveInfinity) == kCMTimebaseError_InvalidParameter)
  }

  @Test func chains_multiplyRates() throws {
    let hand = Hand()
    let parent = CMTimebase(sourceClock: hand.clock)
    let child = CMTimebase(sourceTimebase: parent)
    try parent.setRate(0.5)
    try child.setRate(4)
    hand.advance(1000)
    #expect(child.time == seconds(2) && child.effectiveRate == 2 && child.rate(relativeTo: parent) == 4)
    #expect(child.ultimateSourceClock === parent.sourceClock && child.sourceTimebase === parent)
    #expect(parent.convertTime(seconds(1), to: child) == seconds(4))
    #expect(child.convertTime(seconds(4), to: parent) == seconds(1))
    #expect(!child.mightDrift(relativeTo: parent))
    parent.source = child
    #expect(parent.sourceTimebase == nil)
  }

  @Test func changingTheSource_keepsTheTime() throws {
    let (first, second) = (Hand(), Hand())
    let timebase = CMTimebase(sourceClock: first.clock)
    try timebase.setRate(1)
    first.advance(3000)
    let other = second.clock
    timebase.source = other
    first.advance(9000)
    second.advance(500)
    #expect(timebase.time == seconds(3.5) && timebase.sourceClock === other)
  }

  @Test func changes_arePosted() throws {
    let timebase = CMTimebase(sourceClock: Hand().clock)
    let (rates, jumps) = (Counter(), Counter())
    let center = NotificationCenter.default
    let observers = [
      center.addObserver(forName: CMTimebase.effectiveRateChanged, object: timebase, queue: nil) { _ in
        rates.count += 1
      },
      center.addObserver(forName: CMTimebase.timeJumped, object: timebase, queue: nil) { _ in jumps.count += 1 },
    ]
    defer { observers.forEach(center.removeObserver) }
    try timebase.setRate(1)
    try timebase.setRate(1)
    try timebase.setTime(seconds(5))
    #expect(rates.count == 1 && jumps.count == 1)
  }

  @Test(.timeLimit(.minutes(10))) func timers_fireWhenTheirTimeComes() async throws {
    let hand = Hand()
    let timebase = CMTimebase(sourceClock: hand.clock)
    let timer = DispatchSource.makeTimerSource()
    await withCheckedContinuation { (fired: CheckedContinuation<Void, Never>) in
      let once = Mutex(false)
      timer.setEventHandler {
        let isFirst = once.withLock { done in
          defer { done = true }
          return !done
        }
        if isFirst { fired.resume() }
      }
      do {
        try timebase.addTimer(timer)
        timer.resume()
        try timebase.setTimerNextFireTime(timer, fireTime: seconds(3))
        // After the timer's fire time: it fires at once.
        try timebase.setTime(seconds(4))
        try timebase.setRate(1)
      } catch {
        Issue.record(error)
        fired.resume()
      }
    }
    try timebase.removeTimer(timer)
    #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.removeTimer(timer) }
    timer.cancel()
  }

  @Test(.timeLimit(.minutes(10))) func timers_obeyTheCFunctions() async throws {
    let hand = Hand()
    let timebase = CMTimebase(sourceClock: hand.clock)
    let timer = DispatchSource.makeTimerSource()
    let invalid = kCMTimebaseError_InvalidParameter
    #expect(CMTimebaseSetTimerDispatchSourceToFireImmediately(timebase, timerSource: timer) == invalid)
    #expect(CMTimebaseAddTimerDispatchSource(timebase, timerSource: timer) == noErr)
    await withCheckedContinuation { (fired: CheckedContinuation<Void, Never>) in
      timer.setEventHandler { fired.resume() }
      timer.resume()
      // At rate 0, this call alone never fires.
      CMTimebaseSetTimerDispatchSourceNextFireTime(timebase, timerSource: timer, fireTime: seconds(3), flags: 0)
      CMTimebaseSetTimerDispatchSourceToFireImmediately(timebase, timerSource: timer)
    }
    #expect(CMTimebaseRemoveTimerDispatchSource(timebase, timerSource: timer) == noErr)
    #expect(CMTimebaseRemoveTimerDispatchSource(timebase, timerSource: timer) == invalid)
    timer.cancel()
  }

  @Test func manyThreads_mayUseOne() async throws {
    let hand = Hand()
    let timebase = CMTimebase(sourceClock: hand.clock)
    let child = CMTimebase(sourceTimebase: timebase)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<300 {
            if task % 2 == 0 {
              try? timebase.setRate(Double(step % 3))
              try? child.setTime(CMTime(value: Int64(step), timescale: 10))
            } else {
              hand.advance(1)
              _ = (child.time, timebase.effectiveRate, child.timeAndRate)
            }
          }
        }
      }
    }
    #expect(timebase.time.isNumeric && child.time.isNumeric)
  }
}
