extension AVAssetReaderOutput {
  /// The samples of the output, one after the other, each made when it is asked for; no thread of the cooperative pool waits.
  ///
  ///     reader.startReading()
  ///     for try await sample in output.samples() { … }
  ///
  /// Iterate over it once; a task that is cancelled may lose the sample that is being made. It ends after the last sample, throws
  /// the reader's error when the reader fails, and `CancellationError` when the reader or the task is cancelled.
  ///
  /// An addition to Apple's interface.
  public func samples() -> Samples { Samples(self) }

  /// The samples of an output; see `samples()`.
  public struct Samples: AsyncSequence, AsyncIteratorProtocol, Sendable {
    public typealias Element = CMSampleBuffer
    private let output: AVAssetReaderOutput

    init(_ output: AVAssetReaderOutput) { self.output = output }

    public func makeAsyncIterator() -> Samples { self }

    /// The next sample; nil after the last.
    public mutating func next() async throws -> CMSampleBuffer? {
      let sample = try await output.queue.run { [output] _ in output.copyNextSampleBuffer() }
      if let sample { return sample }
      switch output.session?.status {
      case .failed?: throw output.session?.error ?? AVError(.unknown)
      case .cancelled?: throw CancellationError()
      case .unknown?: throw AVError(.unknown, reason: "reading has not started")
      case nil: throw AVError(.unknown, reason: "the output was not added to a reader")
      default: return nil
      }
    }
  }
}
