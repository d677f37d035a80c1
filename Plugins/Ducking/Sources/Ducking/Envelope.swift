import Foundation

/// The gain of the music at each sample: full while the voice is below the threshold, lowered while it is above.
///
///     voice ─▶ mean square over 10 ms ─▶ above the threshold? ─▶ one-pole filter ─▶ factor for the music
///                                                                attack when falling, release when rising
///
/// After one attack or release time the factor has gone 63 % of the way; after five, more than 99 %.
struct Envelope: Sendable {
  private let threshold: Float
  private let lowered: Float
  private let attack: Double
  private let release: Double
  /// The sample rate of the filters.
  private var rate = 0
  private var (smoothing, falling, rising): (Float, Float, Float) = (0, 0, 0)
  private var power: Float = 0
  private var factor: Float = 1

  /// - Parameters:
  ///   - threshold: the level of the voice, in decibels of full scale (a full sine is -3).
  ///   - reduction: the reduction in decibels.
  ///   - attack: the attack time in seconds, as `release`.
  init(threshold: Double, reduction: Double, attack: Double, release: Double) {
    // Squared, since it is compared with power.
    self.threshold = Float(pow(10, threshold / 10))
    lowered = Float(pow(10, -reduction / 20))
    (self.attack, self.release) = (attack, release)
  }

  mutating func setRate(_ rate: Int) {
    guard rate != self.rate, rate > 0 else { return }
    self.rate = rate
    smoothing = Self.step(0.01, rate)
    falling = Self.step(attack, rate)
    rising = Self.step(release, rate)
  }

  /// Returns the factor for the next sample frame of the music.
  /// - Parameter voice: the loudest channel of the voice.
  mutating func next(_ voice: Float) -> Float {
    power += (voice * voice - power) * smoothing
    let goal = power > threshold ? lowered : 1
    factor += (goal - factor) * (goal < factor ? falling : rising)
    return factor
  }

  private static func step(_ seconds: Double, _ rate: Int) -> Float {
    Float(1 - exp(-1 / max(1e-9, seconds * Double(rate))))
  }
}
