internal import MediaEngine
internal import MediaGraph
internal import MovieFile
import Synchronization

/// The running half of a writer: its state behind a lock, its graph's run, and the sources that its inputs feed.
final class WriterCore: Sendable {
  /// One input as the run knows it.
  struct Feed: Sendable {
    let source: any ProgramFeed
    let isRealTime: Bool
    /// True for coded samples, which are in decoding order.
    let isCoded: Bool
    /// Called on any thread, without a lock, when the writer has failed or was cancelled: a program that waits for room finds out.
    let whenLost: @Sendable () -> Void
  }

  fileprivate struct Storage {
    var state = WriterState()
    var error: AVError?
    var feeds: [Feed] = []
    /// The number of samples that each input was given while it was not ready.
    var excess: [Int] = []
    var run: GraphRun?
    var endHandlers: [@Sendable () -> Void] = []
  }

  private let storage = Mutex(Storage())

  var status: AVAssetWriter.Status { storage.withLock { $0.state.status } }
  var error: AVError? { storage.withLock { $0.error } }
  var hasStarted: Bool { storage.withLock { $0.state.phase != .idle } }
  var hasSessions: Bool { storage.withLock { !$0.state.sessions.isEmpty } }
  /// The time of the movie from which segments count; known once samples are.
  var segmentOrigin: CMTime { storage.withLock { $0.state.segmentOrigin } }
  var isFinishing: Bool { storage.withLock { $0.state.phase == .finishing } }

  /// Samples beyond the room of an input that a program may append without looking whether it is ready.
  private static let patience = 256

  // MARK: - Running

  /// Begins the run of a graph.
  ///
  /// - Parameters:
  ///   - keepsTimes: True if the file has segments, which keep the program's times.
  ///   - initialSegment: The time of the program from which the file's segments count, and the duration of fragments; nil if they count from
  ///     the first session.
  ///   - initialFragment: The duration of a file's first fragment; nil for that of the others.
  ///   - completesItself: False if ``complete()`` is called after the run's end, and only then writing is completed.
  /// - Returns: False if the writer was started or cancelled meanwhile.
  func start(
    _ run: GraphRun, _ feeds: [Feed], keepsTimes: Bool, initialSegment: (start: CMTime, interval: CMTime)?,
    initialFragment: CMTime?, completesItself: Bool
  ) -> Bool {
    let starts = storage.withLock { storage in
      guard
        storage.state.start(
          inputCount: feeds.count, keepsTimes: keepsTimes, initialSegment: initialSegment,
          initialFragment: initialFragment)
      else { return false }
      (storage.run, storage.feeds) = (run, feeds)
      storage.excess = feeds.map { _ in 0 }
      return true
    }
    guard starts else { return false }
    run.start()
    Task(executorPreference: RunThreads.shared) {
      do {
        let result = try await run.result()
        let completed: AVAssetWriter.Status? = completesItself ? .completed : nil
        self.end(result.end == .finished ? completed : .failed, nil)
      } catch is CancellationError {
        self.end(.cancelled, nil)
      } catch {
        self.end(.failed, AVError(writing: error))
      }
    }
    return true
  }

  /// Ends the run, with a status the writer, if it has not ended yet, and what waits for the end.
  private func end(_ status: AVAssetWriter.Status?, _ error: AVError?) {
    let handlers = storage.withLock { storage in
      // A writer that has failed or was cancelled keeps that, but only now is its run over.
      let isLost = status.map { storage.lose($0, error) } ?? false
      storage.run = nil
      defer { storage.endHandlers = [] }
      return (isLost ? storage.feeds.map(\.whenLost) : []) + storage.endHandlers
    }
    for handler in handlers { handler() }
  }

  /// Completes a writer that is finishing, after the end of a run that does not complete it by itself.
  func complete() {
    storage.withLock { storage in
      if storage.run == nil, storage.state.phase == .finishing { _ = storage.state.end(.completed) }
    }
  }

