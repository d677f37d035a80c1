import Foundation
import Testing

@testable import MediaSource

/// Audio at another rate is neither late nor early, and has the length that it had.
@Suite struct AudioRateTests {
  private static let pairs = [
    (44_100, 48_000), (48_000, 44_100), (8_000, 48_000), (96_000, 44_100), (192_000, 48_000),
    // Few common factors, and none: as many phases as samples in a second.
    (44_100, 47_999), (44_100, 47_993), (48_000, 44_099), (192_000, 44_099), (44_101, 88_200),
  ]

  @Test(arguments: pairs, [PCMSample.s16, .s32, .f32, .f64])
  func toneAtAnotherRate_isInTime(_ rates: (source: Int, target: Int), _ format: PCMSample) throws {
    // About a third of the lower rate: high enough for a delay to show.
    let frequency = Double(min(rates.source, rates.target)) * 0.31
    let tone = (0..<rates.source / 4).map { 0.5 * sin(2 * .pi * frequency * Double($0) / Double(rates.source)) }
    let samples = try converted(tone, rates, format, quality: nil)
    #expect(samples.count == (tone.count * rates.target + rates.source / 2) / rates.source)
    let fit = Fit(samples, frequency: frequency, rate: Double(rates.target))
    #expect(abs(fit.delay * Double(rates.source)) < 0.001, "in samples of the source")
    #expect(abs(fit.amplitude - 0.5) < 0.001)
    // The stop band of the default quality, less what interpolated filters of 16 bits cost.
    #expect(fit.noise < -70, "in decibels below the tone")
  }

  @Test(arguments: 0...10) func toneOfAnyQuality_isInTime(_ quality: Int) throws {
    for rates in [(44_100, 48_000), (48_000, 44_099)] {
      let tone = (0..<12_000).map { 0.5 * sin(2 * .pi * 1_000 * Double($0) / Double(rates.0)) }
      let samples = try converted(tone, rates, .f32, quality: quality)
      let fit = Fit(samples, frequency: 1_000, rate: Double(rates.1))
      #expect(abs(fit.delay * Double(rates.0)) < 0.001, "in samples of the source")
    }
  }

  /// The filters are even: samples at the same distance from an impulse are the same.
  @Test func impulse_staysWhereItIs() throws {
    var impulse = [Double](repeating: 0, count: 8_000)
    impulse[4_000] = 0.9
    let samples = try converted(impulse, (8_000, 48_000), .f64, quality: nil)
    #expect(samples.indices.max { samples[$0] < samples[$1] } == 24_000)
    for distance in 1..<150 {
      #expect(abs(samples[24_000 - distance] - samples[24_000 + distance]) < 1e-6, "\(distance)")
    }
  }

  private func converted(
    _ samples: [Double], _ rates: (source: Int, target: Int), _ format: PCMSample, quality: Int?
  ) throws -> [Double] {
    let source = DecodedAudioFormat(sampleFormat: .f64, rate: rates.source, channels: 1)
    let target = DecodedAudioFormat(sampleFormat: format, rate: rates.target, channels: 1)
    let converter = try AudioConverter(from: source, to: target, quality: quality)
    var bytes: [UInt8] = []
    var position = 0
    while position < samples.count {
      let chunk = samples[position..<min(samples.count, position + 4_410)]
      let audio = DecodedAudio(
        format: source, position: Int64(position), bytes: chunk.withUnsafeBytes { [UInt8]($0) })
      bytes += try converter.convert(audio)?.bytes ?? []
      position += chunk.count
    }
    bytes += try converter.finish()?.bytes ?? []
    return bytes.withUnsafeBytes { bytes in
      switch format {
      case .s16: bytes.bindMemory(to: Int16.self).map { Double($0) / 32_768 }
      case .s32: bytes.bindMemory(to: Int32.self).map { Double($0) / 2_147_483_648 }
      case .f32: bytes.bindMemory(to: Float.self).map(Double.init)
      default: Array(bytes.bindMemory(to: Double.self))
      }
    }
  }
}

/// The tone of a frequency that is in samples, by least squares, away from their ends.
private struct Fit {
  /// In seconds.
  let delay: Double
  let amplitude: Double
  /// The power of the rest, in decibels below the tone's.
  let noise: Double

  init(_ samples: [Double], frequency: Double, rate: Double) {
    let part = samples.count / 8..<samples.count * 7 / 8
    let phase = { (index: Int) in 2 * .pi * (frequency * Double(index) / rate).truncatingRemainder(dividingBy: 1) }
    var (ss, sc, cc, ys, yc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in part {
      let (s, c) = (sin(phase(index)), cos(phase(index)))
      ss += s * s
      sc += s * c
      cc += c * c
      ys += samples[index] * s
      yc += samples[index] * c
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((ys * cc - yc * sc) / determinant, (yc * ss - ys * sc) / determinant)
    var rest = 0.0
    for index in part {
      let difference = samples[index] - a * sin(phase(index)) - b * cos(phase(index))
      rest += difference * difference
    }
    amplitude = (a * a + b * b).squareRoot()
    delay = -atan2(b, a) / (2 * .pi * frequency)
    noise = 10 * log10(rest / Double(part.count) / (amplitude * amplitude / 2))
  }
}
