import CoreMedia
import Dispatch
import Synchronization

/// Decodes the frames for some requests, in order of time, each once.
///
///     lane 0   ├── group 1 ──▷├─ group 3 ─▷├── …
///     lane 1   ├ group 2 ▷├──── group 4 ────▷
///
/// Each lane has a cursor, and decodes a group of requests at a time: a decoder's own threads are idle at the end of
/// every group, unlike several decoders in parallel. A single group is decoded by one decoder with all of its threads.
/// Idle threads are released.
///
/// Belongs to one thread at a time, never the cooperative pool's.
package final class ImageScheduler: Sendable {
  /// A frame, or its error.
  package struct Answer: Sendable {
    /// The position of the request.
    package var request: Int
    package var frame: Result<Frame, any Error>
  }

  package struct Frame: Sendable {
    package var decoded: DecodedFrame
    package var choice: FrameSearch.Choice
    package var description: CMFormatDescription?
  }

  private struct State {
    var plan: ImageDecodingPlan
    var workers: [Worker] = []
    /// The idle lanes.
    var idle: Set<Int> = []
    /// The cancellation of the lanes' work.
    var cancellation = Cancellation()
  }

  /// A cursor and its thread.
  private final class Worker: Sendable {
    let number: Int
    /// The queue; nil for the caller's thread.
    let queue: DispatchQueue?
    /// Used by the thread that has taken the lane out of `idle`.
    private nonisolated(unsafe) let cursor: FrameCursor
    let damage: PassedDamage

    init(_ number: Int, _ cursor: FrameCursor, _ queue: DispatchQueue?) {
      (self.number, self.cursor, self.queue, damage) = (number, cursor, queue, cursor.damage)
    }

    /// Returns the result of a step; nil if it was cancelled: the cursor keeps its position for the next time.
    func answer(_ step: ImageDecodingPlan.Step, _ cancellation: Cancellation) -> Answer? {
      if let group = step.group { cursor.expect(group) }
      let frame = Result {
        let choice = try step.choice.get()
        let decoded = try cursor.frame(of: choice.sample, shown: choice.shown, cancellation)
        let description = try? cursor.track.format(of: choice.sample).description
        return Frame(decoded: decoded, choice: choice, description: description)
      }
      if case .failure(is CancellationError) = frame, cancellation.isCancelled { return nil }
      return Answer(request: step.request, frame: frame)
    }
  }

  private let track: any CodedTrack
  private let state: Mutex<State>
  /// Signalled when results may be available.
  private let news = DispatchSemaphore(value: 0)

  /// Creates a scheduler that decodes ahead on threads of its own.
  package init(_ track: any CodedTrack, _ requests: [ImageRequest]) {
    self.track = track
    state = Mutex(State(plan: ImageDecodingPlan(track, requests, capacity: 4)))
  }

  /// Creates a scheduler that decodes on demand on the caller's thread, which the cursor belongs to: a request for the
  /// frame after the last one continues there.
  package init(_ cursor: FrameCursor, _ requests: [ImageRequest]) {
    track = cursor.track
    let worker = Worker(0, cursor, nil)
    state = Mutex(
      State(plan: ImageDecodingPlan(cursor.track, requests, capacity: 1), workers: [worker], idle: [worker.number]))
  }

  deinit { state.withLock { $0.cancellation }.cancel() }

  /// The positions of the requests without a result, sorted by time.
  package var rest: [Int] { state.withLock { $0.plan.rest } }

  /// Returns the notes about what the file has lost, as far as it was read, and about frames in whose place others were
  /// taken.
  ///
  /// - Parameter name: What the notes call the file.
  package func notes(about name: String) -> [String] {
    var loss = track.loss
    loss?.file = name
    return [loss?.description].compactMap(\.self) + PassedDamage.notes(of: state.withLock { $0.workers.map(\.damage) })
  }

  /// Returns the next result; nil after the last.
  ///
  /// - Throws: `CancellationError`; a later call continues with the same frame.
  package func next(_ cancellation: Cancellation = Cancellation()) throws -> Answer? {
    cancellation.follow(with: begin())
    while true {
      if cancellation.isCancelled { throw CancellationError() }
      let (answer, isDone) = state.withLock { ($0.plan.take(), $0.plan.isDone) }
      wake(isWaiting: answer == nil && !isDone)
      if let answer { return answer }
      if isDone { return nil }
      news.wait()
    }
  }

  /// Makes the lanes before the first result, and returns the cancellation of their work.
  private func begin() -> Cancellation {
    state.withLock { state in
      if state.cancellation.isCancelled { state.cancellation = Cancellation() }
      if state.workers.isEmpty {
        let count = state.plan.hasSeveralGroups() ? 2 : 1
        let threads = max(1, DecoderSession.threads / count)
        state.workers = (0..<count).map {
          Worker(
            $0, FrameCursor(track, threads: threads),
            DispatchQueue(label: "reel.images.decode", qos: .userInitiated))
        }
        state.idle = Set(0..<count)
      }
      return state.cancellation
    }
  }

  /// Resumes the idle lanes; the lane of the caller's thread only works while the caller waits.
  private func wake(isWaiting: Bool) {
    let idle = state.withLock { state in
      let workers = state.idle.sorted().map { state.workers[$0] }.filter { $0.queue != nil || isWaiting }
      state.idle.subtract(workers.map(\.number))
      return workers
    }
    for worker in idle {
      if let queue = worker.queue { queue.async { self.run(worker) } } else { run(worker) }
    }
  }

  private func run(_ worker: Worker) {
    while let (step, cancellation) = nextStep(worker) {
      guard let answer = worker.answer(step, cancellation) else { continue }
      state.withLock { $0.plan.note(answer, of: worker.number) }
      news.signal()
    }
    news.signal()
  }

  private func nextStep(_ worker: Worker) -> (ImageDecodingPlan.Step, Cancellation)? {
    state.withLock { state in
      if !state.cancellation.isCancelled, let step = state.plan.step(for: worker.number) {
        return (step, state.cancellation)
      }
      state.idle.insert(worker.number)
      return nil
    }
  }
}
