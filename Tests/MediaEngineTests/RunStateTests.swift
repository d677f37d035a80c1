import MediaGraph
import Testing

@testable import MediaEngine

/// The run's decisions, without a pipeline, a clock or a thread.
@Suite struct RunStateTests {
  private func running(stallTimeout: Duration? = .seconds(30)) -> RunState {
    RunState(opening: [], stallTimeout: stallTimeout)
  }

  @Test func files_areAssembledWhenTheLastHasOpened() {
    var state = RunState(opening: ["a", "b"], stallTimeout: nil)
    #expect(state.handle(.opened("a")) == nil)
    #expect(state.handle(.opened("b")) == .assemble(isPaused: false))
    #expect(state.phase == .running)
  }

  @Test func pauseWhileOpening_holdsTheRunOnceItIsOpen() {
    var state = RunState(opening: ["a", "b"], stallTimeout: nil)
    #expect(state.handle(.pause) == nil)
    #expect(state.handle(.opened("a")) == nil)
    #expect(state.handle(.opened("b")) == .assemble(isPaused: true))
    #expect(state.phase == .paused)
    #expect(state.handle(.resume) == .setPaused(false))
  }

  @Test func pauseAndResumeWhileOpening_changeNothing() {
    var state = RunState(opening: ["a"], stallTimeout: nil)
    _ = state.handle(.pause)
    _ = state.handle(.resume)
    #expect(state.handle(.opened("a")) == .assemble(isPaused: false))
  }

  @Test func endOfStream_finishes() {
    var state = running()
    #expect(state.handle(.endOfStream) == .finish(.finished))
    #expect(state.handle(.failed(Diagnostic("late"))) == nil)
  }

  @Test func stop_drainsAndTheEndSaysSo() {
    var state = running()
    #expect(state.handle(.stop) == .drain)
    #expect(state.handle(.endOfStream) == .finish(.stopped))
  }

  @Test func stop_ofAPausedRun_letsItGoOnToDrain() {
    var state = running()
    _ = state.handle(.pause)
    #expect(state.handle(.stop) == .setPaused(false))
    #expect(state.phase == .running)
  }

  @Test func pauseAndResume_happenOnce() {
    var state = running()
    #expect(state.handle(.resume) == nil)
    #expect(state.handle(.pause) == .setPaused(true))
    #expect(state.handle(.pause) == nil)
    #expect(state.handle(.resume) == .setPaused(false))
  }

  @Test func noWorkForTheLimit_isAStall() {
    var state = running(stallTimeout: .seconds(30))
    #expect(state.handle(.tick(work: 5, now: .seconds(1))) == .reportProgress)
    #expect(state.handle(.tick(work: 5, now: .seconds(30))) == .reportProgress)
    #expect(state.handle(.tick(work: 5, now: .seconds(31))) == .failStalled(.seconds(30)))
    #expect(state.phase == .ended)
  }

  @Test func work_restartsTheWatchdog() {
    var state = running(stallTimeout: .seconds(30))
    _ = state.handle(.tick(work: 5, now: .seconds(1)))
    _ = state.handle(.tick(work: 6, now: .seconds(30)))
    #expect(state.handle(.tick(work: 6, now: .seconds(59))) == .reportProgress)
    #expect(state.handle(.tick(work: 6, now: .seconds(60))) == .failStalled(.seconds(30)))
  }

  @Test func aPausedRun_mayStandStill() {
    var state = running(stallTimeout: .seconds(30))
    _ = state.handle(.tick(work: 5, now: .seconds(1)))
    _ = state.handle(.pause)
    #expect(state.handle(.tick(work: 5, now: .seconds(500))) == nil)
    _ = state.handle(.resume)
    #expect(state.handle(.tick(work: 5, now: .seconds(520))) == .reportProgress)
  }

  @Test func withoutALimit_nothingIsAStall() {
    var state = running(stallTimeout: nil)
    _ = state.handle(.tick(work: 5, now: .zero))
    #expect(state.handle(.tick(work: 5, now: .seconds(86400))) == .reportProgress)
  }

  @Test func stopWhileOpening_fails() {
    var state = RunState(opening: ["a"], stallTimeout: nil)
    #expect(state.handle(.stop) == .fail(Diagnostic("the run was stopped before it began", kind: .failure)))
  }
}
