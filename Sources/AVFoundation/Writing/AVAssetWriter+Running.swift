internal import MediaEngine
internal import MediaGraph
import Dispatch

extension AVAssetWriter {
  /// Starts writing: afterwards inputs and options stay as they are.
  ///
  /// - Returns: False if it fails; ``error`` says why.
  @discardableResult
  public func startWriting() -> Bool {
    guard core.status == .unknown else {
      core.fail(WriterMisuse("startWriting() is called once: a writer writes one file"))
      return false
    }
    let inputs = inputs
    guard !inputs.isEmpty else {
      core.fail(WriterMisuse("startWriting() needs an input: call add(_:) first"))
      return false
    }
    do {
      if !givesSegments, let problem = MuxerSupport.problem(writingTo: outputURL.path) {
        throw AVError(writing: problem)
      }
      let temporaryFolder = directoryForTemporaryFiles?.path
      if let temporaryFolder, access(temporaryFolder, W_OK | X_OK) != 0 {
        throw AVError(
          .unknown, reason: "directoryForTemporaryFiles cannot be written: \(String(cString: strerror(errno)))")
      }
      if let refusal = refusalOfProfile() { throw AVError(.unknown, reason: refusal.description) }
      let plan = try plan()
      options.withLock { $0.graph = plan.graph }
      var run = RunOptions()
      run.executor = RunThreads.shared
      run.temporaryFolder = temporaryFolder
      let graphRun = GraphRun(plan.graph, options: run)
      if let (source, packets) = plan.metadata {
        for packet in packets { try source.push(packet) }
        source.finish()
      }
      if let sink = plan.sink { receiveSegments(of: sink) }
      let initialSegment = givesSegments ? options.withLock { $0.segments.initialSegment } : nil
      guard
        core.start(
          graphRun, plan.feeds, keepsTimes: givesSegments, initialSegment: initialSegment,
          initialFragment: initialFragment, completesItself: !givesSegments)
      else {
        // Lets the ends of the graph hear that nothing comes: the queue of the segments waits at one.
        graphRun.cancel()
        return false
      }
      for (index, input) in inputs.enumerated() { input.start(index, plan.feeds[index].source) }
      return true
    } catch {
      core.fail(AVError(writing: error))
      return false
    }
  }

  /// Completes the file: ends all inputs, and waits until all that was appended is written.
  ///
  /// Afterwards ``status`` is `completed`, or `failed`. After an append that failed, the file has what was appended before it. A writer
  /// whose inputs were given no samples fails, and leaves no file.
  public func finishWriting() async {
    await withCheckedContinuation { continuation in finish { continuation.resume() } }
  }

  /// Completes the file, and calls a handler on another thread when that is done.
  public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    finish { DispatchQueue.global().async(execute: handler) }
  }

  private func finish(_ handler: @escaping @Sendable () -> Void) {
    if core.status == .unknown {
      core.fail(WriterMisuse("finishWriting() is for a writer that is writing: call startWriting() first"))
    }
    if core.failWithoutSamples(noSamples) { core.cancel() }
    _ = core.finish()
    for input in inputs { input.writerFinishes() }
    // Until then the writer is kept, so that a program need not keep it.
    core.whenEnded { [self] in
      segmentsEnded {
        withExtendedLifetime(self) {}
        handler()
      }
    }
  }

  /// The error of a writer whose file would hold no media.
  private var noSamples: AVError {
    let types = inputs.map { "'\($0.mediaType.rawValue)'" }
    let names =
      types.count == 1 ? "the input of type \(types[0])" : "the inputs, of types \(types.joined(separator: ", "))"
    return AVError(
      .exportFailed, reason: "no sample was appended to \(names)",
      suggestion: "call cancelWriting() to end a writer without samples")
  }

  /// Ends writing at once, and waits for its end: nothing is left of the file. After the writer has ended it does nothing.
  public func cancelWriting() {
    core.cancel()
    for input in inputs { input.writerFinishes() }
    let isOver = DispatchSemaphore(value: 0)
    core.whenEnded { isOver.signal() }
    isOver.wait()
  }
}