  /// Calls a handler when the run is over, on a thread of the run; at once if it is over, or was never begun.
  func whenEnded(_ handler: @escaping @Sendable () -> Void) {
    let isOver = storage.withLock { storage in
      if storage.run == nil { return true }
      storage.endHandlers.append(handler)
      return false
    }
    if isOver { handler() }
  }

  /// Makes the writer fail, unless it has ended. What was appended before is kept: ``finish()`` completes the file with it.
  func fail(_ error: AVError) {
    let feeds = storage.withLock { $0.lose(.failed, error) ? $0.feeds : [] }
    for feed in feeds { feed.whenLost() }
  }

  /// Makes the writer fail if it is writing and was given no sample. One that another thread appends meanwhile either comes first, so that
  /// the writer goes on, or is refused.
  ///
  /// - Returns: True if the writer has failed by that.
  func failWithoutSamples(_ error: AVError) -> Bool {
    let feeds = storage.withLock { storage -> [Feed]? in
      guard storage.state.phase == .writing, !storage.state.hasSamples, storage.lose(.failed, error) else { return nil }
      return storage.feeds
    }
    for feed in feeds ?? [] { feed.whenLost() }
    return feeds != nil
  }

  func fail(_ misuse: WriterMisuse) { fail(AVError(.unknown, reason: misuse.description)) }

  /// Cancels the run. It is over some time later.
  func cancel() {
    let (run, feeds) = storage.withLock { ($0.run, $0.lose(.cancelled, nil) ? $0.feeds : []) }
    run?.cancel()
    for feed in feeds { feed.whenLost() }
  }

  /// Ends all inputs, so that the run completes its file; after a failed append, with what came before it.
  ///
  /// - Returns: False if nothing is being written.
  func finish() -> Bool {
    storage.withLock { storage in
      guard storage.run != nil, [.writing, .ended(.failed)].contains(storage.state.phase) else { return false }
      for feed in storage.feeds { feed.source.finish() }
      storage.state.finish()
      return true
    }
  }

  // MARK: - Sessions

  func startSession(at time: CMTime) {
    change { storage throws(WriterMisuse) in
      if try storage.state.startSession(at: time) { storage.sendSessions() }
      return true
    }
  }

  func endSession(at time: CMTime) {
    change { storage throws(WriterMisuse) in
      try storage.state.endSession(at: time)
      storage.sendSessions()
      return true
    }
  }

  /// Ends a segment behind what was appended.
  ///
  /// - Parameter video: The inputs of video.
  func endSegment(video: [Int]) {
    change { storage throws(WriterMisuse) in
      if try storage.state.endSegment(video: video) { storage.sendSessions() }
      return true
    }
  }

  @discardableResult
  private func change(_ body: (inout Storage) throws(WriterMisuse) -> Bool) -> Bool {
    let result = storage.withLock { storage -> Result<Bool, WriterMisuse> in
      Result { () throws(WriterMisuse) in try body(&storage) }
    }
    switch result {
    case .success(let isTaken): return isTaken
    case .failure(let misuse):
      fail(misuse)
      return false
    }
  }

  /// Drops a sample that a run does not take because it is over; throws for all others.
  ///
  /// The run's result comes at once, and makes the writer fail with the reason. Only then are samples refused: a program that is refused
  /// one looks for the error.
  private static func drop(_ problem: Diagnostic) throws(WriterMisuse) -> Bool {
    if problem.kind == .failure { return true }
    throw WriterMisuse(problem.message)
  }

  // MARK: - Inputs

  /// True if an input takes samples now; also of a writer that has ended before its time, so that a program that waits finds out.
  func isReady(_ input: Int) -> Bool {
    storage.withLock { storage in
      guard storage.feeds.indices.contains(input), !storage.state.isFinished(input: input) else { return false }
      return switch storage.state.phase {
      case .writing: storage.feeds[input].source.isReady
      case .ended(.failed), .ended(.cancelled): true
      case .idle, .finishing, .ended: false
      }
    }
  }

