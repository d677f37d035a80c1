/// Finds the place of lossily coded audio: the noise of the first channel is compared, window by window, with the
/// original noise at its place and around it.
///
/// The measure is the normalised cross-correlation: 1 for equal audio, about 1 / √2048 = 0.02 for any other. The lowest
/// values that ffmpeg's encoders leave of stereo in any window: MP3 at 128 kb/s 0.61, Vorbis at 128 kb/s 0.58, Opus at
/// 96 kb/s 0.49, AAC at 128 kb/s 0.40 and at 64 kb/s 0.28. One sample beside its place it is a fifth to a half less,
/// further away nothing.
struct NoiseOrder: Sendable {
  /// The number of samples in a window.
  static let length = 2048
  /// The smallest likeness of equal audio.
  static let threshold: Float = 0.15
  /// The distance within which a misplaced window is searched for.
  static let reach = 8192

  private var position: Int64
  private var waiting: [Float] = []

  init(first: Int64) { position = first }

  /// - Throws: `CountingError` that names the first sample of a misplaced window.
  mutating func take(_ samples: [Float], channels: Int) throws {
    waiting += samples
    var start = 0
    while waiting.count - start >= Self.length {
      try check(waiting[start..<start + Self.length], channels: channels)
      start += Self.length
      position += Int64(Self.length)
    }
    waiting.removeSubrange(..<start)
  }

  private func check(_ stretch: ArraySlice<Float>, channels: Int) throws {
    let near = best(stretch, channels: channels, reach: 32)
    if near.shift == 0, near.likeness >= Self.threshold { return }
    let far = near.likeness >= Self.threshold ? near : best(stretch, channels: channels, reach: Self.reach)
    guard far.likeness >= Self.threshold else {
      throw CountingError(
        "the sound from sample \(position) on is not the one that was made, within \(Self.reach) samples around")
    }
    throw CountingError(
      far.shift > 0
        ? "\(far.shift) samples are missing before sample \(position)"
        : "the sound comes \(-far.shift) samples late at sample \(position)")
  }

  /// Returns the place where the window is most like the original; a positive shift means a later place in the
  /// original.
  private func best(_ stretch: ArraySlice<Float>, channels: Int, reach: Int) -> (shift: Int, likeness: Float) {
    // Samples before the first are silent.
    let made = (-reach..<reach + stretch.count).map { offset in
      let index = position + Int64(offset)
      return index < 0 ? 0 : Float(SampleCode.samples(of: index, channels: channels).0)
    }
    var best = (shift: 0, likeness: -Float.infinity)
    let power = stretch.reduce(0) { $0 + $1 * $1 }
    made.withUnsafeBufferPointer { made in
      stretch.withUnsafeBufferPointer { stretch in
        for offset in 0...(made.count - stretch.count) {
          var (product, energy): (Float, Float) = (0, 0)
          for index in 0..<stretch.count {
            product += stretch[index] * made[offset + index]
            energy += made[offset + index] * made[offset + index]
          }
          let likeness = product / max(1, (power * energy).squareRoot())
          if likeness > best.likeness { best = (offset - reach, likeness) }
        }
      }
    }
    return best
  }
}
