public import CoreMedia

/// A run of sound that flows through a graph, read and written where it lies; nothing is copied.
///
/// Samples are interleaved: those of all channels at one instant make a frame. The block exists only during the call that receives
/// it: it can't be stored or copied. Calls come on a streaming thread, one at a time for each node.
public struct AudioBlock: ~Copyable {
  public let sampleFormat: SampleFormat
  public let channels: Int
  /// Frames a second.
  public let rate: Int
  /// Instants in this block; one sample for each channel.
  public let frameCount: Int
  /// The first frame's number since the beginning of the media; `nil` without a time stamp.
  public let samplePosition: Int64?
  /// When the block is heard, in units of the rate where it lies on that grid, else nanoseconds; invalid if unknown.
  public let presentationTime: CMTime
  private let base: UnsafeMutableRawPointer

  init(
    base: UnsafeMutableRawPointer, format: AudioFormat, frameCount: Int, samplePosition: Int64?, time: CMTime
  ) {
    self.base = base
    sampleFormat = format.sampleFormat
    channels = format.channels
    rate = format.rate
    self.frameCount = frameCount
    self.samplePosition = samplePosition
    presentationTime = time
  }

  /// A block that begins with a known sample.
  init(mapped base: UnsafeMutableRawPointer, format: AudioFormat, frameCount: Int, position: Int64) {
    self.init(
      base: base, format: format, frameCount: frameCount, samplePosition: position,
      time: CMTime(value: position, timescale: Int32(format.rate)))
  }

  /// How long the block is heard.
  public var duration: CMTime { CMTime(value: Int64(frameCount), timescale: Int32(rate)) }

  /// Lends `frameCount * channels` samples for reading. Traps when the type is not that of ``sampleFormat``.
  public func withSamples<T: AudioSample, R, E: Error>(
    as type: T.Type, _ body: (Span<T>) throws(E) -> R
  ) throws(E) -> R {
    let start = UnsafePointer(samples(as: type))
    return try body(Span(_unsafeStart: start, count: frameCount * channels))
  }

  /// Lends `frameCount * channels` samples for writing. Traps when the type is not that of ``sampleFormat``.
  public mutating func withMutableSamples<T: AudioSample, R, E: Error>(
    as type: T.Type, _ body: (inout MutableSpan<T>) throws(E) -> R
  ) throws(E) -> R {
    var span = MutableSpan(_unsafeStart: samples(as: type), count: frameCount * channels)
    return try body(&span)
  }

  private func samples<T: AudioSample>(as type: T.Type) -> UnsafeMutablePointer<T> {
    precondition(T.format == sampleFormat, "samples are \(sampleFormat), not \(T.format)")
    precondition(
      Int(bitPattern: base) % MemoryLayout<T>.alignment == 0, "the block does not start at a whole \(T.self)")
    return base.assumingMemoryBound(to: type)
  }
}
