extension AVAssetWriterInput {
  /// Waits until the input is ready, and appends samples; an addition of this module.
  ///
  ///     for try await sample in output.samples() { try await input.append(contentsOf: [sample]) }
  ///
  /// - Throws: The writer's error; `AVError` of an input that is finished; `CancellationError` if the task or the writing was cancelled.
  public func append(contentsOf samples: some Sequence<CMSampleBuffer>) async throws {
    for sample in samples { try await appendNext(sample) }
  }

  /// Appends the samples of an asynchronous sequence, each when the input is ready: the sequence is asked for the next one only then.
  ///
  /// - Throws: Errors of the sequence; the writer's error; `AVError` of an input that is finished; `CancellationError` if the task or the
  ///   writing was cancelled.
  public func append<Samples: AsyncSequence>(contentsOf samples: Samples) async throws
  where Samples.Element == CMSampleBuffer {
    if let samples = samples as? AVAssetReaderOutput.Samples { return try await append(read: samples) }
    for try await sample in samples { try await appendNext(sample) }
  }

  /// Appends the samples of a reader, as many at once as there are and the input has room for.
  private func append(read samples: AVAssetReaderOutput.Samples) async throws {
    while true {
      var rest = try await samples.nextAll()[...]
      if rest.isEmpty { return }
      do {
        while !rest.isEmpty {
          try await becomeReady()
          guard let count = append(some: rest) else { throw await reasonOfEnd() }
          rest = rest.dropFirst(count)
          if count == 0, let sample = rest.popFirst() { try await appendNext(sample) }
        }
      } catch {
        samples.putBack(rest)
        throw error
      }
    }
  }

  private func appendNext(_ sample: CMSampleBuffer) async throws {
    try await becomeReady()
    guard append(sample) else {
      try Task.checkCancellation()
      throw await reasonOfEnd()
    }
  }

  /// The reason why a sample was not taken.
  private func reasonOfEnd() async -> any Error {
    // A run that is over by itself takes no sample, and says a little later why.
    if isTakingSamples { await writerEnds() }
    return endError
  }

  /// The reason why no more samples are taken.
  private var endError: any Error {
    if let writerError { return writerError }
    return isWriterCancelled
      ? CancellationError() : AVError(.unknown, reason: "the input is finished: it takes no more samples")
  }

  /// Waits until the input is ready, or the writer has ended.
  private func becomeReady() async throws {
    while !isReadyForMoreMediaData {
      try Task.checkCancellation()
      guard let readiness = sourceReadiness else {
        throw AVError(.unknown, reason: "the input's writer does not write: call startWriting() first")
      }
      guard isTakingSamples else { throw endError }
      for await isReady in readiness where isReady { break }
      if isReadyForMoreMediaData { return }
      await Task.yield()
    }
  }
}
