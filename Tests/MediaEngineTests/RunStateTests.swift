import MediaGraph
import Testing

@testable import MediaEngine

/// The run's decisions, without a pipeline, a clock or a thread.
@Suite struct RunStateTests {
  private func running(isClocked: Bool = false, stallTimeout: Duration? = .seconds(30)) -> RunState {
    var state = RunState(opening: [], isClocked: isClocked, stallTimeout: stallTimeout)
    #expect(state.begin() == [.assemble(isPaused: false)])
    #expect(state.handle(.begun) == [])
    return state
  }

  @Test func files_areAssembledWhenTheLastHasOpened() {
    var state = RunState(opening: ["a", "b"], stallTimeout: nil)
    #expect(state.begin() == [])
    #expect(state.handle(.opened("a")) == [])
    #expect(state.handle(.opened("b")) == [.assemble(isPaused: false)])
    #expect(state.handle(.begun) == [])
    #expect(state.phase == .running)
  }

  @Test func pauseWhileOpening_holdsTheRunOnceItIsOpen() {
    var state = RunState(opening: ["a", "b"], stallTimeout: nil)
    #expect(state.handle(.pause) == [])
    #expect(state.handle(.opened("a")) == [])
    #expect(state.handle(.opened("b")) == [.assemble(isPaused: true)])
    #expect(state.handle(.begun) == [])
    #expect(state.phase == .paused)
    #expect(state.handle(.resume) == [.setPaused(false)])
  }

  @Test func pauseAndResumeWhileOpening_changeNothing() {
    var state = RunState(opening: ["a"], stallTimeout: nil)
    _ = state.handle(.pause)
    _ = state.handle(.resume)
    #expect(state.handle(.opened("a")) == [.assemble(isPaused: false)])
  }

  /// A pipeline that waits for a pipe's writer cannot change its state.
  @Test func pauseWhileStarting_waitsForThePipeline() {
    var state = RunState(opening: [], stallTimeout: nil)
    _ = state.begin()
    #expect(state.handle(.pause) == [])
    #expect(state.handle(.begun) == [.setPaused(true)])
    #expect(state.phase == .paused)
  }

  /// The pipeline's message that it runs may arrive before the thread that brought it up has said so.
  @Test func updateWhileStarting_isMadeOnceTheRunHasBegun() {
    var state = RunState(opening: [], stallTimeout: nil)
    _ = state.begin()
    #expect(state.handle(.update) == [])
    #expect(state.handle(.begun) == [.update])
    #expect(state.handle(.update) == [.update])
  }

  @Test func updateWhileStarting_isRejectedWhereTheRunIsAtItsEndAlready() {
    var state = RunState(opening: [], stallTimeout: nil)
    _ = state.begin()
    #expect(state.handle(.update) == [])
    #expect(state.handle(.endOfStream(canHold: true)) == [.setPaused(true), .holdAtEnd, .rejectUpdate])
  }

  @Test func endOfStream_finishes() {
    var state = running()
    #expect(state.handle(.endOfStream(canHold: false)) == [.finish(.finished)])
    #expect(state.handle(.failed(Diagnostic("late"))) == [])
  }

  @Test func stop_drainsAndTheEndReportsIt() {
    var state = running()
    #expect(state.handle(.stop) == [.drain])
    #expect(state.handle(.endOfStream(canHold: true)) == [.finish(.stopped)])
  }

  @Test func stop_ofAPausedRun_letsItGoOnToDrain() {
    var state = running()
    _ = state.handle(.pause)
    #expect(state.handle(.stop) == [.drain, .setPaused(false)])
    #expect(state.phase == .running)
  }

  @Test func pauseAndResume_happenOnce() {
    var state = running()
    #expect(state.handle(.resume) == [])
    #expect(state.handle(.pause) == [.setPaused(true)])
    #expect(state.handle(.pause) == [])
    #expect(state.handle(.resume) == [.setPaused(false)])
  }

  @Test func noWorkForTheLimit_isAStall() {
    var state = running(stallTimeout: .seconds(30))
    #expect(state.handle(.tick(work: 5, now: .seconds(1))) == [.reportProgress])
    #expect(state.handle(.tick(work: 5, now: .seconds(30))) == [.reportProgress])
    #expect(state.handle(.tick(work: 5, now: .seconds(31))) == [.failStalled(.seconds(30))])
    #expect(state.phase == .ended)
  }

  @Test func stallWhileFilesOpen_namesThoseThatDoNot() {
    var state = RunState(opening: ["a", "b"], stallTimeout: .seconds(30))
    _ = state.handle(.opened("a"))
    #expect(state.handle(.tick(work: 5, now: .seconds(1))) == [])
    #expect(state.handle(.tick(work: 5, now: .seconds(31))) == [.failStalled(.seconds(30), opening: ["b"])])
  }

  @Test func work_restartsTheWatchdog() {
    var state = running(stallTimeout: .seconds(30))
    _ = state.handle(.tick(work: 5, now: .seconds(1)))
    _ = state.handle(.tick(work: 6, now: .seconds(30)))
    #expect(state.handle(.tick(work: 6, now: .seconds(59))) == [.reportProgress])
    #expect(state.handle(.tick(work: 6, now: .seconds(60))) == [.failStalled(.seconds(30))])
  }

