internal import GStreamer
import MediaGraph

/// Where a run is, and what to do next: a state machine without threads, locks or GStreamer.
///
///     opening ──(all files opened)──▶ running ──(end of stream)──▶ ended
///        │                             │ ▲                           ▲
///        └───(opened, and held)─▶ pause▼ │resume                     │
///                                     paused      any ──(failed)─────┘
struct RunState: Sendable {
  enum Phase: Equatable, Sendable {
    /// Waiting for files; whether the run is to be held once they are open.
    case opening(waiting: Set<String>, isPaused: Bool = false)
    case running, paused, ended
  }

  enum Event: Sendable {
    /// A node has looked into its file.
    case opened(String)
    /// Everything that was under way has arrived.
    case endOfStream
    case failed(Diagnostic)
    case stop
    case pause
    case resume
    /// Somebody wants the graph to change.
    case update
    /// A branch that was taken out has come to its end.
    case drained(Int)
    /// Time has passed: how many buffers have gone through, and the time since the start.
    case tick(work: Int, now: Duration)
  }

  enum Action: Equatable, Sendable {
    /// Put the graph together and let it run, or hold it at its first pictures.
    case assemble(isPaused: Bool)
    /// Make the sources end.
    case drain
    case setPaused(Bool)
    case update
    /// Take out what has come to its end.
    case remove(Int)
    case reportProgress
    case finish(RunResult.End)
    case fail(Diagnostic)
    /// Nothing moved for this long.
    case failStalled(Duration)
  }

  private(set) var phase: Phase
  private var isStopped = false
  private var watchdog: Watchdog

  /// A run that first waits for these nodes to open.
  init(opening nodes: Set<String>, stallTimeout: Duration?) {
    phase = nodes.isEmpty ? .running : .opening(waiting: nodes)
    watchdog = Watchdog(limit: stallTimeout)
  }

  mutating func handle(_ event: Event) -> Action? {
    switch (phase, event) {
    case (.ended, _): return nil
    case (_, .failed(let problem)):
      phase = .ended
      return .fail(problem)
    case (.opening(var waiting, let isPaused), .opened(let node)):
      waiting.remove(node)
      guard waiting.isEmpty else {
        phase = .opening(waiting: waiting, isPaused: isPaused)
        return nil
      }
      phase = isPaused ? .paused : .running
      return .assemble(isPaused: isPaused)
    case (.opening(let waiting, _), .pause):
      phase = .opening(waiting: waiting, isPaused: true)
      return nil
    case (.opening(let waiting, _), .resume):
      phase = .opening(waiting: waiting)
      return nil
    case (.opening, .stop):
      // Nothing was written yet, so there is nothing to complete.
      phase = .ended
      return .fail(Diagnostic("the run was stopped before it began", kind: .failure))
    case (_, .stop):
      isStopped = true
      let wasPaused = phase == .paused
      phase = .running
      return wasPaused ? .setPaused(false) : .drain
    case (_, .endOfStream):
      phase = .ended
      return .finish(isStopped ? .stopped : .finished)
    case (.running, .pause):
      phase = .paused
      return .setPaused(true)
    case (.paused, .resume):
      phase = .running
      return .setPaused(false)
    case (.paused, .tick(_, let now)):
      watchdog.restart(now: now)
      return nil
    case (_, .tick(let work, let now)):
      guard let idle = watchdog.observe(work: work, now: now) else { return phase == .running ? .reportProgress : nil }
      phase = .ended
      return .failStalled(idle)
    case (.running, .update), (.paused, .update): return .update
    case (_, .drained(let number)): return .remove(number)
    case (.opening, .update), (.running, .opened), (.paused, .opened), (.running, .resume), (.paused, .pause):
      return nil
    }
  }
}
