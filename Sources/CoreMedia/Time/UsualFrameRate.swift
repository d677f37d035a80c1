/// A frame rate that is in use: a whole number of frames a second, or 1000/1001 of one, as those of NTSC.
///
/// Files, people and programs state rates rounded, each in another way: callers compare the rate that is found with the stated one.
package struct UsualFrameRate: Sendable {
  package let numerator: Int32
  /// 1, or 1001 for a rate of NTSC.
  package let denominator: Int32

  /// The rates of film, television and screens.
  private static let common: [UsualFrameRate] = [
    .init(ntsc: 24), .init(whole: 24), .init(whole: 25), .init(ntsc: 30), .init(whole: 30), .init(whole: 50),
    .init(ntsc: 60), .init(whole: 60), .init(whole: 120),
  ]

  private init(whole frames: Int32) { (numerator, denominator) = (frames, 1) }
  private init(ntsc frames: Int32) { (numerator, denominator) = (frames * 1000, 1001) }

  /// The nearest of all whole rates and their multiples by 1000/1001; nil for rates that are no rates of frames: below half a frame a
  /// second, or above a million.
  package init?(nearest rate: Double) {
    guard (0.5...1_000_000).contains(rate) else { return nil }
    self = Self.nearest(rate, [Self(whole: Int32(rate.rounded())), Self(ntsc: Int32((rate * 1.001).rounded()))])
  }

  /// The nearest of those of film, television and screens.
  package init(commonNearest rate: Double) { self = Self.nearest(rate, Self.common) }

  private static func nearest(_ rate: Double, _ rates: [UsualFrameRate]) -> UsualFrameRate {
    rates.reduce(rates[0]) { $1.difference(to: rate) < $0.difference(to: rate) ? $1 : $0 }
  }

  /// True for a multiple of 1000/1001.
  package var isNTSC: Bool { denominator == 1001 }
  package var framesPerSecond: Double { Double(numerator) / Double(denominator) }
  package var frameDuration: CMTime { CMTime(value: Int64(denominator), timescale: numerator) }

  /// Returns how far another rate is from this one, as a part of it.
  package func difference(to rate: Double) -> Double { abs(rate / framesPerSecond - 1) }
}
