internal import GStreamer
import Dispatch
import Synchronization

/// The threads that decode a batch of pictures, one group of requests each:
///
///     lane 0   ├── group 1 ──▷├─ group 3 ─▷├── …
///     lane 1   ├ group 2 ▷├──── group 4 ────▷
///
/// A decoder's own threads rest at the ends of every pass; decoders beside each other do not. What belongs to one group goes to one
/// decoder, with all of its threads. A thread that has nothing to do is given back.
final class ImageLanes: Sendable {
  private struct State {
    var agenda: ImageAgenda
    var lanes: [Lane]
    /// Those that rest.
    var idle: Set<Int>
    /// Ends what the lanes do.
    var cancellation = Cancellation()
  }

  /// A decoder and its thread. Belongs to whoever takes it out of `idle`.
  private final class Lane: Sendable {
    let number: Int
    let core: FrameCore
    /// Nil for that of whoever asks.
    let queue: DispatchQueue?
    /// Used by the thread that has taken the lane.
    nonisolated(unsafe) var pass: ImagePass?

    init(_ number: Int, _ core: FrameCore, _ queue: DispatchQueue?) {
      (self.number, self.core, self.queue) = (number, core, queue)
    }
  }

  private let state: Mutex<State>
  /// Signalled when there may be news.
  private let news = DispatchSemaphore(value: 0)
  private let makeCore: @Sendable (_ threads: Int) -> FrameCore

  /// - Parameter makeCore: Makes what decodes, with so many threads.
  init(_ plan: ImagePlan, makeCore: @escaping @Sendable (_ threads: Int) -> FrameCore) {
    self.makeCore = makeCore
    state = Mutex(State(agenda: ImageAgenda(plan, capacity: 4), lanes: [], idle: []))
  }

  /// One lane on the thread of whoever asks.
  init(_ plan: ImagePlan, _ core: FrameCore) {
    makeCore = { _ in core }
    state = Mutex(State(agenda: ImageAgenda(plan, capacity: 1), lanes: [Lane(0, core, nil)], idle: [0]))
  }

  /// Ends the work; nobody may ask any more.
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

  /// Makes the lanes before the first answer: a single group has a decoder with all threads, several share them.
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

  /// Sends the lanes that rest to work; that of whoever asks only works when it is waited for.
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
      // What is cancelled is asked for again: the lane keeps its place.
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
