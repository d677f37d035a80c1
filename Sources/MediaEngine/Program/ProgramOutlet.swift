internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import MediaGraph

/// The program's side of a ``ProgramSink``.
final class ProgramOutlet: Sendable {
  let queue: ProgramQueue<ProgramSample>
  let formats = PictureFormats()
  private let worker = ReaderQueue("reel.program")
  private let supply = ConditionLock(Supply.none)

  /// Where samples come from.
  enum Supply {
    /// The run has not been put together.
    case none
    /// A pipeline pushes them.
    case queue
    /// They are made when they are asked for.
    case chain(PulledChain)
    /// The run was over before it was put together.
    case over
  }

  init(capacity: Int) { queue = ProgramQueue(capacity: capacity) }

  func attach(_ supply: Supply) { self.supply.withLock { $0 = supply } }

  /// Ends the program's waiting with the run.
  func end() {
    supply.withLock { if case .none = $0 { $0 = .over } }
    queue.end()
  }

  /// Lets a program that waits look again whether it may.
  func wake() {
    supply.withLock { _ in }
    queue.wake()
  }

  /// Waits for the next sample; nil after the last.
  func take(_ cancellation: Cancellation = Cancellation()) throws -> ProgramSample? {
    let known = supply.wait { supply -> Supply? in
      if case .none = supply { return cancellation.isCancelled ? .over : nil }
      return supply
    }
    switch known {
    case .none, .over: throw CancellationError()
    case .chain(let chain):
      // A run that was cancelled has ended before its end.
      if let sample = try chain.next(cancellation) { return sample }
      if chain.wasCancelled { throw CancellationError() }
      return nil
    case .queue: break
    }
    if let sample = try queue.take(while: { !cancellation.isCancelled }) { return sample }
    if queue.hasFailed { throw CancellationError() }
    return nil
  }

  func next<Sample: Sendable>(
    _ convert: @escaping @Sendable (ProgramSample, PictureFormats) throws -> Sample
  ) async throws -> Sample? {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await worker.run { [self] _ in try take(cancellation).map { try convert($0, formats) } }
    } onCancel: {
      cancellation.cancel()
      wake()
    }
  }
}

/// The element of a ``ProgramSink``: it waits on its streaming thread until the program has room.
final class ProgramSinkInstance: ElementInstance {
  private let queue: ProgramQueue<ProgramSample>
  private var caps: Caps?
  /// The grid that times lie on: frames or samples a second.
  private var grid = (numerator: 0, denominator: 1)

  init(_ queue: ProgramQueue<ProgramSample>) { self.queue = queue }

  override func attached() { configureSink() }
  override func setUnlocked(_ isUnlocked: Bool) { queue.wake() }
  override func stop() { queue.end() }
  override func finish() { queue.finish() }

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    self.caps = Caps(retaining: caps)
    grid = (0, 1)
    if case .fraction(let numerator, let denominator)? = self.caps?.first?["framerate"], numerator > 0 {
      grid = (Int(numerator), Int(denominator))
    } else if self.caps?.first?.name == "audio/x-raw", let rate = self.caps?.first?["rate"]?.int {
      grid = (rate, 1)
    }
    return true
  }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    guard let caps else { return GST_FLOW_NOT_NEGOTIATED }
    let (time, decodeTime) = withSegment(of: element, isSink: true) { segment in
      (exact(streamTime(buffer.pointee.pts, in: &segment)), mediaTime(buffer.pointee.dts, in: &segment))
    }
    let sample = ProgramSample(
      buffer: Buffer(retaining: buffer), caps: caps, time: time, decodeTime: decodeTime,
      duration: exact(ClockTime(buffer.pointee.duration)))
    return queue.put(sample, whileWaiting: { [self] in !isUnlocked }) ? GST_FLOW_OK : GST_FLOW_FLUSHING
  }

  private func exact(_ time: ClockTime?) -> CMTime {
    CMTime(time, onGridOf: grid.numerator, over: grid.denominator)
  }
}
