import Dispatch

/// The source times of an encoding pass.
///
/// Source: `AVAssetWriterInputPassDescription`.
open class AVAssetWriterInputPassDescription: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant.

  /// The ranges of source times, as values of `CMTimeRange`.
  public let sourceTimeRanges: [NSValue]

  init(_ ranges: [CMTimeRange]) {
    sourceTimeRanges = ranges.map { NSValue(timeRange: $0) }
    super.init()
  }
}

extension AVAssetWriterInput {
  /// True if the encoder may ask for the samples several times. It never does: see ``canPerformMultiplePasses``.
  public var performsMultiPassEncodingIfSupported: Bool {
    get { options.withLock { $0.allowsMultiplePasses } }
    set { setAllowsMultiplePasses(newValue) }
  }

  /// False: the encoders of this module plan bits with a look ahead, in one pass.
  public var canPerformMultiplePasses: Bool { false }

  /// The only pass, of all samples; nil when the input is finished.
  public var currentPassDescription: AVAssetWriterInputPassDescription? {
    isTakingSamples ? AVAssetWriterInputPassDescription([CMTimeRange(start: .zero, end: .positiveInfinity)]) : nil
  }

  /// Calls a block for the only pass, on a queue.
  public func respondToEachPassDescription(on queue: DispatchQueue, using block: @escaping () -> Void) {
    nonisolated(unsafe) let block = block
    queue.async { block() }
  }

  /// Ends the only pass, and with it the input.
  public func markCurrentPassAsFinished() { markAsFinished() }
}
