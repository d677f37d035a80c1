internal import GStreamer
import Dispatch
import Synchronization

/// The decoders of a batch, one group of requests each:
///
///     lane 0   ├── group 1 ──▷├─ group 3 ─▷├── …
///     lane 1   ├ group 2 ▷├──── group 4 ────▷
///
/// A decoder's own threads are idle at the end of every pass, unlike several decoders in parallel. A single group is
/// decoded by one decoder with all of its threads. Idle threads are released.
final class ImageLanes: Sendable {
  private struct State {
    var agenda: ImageAgenda
    var lanes: [Lane]
    /// The idle lanes.
    var idle: Set<Int>
    /// The cancellation of the lanes' work.
    var cancellation = Cancellation()
  }

  /// A decoder and its queue. Used by the thread that takes it out of `idle`.
  private final class Lane: @unchecked Sendable {
    let number: Int
    let core: FrameCore
    /// The queue; nil for the caller's thread.
    let queue: DispatchQueue?
    var pass: ImagePass?

    init(_ number: Int, _ core: FrameCore, _ queue: DispatchQueue?) {
      (self.number, self.core, self.queue) = (number, core, queue)
    }
  }

  private let state: Mutex<State>
  /// Signalled when results may be available.
  private let news = DispatchSemaphore(value: 0)
  private let makeCore: @Sendable (_ threads: Int) -> FrameCore

  /// - Parameter makeCore: Makes a decoder with the given number of threads.
  init(_ plan: ImagePlan, makeCore: @escaping @Sendable (_ threads: Int) -> FrameCore) {
    self.makeCore = makeCore
    state = Mutex(State(agenda: ImageAgenda(plan, capacity: 4), lanes: [], idle: []))
  }

  /// Creates one lane on the caller's thread.
  init(_ plan: ImagePlan, _ core: FrameCore) {
    makeCore = { _ in core }
    state = Mutex(State(agenda: ImageAgenda(plan, capacity: 1), lanes: [Lane(0, core, nil)], idle: [0]))
  }

  /// Stops the work; `answer` must not be called afterwards.
  func stop() { state.withLock { $0.cancellation }.cancel() }

  var rest: [Int] { state.withLock { $0.agenda.rest } }

  func answer(_ cancellation: Cancellation) throws -> ImageBatch.Answer? {
    begin(cancellation)
    while true {
      if cancellation.isCancelled { throw CancellationError() }
      let (answer, isDone) = state.withLock { ($0.agenda.take(), $0.agenda.isDone) }
      wake(isWaiting: answer == nil && !isDone)
      if let answer { return answer }
      if isDone { return nil }
      news.wait()
    }
  }

  /// Makes the lanes before the first result: a single group has a decoder with all threads, several share them.
  private func begin(_ cancellation: Cancellation) {
    let work = state.withLock { state in
      if state.cancellation.isCancelled { state.cancellation = Cancellation() }
      if state.lanes.isEmpty {
        let count = state.agenda.hasSeveralGroups() ? 2 : 1
        let threads = max(1, DecoderSession.threads / count)
        state.lanes = (0..<count).map {
          Lane($0, makeCore(threads), DispatchQueue(label: "reel.images.decode", qos: .userInitiated))
        }
        state.idle = Set(0..<count)
      }
      return state.cancellation
    }
    cancellation.follow(with: work)
  }

  /// Resumes the idle lanes; the lane of the caller's thread only works while the caller waits.
  private func wake(isWaiting: Bool) {
    let idle = state.withLock { state in
      let lanes = state.idle.sorted().map { state.lanes[$0] }.filter { $0.queue != nil || isWaiting }
      state.idle.subtract(lanes.map(\.number))
      return lanes
    }
    for lane in idle {
      if let queue = lane.queue { queue.async { self.run(lane) } } else { run(lane) }
    }
  }

  private func run(_ lane: Lane) {
    while let (step, cancellation) = nextStep(lane) {
      if case .begin(let group) = step { lane.pass = ImagePass(lane.core, group) }
      // A cancelled frame is requested again: the lane keeps its position.
      if let answer = try? lane.pass?.answer(cancellation) {
        state.withLock { $0.agenda.note(answer, of: lane.number) }
        news.signal()
      }
    }
    news.signal()
  }

  private func nextStep(_ lane: Lane) -> (ImageAgenda.Step, Cancellation)? {
    state.withLock { state in
      if !state.cancellation.isCancelled, let step = state.agenda.step(for: lane.number) {
        return (step, state.cancellation)
      }
      state.idle.insert(lane.number)
      return nil
    }
  }
}
