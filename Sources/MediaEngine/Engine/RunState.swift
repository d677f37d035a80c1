internal import GStreamer
import MediaGraph

/// The phase of a run, and the actions for each event: a state machine without threads, locks or GStreamer.
///
///     opening ──(all files opened)──▶ starting ──(begun)──▶ running ◀──resume/pause──▶ paused
///                                                             │ ▲
///                                              (end of stream)▼ │(sought)
///                                                            atEnd         any ──(end, failed)──▶ ended
struct RunState: Sendable {
  enum Phase: Equatable, Sendable {
    /// Waiting for files; the run may have to be paused once they are open.
    case opening(waiting: Set<String>, isPaused: Bool = false)
    /// The pipeline changes its state; the run may have to be paused or resumed afterwards.
    case starting(isPaused: Bool, broughtUpPaused: Bool)
    case running, paused
    /// Everything has arrived, and the run is held there.
    case atEnd(isPaused: Bool)
    case ended
  }

  enum Event: Sendable {
    /// A node has opened its file.
    case opened(String)
    /// The pipeline has changed its state; media may flow.
    case begun
    /// Everything in progress has arrived; the run can be held there if no file is written.
    case endOfStream(canHold: Bool)
    case failed(Diagnostic)
    /// A branch has failed without which the others can continue.
    case branchFailed(Set<String>, Diagnostic)
    case stop
    case pause
    case resume
    /// A change of the graph was requested.
    case update
    /// A removed or failed branch is ready to be removed.
    case drained(Int)
    /// A seek is about to discard everything in progress.
    case seekBegan
    /// The seek is complete; true if it ended at the end of the stream.
    case seekEnded(isAtEnd: Bool)
    /// A buffer before a clocked run is filled to a percentage.
    case buffering(source: String, percent: Int)
    /// A node's latency has changed.
    case latency
    /// The run's clock was lost.
    case clockLost
    /// Time has passed: the number of bytes processed, and the time since the start.
    case tick(work: Int, now: Duration)
  }

  enum Action: Equatable, Sendable {
    /// Build the graph and run it, or pause it at its first frames.
    case assemble(isPaused: Bool)
    /// End the sources.
    case drain
    case setPaused(Bool)
    case update
    /// Report that the graph cannot change at the end.
    case rejectUpdate
    /// Remove a branch that is ready for it.
    case remove(Int)
    /// Remove a branch that has failed.
    case endBranch(Set<String>, Diagnostic)
    /// Report that the run is held at its end.
    case holdAtEnd
    case recalculateLatency
    /// Select another clock.
    case restartClock
    case reportProgress
    case finish(RunResult.End)
    case fail(Diagnostic)
    /// Fail because no data have moved for this long, perhaps while nodes are opening their files.
    case failStalled(Duration, opening: Set<String> = [])
  }

  /// The time limit for the pipeline to start after the run was stopped: one that waits for a pipe's writer never does.
  static let stopLimit = Duration.seconds(2)

  private(set) var phase: Phase
  private var isStopped = false
  private var stopTime: Duration?
  private var seeks = 0
  private var hasEndedDuringSeek = false
  /// Changes of the graph that were asked for before the run began: the pipeline says that it has reached its state on another
  /// thread than the one that brings it there.
  private var earlyUpdates = 0
  private var fillLevels: [String: Int] = [:]
  private let isClocked: Bool
  private var watchdog: Watchdog

  /// Creates the state of a run that first waits for these nodes to open.
  ///
  /// - Parameter isClocked: True if the run uses a clock, so that it is paused while buffers fill.
  init(opening nodes: Set<String>, isClocked: Bool = false, stallTimeout: Duration?) {
    phase = .opening(waiting: nodes)
    self.isClocked = isClocked
    watchdog = Watchdog(limit: stallTimeout)
  }

  /// Returns the first action of a run without files to open.
  mutating func begin() -> [Action] {
    guard case .opening(let waiting, let isPaused) = phase, waiting.isEmpty else { return [] }
    phase = .starting(isPaused: isPaused, broughtUpPaused: isPaused)
    return [.assemble(isPaused: isPaused)]
  }

  private var isBuffering: Bool { isClocked && !isStopped && fillLevels.values.contains { $0 < 100 } }

