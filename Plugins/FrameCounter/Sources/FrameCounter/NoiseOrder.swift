/// Finds the place of sound that was coded with losses: the noise of the first channel is compared, stretch by stretch, with what it
/// was, at its place and at the places around.
///
/// The measure is the normalised cross-correlation: 1 for equal sound, about 1 / √2048 = 0.02 for any other. What ffmpeg's encoders
/// leave of stereo, at least, in any stretch: MP3 at 128 kb/s 0.61, Vorbis at 128 kb/s 0.58, Opus at 96 kb/s 0.49, AAC at 128 kb/s
/// 0.40 and at 64 kb/s 0.28. One sample beside its place it is a fifth to a half less, further away nothing.
struct NoiseOrder: Sendable {
  /// How many samples make a stretch.
  static let length = 2048
  /// Less is not the same sound.
  static let threshold: Float = 0.15
  /// How far away a stretch is looked for when it is not in its place.
  static let reach = 8192

  private var position: Int64
  private var waiting: [Float] = []

  init(first: Int64) { position = first }

  /// - Throws: `CountingError` that names the first sample of the stretch that is in a wrong place.
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

  /// Where the stretch is most like what was made; a positive shift means that it was made later.
  private func best(_ stretch: ArraySlice<Float>, channels: Int, reach: Int) -> (shift: Int, likeness: Float) {
    // Before the first sample there was silence.
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
