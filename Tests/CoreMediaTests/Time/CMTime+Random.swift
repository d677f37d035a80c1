import CoreMedia
import TestSupport

extension CMTime {
  private static let values: [Int64] = [
    0, 1, -1, 2, -2, 599, 600, 1001, .max, .max - 1, .min, .min + 1, 1 << 31, 1 << 32, 1 << 62, -(1 << 62),
  ]
  private static let timescales: [Int32] = [
    1, 2, 3, 24, 30, 600, 1000, 1001, 44100, 48000, 65536, 90000, 30000, 1_000_000_000, .max, .max - 1, 1 << 30,
  ]

  /// A number with a positive timescale: any magnitude, and often a value at a limit.
  static func number(using random: inout SeededGenerator) -> CMTime {
    let value =
      Bool.random(using: &random)
      ? values.randomElement(using: &random)!
      : Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random)
    let timescale =
      Int.random(in: 0..<4, using: &random) > 0
      ? timescales.randomElement(using: &random)! : Int32.random(in: 1 ... .max, using: &random)
    return CMTime(value: value, timescale: timescale)
  }

  /// Returns a time, often with an invalid timescale, random flags, or an epoch.
  static func extreme(using random: inout SeededGenerator) -> CMTime {
    var time = number(using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: time.timescale = [0, -1, .min, -600, .min + 1].randomElement(using: &random)!
    case 1: time.flags = CMTimeFlags(rawValue: UInt32.random(in: 0...31, using: &random))
    case 2: time.flags = CMTimeFlags(rawValue: .random(in: 0 ... .max, using: &random))
    case 3: time.epoch = [1, -1, .max, .min].randomElement(using: &random)!
    default: break
    }
    return time
  }
}
