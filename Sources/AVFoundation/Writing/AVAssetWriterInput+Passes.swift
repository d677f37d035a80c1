import Dispatch
import Synchronization

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

  /// Calls a block on a queue when the only pass begins, which is when writing starts, and again after `markCurrentPassAsFinished()`.
  ///
  ///     input.respondToEachPassDescription(on: queue) {
  ///       guard input.currentPassDescription != nil else { return input.markAsFinished() }
  ///       input.requestMediaDataWhenReady(on: queue) { … input.markCurrentPassAsFinished() }
  ///     }
  public func respondToEachPassDescription(on queue: DispatchQueue, using block: @escaping () -> Void) {
    passes.respond(on: queue, block)
  }

  /// Ends the only pass, and with it the input.
  public func markCurrentPassAsFinished() {
    let respond = passes.end()
    markAsFinished()
    respond?()
  }
}

/// The block that a program has called for each pass.
///
///     waiting ──begin──▶ passing ──end──▶ ended
final class PassResponse: Sendable {
  private enum Phase { case waiting, passing, ended }

  private struct Storage {
    var phase = Phase.waiting
    var call: (@Sendable () -> Void)?
  }

  private let storage = Mutex(Storage())

  /// Calls a block for the present pass, if there is one, and for those to come.
  func respond(on queue: DispatchQueue, _ block: @escaping () -> Void) {
    // Apple's block is not marked as sendable; it runs on the program's queue alone.
    nonisolated(unsafe) let block = block
    let call: @Sendable () -> Void = { queue.async { block() } }
    let phase = storage.withLock { storage in
      if storage.phase != .ended { storage.call = call }
      return storage.phase
    }
    if phase != .waiting { call() }
  }

  /// Begins the pass.
  func begin() {
    let call = storage.withLock { storage -> (@Sendable () -> Void)? in
      guard storage.phase == .waiting else { return nil }
      storage.phase = .passing
      return storage.call
    }
    call?()
  }

  /// Ends the pass, and lets go of the block.
  ///
  /// - Returns: Calls the block once more; nil without one.
  @discardableResult
  func end() -> (@Sendable () -> Void)? {
    storage.withLock { storage in
      storage.phase = .ended
      defer { storage.call = nil }
      return storage.call
    }
  }
}