  mutating func handle(_ event: Event) -> [Action] {
    if phase == .ended { return [] }
    switch event {
    case .failed(let problem): return end(.fail(problem))
    case .opened, .begun: return rise(event)
    case .stop: return stop()
    case .pause: return hold(true)
    case .resume: return hold(false)
    case .endOfStream(let canHold): return reachEnd(canHold: canHold)
    case .seekBegan, .seekEnded: return seek(event)
    case .tick(let work, let now): return tick(work, now)
    case .drained(let number): return [.remove(number)]
    case .buffering(let source, let percent):
      let wasBuffering = isBuffering
      fillLevels[source] = percent
      return phase == .running && wasBuffering != isBuffering ? [.setPaused(isBuffering)] : []
    case .branchFailed(let names, let problem):
      if case .opening = phase { return end(.fail(problem)) }
      return [.endBranch(names, problem)]
    case .update:
      switch phase {
      case .atEnd: return [.rejectUpdate]
      case .running, .paused: return [.update]
      case .opening, .starting, .ended:
        earlyUpdates += 1
        return []
      }
    case .latency:
      if case .opening = phase { return [] }
      return [.recalculateLatency]
    case .clockLost: return phase == .running && !isBuffering ? [.restartClock] : []
    }
  }

  private mutating func end(_ action: Action) -> [Action] {
    phase = .ended
    return [action]
  }

  /// Handles an event before the run is running.
  private mutating func rise(_ event: Event) -> [Action] {
    switch (phase, event) {
    case (.opening(var waiting, let isPaused), .opened(let node)):
      waiting.remove(node)
      phase = .opening(waiting: waiting, isPaused: isPaused)
      return begin()
    case (.starting(let isPaused, let broughtUpPaused), .begun):
      phase = isPaused ? .paused : .running
      let shallPause = isPaused || isBuffering
      return (shallPause == broughtUpPaused ? [] : [.setPaused(shallPause)]) + takeEarlyUpdates(as: .update)
    default: return []
    }
  }

  private mutating func takeEarlyUpdates(as action: Action) -> [Action] {
    defer { earlyUpdates = 0 }
    return Array(repeating: action, count: earlyUpdates)
  }

  private mutating func stop() -> [Action] {
    switch phase {
    case .opening:
      // Nothing was written yet, so there is nothing to complete.
      return end(.fail(Self.stoppedEarly))
    case .starting(_, let broughtUpPaused):
      isStopped = true
      phase = .starting(isPaused: false, broughtUpPaused: broughtUpPaused)
      return [.drain]
    case .atEnd: return end(.finish(.finished))
    case .running, .paused, .ended:
      let wasHeld = phase == .paused || isBuffering
      isStopped = true
      phase = .running
      return wasHeld ? [.drain, .setPaused(false)] : [.drain]
    }
  }

  private static let stoppedEarly = Diagnostic("the run was stopped before it began", kind: .failure)

  private mutating func hold(_ isPaused: Bool) -> [Action] {
    switch phase {
    case .opening(let waiting, _): phase = .opening(waiting: waiting, isPaused: isPaused)
    case .starting(_, let broughtUpPaused):
      if !isStopped { phase = .starting(isPaused: isPaused, broughtUpPaused: broughtUpPaused) }
    case .atEnd: phase = .atEnd(isPaused: isPaused)
    case .running where isPaused:
      phase = .paused
      return isBuffering ? [] : [.setPaused(true)]
    case .paused where !isPaused:
      phase = .running
      return isBuffering ? [] : [.setPaused(false)]
    case .running, .paused, .ended: break
    }
    return []
  }

  private mutating func reachEnd(canHold: Bool) -> [Action] {
    guard canHold, !isStopped else { return end(.finish(isStopped ? .stopped : .finished)) }
    guard seeks == 0 else {
      hasEndedDuringSeek = true
      return []
    }
    let isPaused = if case .starting(let isPaused, _) = phase { isPaused } else { phase == .paused }
    let stands = phase == .paused
    phase = .atEnd(isPaused: isPaused)
    return (stands ? [.holdAtEnd] : [.setPaused(true), .holdAtEnd]) + takeEarlyUpdates(as: .rejectUpdate)
  }

  private mutating func seek(_ event: Event) -> [Action] {
    guard case .seekEnded(let isAtEnd) = event else {
      seeks += 1
      return []
    }
    seeks -= 1
    watchdog.restart()
    guard seeks == 0 else { return [] }
    defer { hasEndedDuringSeek = false }
    var actions: [Action] = []
    if case .atEnd(let isPaused) = phase {
      phase = isPaused ? .paused : .running
      if !isPaused && !isBuffering { actions = [.setPaused(false)] }
    }
    return hasEndedDuringSeek && isAtEnd ? reachEnd(canHold: true) : actions
  }

  private mutating func tick(_ work: Int, _ now: Duration) -> [Action] {
    switch phase {
    case .paused, .atEnd:
      watchdog.restart(now: now)
      return []
    case .starting where isStopped:
      let since = stopTime ?? now
      stopTime = since
      if now - since >= Self.stopLimit { return end(.fail(Self.stoppedEarly)) }
    default: break
    }
    guard let idle = watchdog.observe(work: work, now: now) else {
      if case .opening = phase { return [] }
      return [.reportProgress]
    }
    if case .opening(let waiting, _) = phase { return end(.failStalled(idle, opening: waiting)) }
    return end(.failStalled(idle))
  }
}
