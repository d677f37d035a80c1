import Foundation

extension CMSampleBuffer {
  /// The samples of a buffer, each as a buffer of its own that shares the bytes.
  public struct SingleSampleBuffers: Sequence {
    let buffers: [CMSampleBuffer]

    /// The buffers in the order of the samples.
    public func makeIterator() -> IndexingIterator<[CMSampleBuffer]> {
      buffers.makeIterator()
    }
  }

  /// The samples, each as a buffer of its own.
  ///
  /// - Throws: `bufferHasNoSampleSizes` if it is not known where the samples' bytes are.
  public func singleSampleBuffers() throws -> SingleSampleBuffers {
    SingleSampleBuffers(
      buffers: try (0..<numSamples).map { try CMSampleBuffer(copying: self, forRange: $0..<$0 + 1) })
  }
}

/// Calls a handler with every sample as a buffer of its own, until one reports an error.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
  _ sbuf: CMSampleBuffer, handler: (CMSampleBuffer, CMItemIndex) -> OSStatus
) -> OSStatus {
  status(orElse: kCMSampleBufferError_CannotSubdivide) {
    for (index, buffer) in try sbuf.singleSampleBuffers().enumerated() {
      let result = handler(buffer, index)
      guard result == 0 else { throw statusError(result) }
    }
  }
}
