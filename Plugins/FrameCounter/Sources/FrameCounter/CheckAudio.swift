import MediaEngine
import MediaGraph

/// Decodes the indices of samples, and fails the run if one is missing, repeated or in the wrong place.
public struct CheckAudio: ClosureNode {
  public static let type: NodeType = "counter.check_audio"
  public static let summary = "Reads the indices of samples back and fails when one is missing or out of order."

  @Port(in: "in", "Sound of counter.audio, at its rate.") public var input: Input<RawAudio>
  @Parameter("The index of the first sample.", in: 0...Int(UInt32.max)) public var first = 0
  @Parameter("The expected number of samples; any if left out.", unit: "samples", in: 0...Int.max)
  public var samples: Int?
  @Parameter("The comparison: of each sample, or of the place of the noise of each block of 2048 samples.")
  public var coding: Coding = .lossless

  public init() {}

  /// The coding of the audio.
  public enum Coding: String, ChoiceValue {
    /// The samples are unchanged.
    case lossless
    /// The samples are similar.
    case lossy
  }

  public func makeClosure() -> AudioSink {
    let order = SampleOrder(first: Int64(first), count: samples.map { Int64($0) })
    let isLossy = coding == .lossy
    let state = { @Sendable in (order: order, noise: NoiseOrder(first: Int64(first))) }
    return AudioSink(formats: [.s16, .s32, .f32], state: state) { state, block in
      let (channels, frames) = (block.channels, block.frameCount)
      if isLossy {
        try state.noise.take(block.firstChannel, channels: channels)
        try state.order.skip(frames)
      } else {
        try block.withShortSamples { values in try state.order.take(frames, channels: channels, values) }
      }
    } finish: { state in
      try state.order.finish()
    }
  }
}

/// The samples seen so far, and the expected next one.
struct SampleOrder: Sendable {
  let first: Int64
  let count: Int64?
  private var seen: Int64 = 0

  init(first: Int64, count: Int64?) { (self.first, self.count) = (first, count) }

  /// - Parameter values: returns the sample at an offset of a block, channels interleaved; nil for one that does not
  /// fit 16 bits.
  /// - Throws: `CountingError` that names the sample.
  mutating func take(_ frames: Int, channels: Int, _ values: (Int) -> Int16?) throws {
    for frame in 0..<frames {
      let expected = first + seen + Int64(frame)
      let (left, right) = SampleCode.samples(of: expected, channels: channels)
      let came = (values(frame * channels), channels > 1 ? values(frame * channels + 1) : 0)
      if came != (left, right) { throw Self.problem(came, channels: channels, expected: expected) }
    }
    try skip(frames)
  }

  /// Counts samples that are checked elsewhere.
  mutating func skip(_ frames: Int) throws {
    seen += Int64(frames)
    if let count, seen > count { throw CountingError("there are more than \(count) samples") }
  }

  /// - Throws: `CountingError` with the number of missing samples.
  func finish() throws {
    guard let count, seen < count else { return }
    throw CountingError(
      "samples \(first + seen) to \(first + count - 1) are missing: the stream ended after \(seen) samples")
  }

  private static func problem(_ came: (Int16?, Int16?), channels: Int, expected: Int64) -> CountingError {
    guard let left = came.0, let right = came.1 else {
      return CountingError("sample \(expected) was changed: it has more than 16 bits")
    }
    let index = SampleCode.index(of: left, channels > 1 ? right : nil)
    // One channel only determines the lower bits: the nearest index with them is taken.
    let period: Int64 = channels > 1 ? 1 << 32 : 1 << 16
    var distance = (index - expected) % period
    if distance > period / 2 { distance -= period }
    if distance < -period / 2 { distance += period }
    let number = expected + distance
    // A distance of more than ten minutes means a changed value rather than a moved sample.
    if abs(distance) > 600 * 192_000 || number < 0 {
      return CountingError("sample \(expected) was changed: it tells no index")
    }
    return distance > 0
      ? CountingError("samples \(expected) to \(number - 1) are missing: \(number) came after \(expected - 1)")
      : CountingError("sample \(number) is out of order: it came in the place of \(expected)")
  }
}

extension AudioBlock {
  /// Calls a body with the samples as 16-bit numbers; nil for those that do not fit.
  borrowing func withShortSamples(_ body: ((Int) -> Int16?) throws -> Void) throws {
    switch sampleFormat {
    case .s16: try withSamples(as: Int16.self) { samples in try body { samples[$0] } }
    case .s32:
      try withSamples(as: Int32.self) { samples in
        try body { samples[$0] & 0xFFFF == 0 ? Int16(truncatingIfNeeded: samples[$0] >> 16) : nil }
      }
    default: try withSamples(as: Float.self) { samples in try body { Int16(exactly: samples[$0] * 32768) } }
    }
  }

  /// A copy of the first channel; full scale is 32768.
  var firstChannel: [Float] {
    borrowing get {
      let positions = stride(from: 0, to: frameCount * channels, by: channels)
      return switch sampleFormat {
      case .s16: withSamples(as: Int16.self) { samples in positions.map { Float(samples[$0]) } }
      case .s32: withSamples(as: Int32.self) { samples in positions.map { Float(samples[$0]) / 65536 } }
      default: withSamples(as: Float.self) { samples in positions.map { samples[$0] * 32768 } }
      }
    }
  }
}
