extension AVAssetReaderOutput {
  /// The samples of the output, one after the other; no thread of the cooperative pool waits for them.
  ///
  ///     reader.startReading()
  ///     for try await sample in output.samples() { … }
  ///
  /// A thread of the output's own makes some samples before they are asked for, a few megabytes at most: they come with the next
  /// iteration, or the next `copyNextSampleBuffer()`, after one that was broken off. It ends after the last sample, throws the reader's
  /// error when the reader fails, and `CancellationError`, at once, when the reader or the task is cancelled. The reader is completed
  /// when the last sample is made.
  ///
  /// An addition to Apple's interface.
  public func samples() -> Samples { Samples(self, readAhead()) }

  /// The samples of an output; see `samples()`.
  public struct Samples: AsyncSequence, AsyncIteratorProtocol, Sendable {
    public typealias Element = CMSampleBuffer
    private let output: AVAssetReaderOutput
    private let ahead: SampleReadAhead

    init(_ output: AVAssetReaderOutput, _ ahead: SampleReadAhead) { (self.output, self.ahead) = (output, ahead) }

    public func makeAsyncIterator() -> Samples { self }

    /// The next sample; nil after the last.
    public mutating func next() async throws -> CMSampleBuffer? {
      if output.session?.status == .cancelled { throw CancellationError() }
      if let sample = try await ahead.next() { return sample }
      try checkEnd()
      return nil
    }

    /// The samples that are there, or the next one; none after the last.
    func nextAll() async throws -> [CMSampleBuffer] {
      if output.session?.status == .cancelled { throw CancellationError() }
      let samples = try await ahead.nextAll()
      if samples.isEmpty { try checkEnd() }
      return samples
    }

    /// Puts samples back that were taken, and not used.
    func putBack(_ samples: some Sequence<CMSampleBuffer>) { ahead.putBack(samples) }

    /// - Throws: The reason why there are no more samples, unless all were given.
    private func checkEnd() throws {
      let session = output.session
      switch session?.status {
      case .failed?: throw session?.error ?? AVError(.unknown)
      case .cancelled?: throw CancellationError()
      case .unknown?: throw AVError(.unknown, reason: "reading has not started")
      case nil: throw AVError(.unknown, reason: "the output was not added to a reader")
      default: break
      }
    }
  }
}
