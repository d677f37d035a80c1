public import CoreMedia

/// A run of audio frames that flows through a graph, accessed in place without copying.
///
/// Samples are interleaved: those of all channels at one instant are a frame. The block is valid only during the call
/// that receives it: it can't be stored or copied. Calls are made on a streaming thread, one at a time for each node.
public struct AudioBlock: ~Copyable {
  public let sampleFormat: SampleFormat
  public let channels: Int
  /// Frames a second.
  public let rate: Int
  /// The number of frames; each has one sample for each channel.
  public let frameCount: Int
  /// The index of the first frame from the start of the media; `nil` without a time stamp.
  public let samplePosition: Int64?
  /// The presentation time, in units of the sample rate if it is a multiple of those, else in nanoseconds; invalid if
  /// unknown.
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

  /// Creates a block with a known position.
  init(mapped base: UnsafeMutableRawPointer, format: AudioFormat, frameCount: Int, position: Int64) {
    self.init(
      base: base, format: format, frameCount: frameCount, samplePosition: position,
      time: CMTime(value: position, timescale: Int32(format.rate)))
  }

  /// The duration of the block.
  public var duration: CMTime { CMTime(value: Int64(frameCount), timescale: Int32(rate)) }

  /// Calls a body with `frameCount * channels` samples for reading. Traps if the type does not match ``sampleFormat``.
  public func withSamples<T: AudioSample, R, E: Error>(
    as type: T.Type, _ body: (Span<T>) throws(E) -> R
  ) throws(E) -> R {
    let start = UnsafePointer(samples(as: type))
    return try body(Span(_unsafeStart: start, count: frameCount * channels))
  }

  /// Calls a body with `frameCount * channels` samples for writing. Traps if the type does not match ``sampleFormat``.
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