  /// Appends a sample.
  ///
  /// - Returns: False if the writer is not writing any more, or fails with this sample.
  func append(_ sample: CMSampleBuffer, to input: Int) -> Bool {
    guard status == .writing else { return false }
    return change { storage throws(WriterMisuse) in
      guard storage.feeds.indices.contains(input) else { throw .notWriting("append(_:)") }
      let feed = storage.feeds[input]
      if feed.source.isReady {
        storage.excess[input] = 0
      } else {
        storage.excess[input] += 1
        guard storage.excess[input] <= Self.patience else {
          throw WriterMisuse(
            "\(Self.patience) samples were appended while isReadyForMoreMediaData was false: wait until it is true")
        }
      }
      try storage.state.admit(sample, to: input, isCoded: feed.isCoded)
      do throws(Diagnostic) {
        try feed.source.push(sample, movedBy: storage.state.offset)
        return true
      } catch {
        return try Self.drop(error)
      }
    }
  }

  /// Appends the first of some samples, as many as there is room for.
  ///
  /// - Returns: The number of samples that were appended: the next one has no room, or makes the writer fail. Nil if the run takes no
  ///   more, whose result says why.
  func append(some samples: ArraySlice<CMSampleBuffer>, to input: Int) -> Int? {
    storage.withLock { storage in
      guard storage.state.status == .writing, storage.feeds.indices.contains(input) else { return 0 }
      let feed = storage.feeds[input]
      var admitted: [CMSampleBuffer] = []
      for sample in samples.prefix(feed.source.room(for: samples)) {
        do throws(WriterMisuse) {
          try storage.state.admit(sample, to: input, isCoded: feed.isCoded)
        } catch {
          break
        }
        admitted.append(sample)
      }
      guard !admitted.isEmpty else { return 0 }
      guard (try? feed.source.push(admitted, movedBy: storage.state.offset)) != nil else { return nil }
      storage.excess[input] = 0
      return admitted.count
    }
  }

  /// Appends a packet of text.
  func append(_ text: StyledText, at range: CMTimeRange, to input: Int) -> Bool {
    guard status == .writing else { return false }
    return change { storage throws(WriterMisuse) in
      guard storage.feeds.indices.contains(input) else { throw .notWriting("append(_:)") }
      try storage.state.admit(input: input, at: range.start, end: range.end, order: range.start, isStrict: false)
      let start = range.start + storage.state.offset
      do throws(Diagnostic) {
        try storage.feeds[input].source.push(DataPacket(Data(text.markup.utf8), at: start, duration: range.duration))
        return true
      } catch {
        return try Self.drop(error)
      }
    }
  }

  /// Ends an input.
  func finish(input: Int) {
    storage.withLock { storage in
      storage.state.finish(input: input)
      // The last one tells the end of the session yet.
      guard storage.feeds.indices.contains(input), !storage.state.areAllFinished else { return }
      storage.feeds[input].source.finish()
    }
  }
}

extension WriterCore.Storage {
  /// Ends with a status and an error, unless it has ended already.
  ///
  /// - Returns: True if it has failed or was cancelled by that.
  fileprivate mutating func lose(_ status: AVAssetWriter.Status, _ error: AVError?) -> Bool {
    guard state.end(status) else { return false }
    self.error = error
    return status != .completed
  }

  /// Tells all sources the sessions so far, in their order with the samples.
  fileprivate func sendSessions() {
    for feed in feeds {
      try? feed.source.push(
        ProgramSessions(
          state.sessions, isRealTime: feed.isRealTime, segmentEnds: state.segmentEnds,
          fragmentStart: state.fragmentStart, keepsTimes: state.keepsTimes))
    }
  }
}

/// The threads of writers' runs: `cancelWriting()` waits for the end of its run, also on a thread of the cooperative pool.
final class RunThreads: TaskExecutor {
  static let shared = RunThreads()
  private let queue = DispatchQueue(label: "reel.writer", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