  @Test func aPausedRun_mayStandStill() {
    var state = running(stallTimeout: .seconds(30))
    _ = state.handle(.tick(work: 5, now: .seconds(1)))
    _ = state.handle(.pause)
    #expect(state.handle(.tick(work: 5, now: .seconds(500))) == [])
    _ = state.handle(.resume)
    #expect(state.handle(.tick(work: 5, now: .seconds(520))) == [.reportProgress])
  }

  @Test func withoutALimit_nothingIsAStall() {
    var state = running(stallTimeout: nil)
    _ = state.handle(.tick(work: 5, now: .zero))
    #expect(state.handle(.tick(work: 5, now: .seconds(86400))) == [.reportProgress])
  }

  private static let stoppedEarly = Diagnostic("the run was stopped before it began", kind: .failure)

  @Test func stopWhileOpening_fails() {
    var state = RunState(opening: ["a"], stallTimeout: nil)
    #expect(state.handle(.stop) == [.fail(Self.stoppedEarly)])
  }

  @Test func stopWhileStarting_drains() {
    var state = RunState(opening: [], stallTimeout: nil)
    _ = state.begin()
    #expect(state.handle(.stop) == [.drain])
    #expect(state.handle(.pause) == [])
    #expect(state.handle(.begun) == [])
    #expect(state.handle(.endOfStream(canHold: true)) == [.finish(.stopped)])
  }

  @Test func stopOfAPipelineThatNeverComesUp_fails() {
    var state = RunState(opening: [], stallTimeout: nil)
    _ = state.begin()
    _ = state.handle(.stop)
    #expect(state.handle(.tick(work: 0, now: .seconds(7))) == [.reportProgress])
    #expect(state.handle(.tick(work: 0, now: .seconds(7) + RunState.stopLimit)) == [.fail(Self.stoppedEarly)])
  }

  // MARK: - The end

  @Test func heldEnd_goesOnWhenItIsSought() {
    var state = running()
    #expect(state.handle(.endOfStream(canHold: true)) == [.setPaused(true), .holdAtEnd])
    #expect(state.handle(.tick(work: 1, now: .seconds(500))) == [])
    #expect(state.handle(.seekBegan) == [])
    #expect(state.handle(.seekEnded(isAtEnd: false)) == [.setPaused(false)])
    #expect(state.phase == .running)
    #expect(state.handle(.endOfStream(canHold: true)) == [.setPaused(true), .holdAtEnd])
    #expect(state.handle(.stop) == [.finish(.finished)])
  }

  @Test func heldEndThatIsPaused_staysPausedWhenItIsSought() {
    var state = running()
    _ = state.handle(.endOfStream(canHold: true))
    #expect(state.handle(.pause) == [])
    _ = state.handle(.seekBegan)
    #expect(state.handle(.seekEnded(isAtEnd: false)) == [])
    #expect(state.handle(.resume) == [.setPaused(false)])
  }

  /// The end belongs to data that the seek has discarded, unless the stream has ended again.
  @Test(arguments: [false, true]) func endDuringASeek_countsOnlyIfItIsTheNewOne(isAtEnd: Bool) {
    var state = running()
    _ = state.handle(.seekBegan)
    #expect(state.handle(.endOfStream(canHold: true)) == [])
    #expect(state.handle(.seekEnded(isAtEnd: isAtEnd)) == (isAtEnd ? [.setPaused(true), .holdAtEnd] : []))
  }

  @Test func graphAtItsEnd_doesNotChange() {
    var state = running()
    _ = state.handle(.endOfStream(canHold: true))
    #expect(state.handle(.update) == [.rejectUpdate])
  }

  // MARK: - The pipeline's messages

  @Test func clockedRun_isHeldUntilAllBuffersAreFull() {
    var state = running(isClocked: true)
    #expect(state.handle(.buffering(source: "a", percent: 10)) == [.setPaused(true)])
    #expect(state.handle(.buffering(source: "b", percent: 90)) == [])
    #expect(state.handle(.buffering(source: "a", percent: 100)) == [])
    #expect(state.handle(.buffering(source: "b", percent: 100)) == [.setPaused(false)])
  }

  @Test func callersPause_outlivesBuffering() {
    var state = running(isClocked: true)
    _ = state.handle(.buffering(source: "a", percent: 10))
    #expect(state.handle(.pause) == [])
    #expect(state.handle(.buffering(source: "a", percent: 100)) == [])
    #expect(state.handle(.resume) == [.setPaused(false)])
  }

  @Test func runWithoutAClock_isNotHeldByBuffers() {
    var state = running()
    #expect(state.handle(.buffering(source: "a", percent: 10)) == [])
  }

  @Test func lostClock_isReplacedWhereTimeGoesBy() {
    var state = running()
    #expect(state.handle(.clockLost) == [.restartClock])
    _ = state.handle(.pause)
    #expect(state.handle(.clockLost) == [])
    #expect(state.handle(.latency) == [.recalculateLatency])
  }

  @Test func failedBranch_leavesTheOthersRunning() {
    var state = running()
    let problem = Diagnostic("no space")
    #expect(state.handle(.branchFailed(["file"], problem)) == [.endBranch(["file"], problem)])
    #expect(state.phase == .running)
    #expect(state.handle(.endOfStream(canHold: false)) == [.finish(.finished)])
  }
}
