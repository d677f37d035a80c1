internal import CoreMedia
import Foundation
import MovieFile

/// The gain of a clip, sample by sample: its volume, and its parts of transitions.
///
/// The gain of sample n is that at the time n / rate, computed from exact fractions in double precision; it depends on nothing else.
struct GainEnvelope: Sendable {
  private let volume: PlanRamp<Double>
  private let entry: RenderTransition?
  private let exit: RenderTransition?
  private let rate: Int

  init(_ clip: RenderClip, rate: Int) {
    (volume, entry, exit, self.rate) = (clip.volume, clip.entry, clip.exit, rate)
  }

  /// The gain of a layer, by its volume alone.
  init(_ volume: PlanRamp<Double>, rate: Int) { (self.volume, entry, exit, self.rate) = (volume, nil, nil, rate) }

  /// The gain, if it is the same for all samples of a range.
  func constant(in samples: Range<Int64>) -> Double? {
    for (transition, isEntry) in [(entry, true), (exit, false)] {
      if let transition, !span(transition.range, isEntry: isEntry).clamped(to: samples).isEmpty { return nil }
    }
    if let constant = volume.constant { return constant }
    let timescale = CMTimeScale(clamping: rate)
    let range = CMTimeRange(
      start: CMTime(value: samples.lowerBound, timescale: timescale),
      end: CMTime(value: samples.upperBound, timescale: timescale))
    return volume.isConstant(in: range) ? volume.value(at: range.start) : nil
  }

  /// Writes the gains of a range's samples.
  func write(_ samples: Range<Int64>, to gains: inout [Double]) {
    gains.removeAll(keepingCapacity: true)
    appendVolume(samples, &gains)
    for (transition, isEntry) in [(entry, true), (exit, false)] {
      if let transition { multiply(&gains, samples, by: transition, isEntry: isEntry) }
    }
  }

  private func span(_ range: CMTimeRange, isEntry: Bool) -> Range<Int64> {
    // The first sample of a clip is the nearest to its beginning, which may be before it.
    let start = isEntry ? ExactTime(range.start).nearest(rate) : ExactTime(range.start).ceiling(rate)
    let end = ExactTime(range.end).ceiling(rate)
    return start..<max(start, end)
  }

  private func appendVolume(_ samples: Range<Int64>, _ gains: inout [Double]) {
    let keys = volume.keys
    var sample = samples.lowerBound
    var next = volume.index(after: CMTime(value: sample, timescale: CMTimeScale(clamping: rate)))
    while sample < samples.upperBound {
      // The first sample at the time of the next key, or behind it.
      let end = next < keys.count ? ExactTime(keys[next].time).ceiling(rate) : .max
      let part = sample..<max(sample, min(end, samples.upperBound))
      let key = keys[max(0, next - 1)]
      if next > 0, next < keys.count, !keys[next].jump, keys[next].value != key.value {
        let way = SampleWay(from: key.time, to: keys[next].time, rate: rate)
        let difference = keys[next].value - key.value
        var index = part.lowerBound
        while index < part.upperBound {
          gains.append(key.value + difference * way.fraction(index))
          index += 1
        }
      } else {
        gains.append(contentsOf: repeatElement(key.value, count: part.count))
      }
      sample = part.upperBound
      next += 1
    }
  }

  private func multiply(
    _ gains: inout [Double], _ samples: Range<Int64>, by transition: RenderTransition, isEntry: Bool
  ) {
    let part = span(transition.range, isEntry: isEntry).clamped(to: samples)
    let way = SampleWay(from: transition.range.start, to: transition.range.end, rate: rate)
    for sample in part {
      let progress = max(0, min(1, way.fraction(sample)))
      let factor: Double
      switch transition.audio {
      case .equalPower: factor = isEntry ? sin(progress * .pi / 2) : cos(progress * .pi / 2)
      case .linear: factor = isEntry ? progress : 1 - progress
      case .cut: factor = (progress >= 0.5) == isEntry ? 1 : 0
      }
      gains[Int(sample - samples.lowerBound)] *= factor
    }
  }
}

/// The part of the way from one time to another that has passed at each sample: a fraction of whole numbers.
struct SampleWay: Sendable {
  /// `(sample · step + offset) / whole`
  private let step: Int128
  private let offset: Int128
  /// Converted once: Swift converts integers of 128 bits in hundreds of nanoseconds.
  private let whole: Double
  /// The same in 64 bits, for samples up to the limit, if it has room.
  private let short: (step: Int64, offset: Int64, limit: Int64)?

  init(from start: CMTime, to end: CMTime, rate: Int) {
    let (a, b, c) = (Int128(rate), Int128(start.timescale), Int128(end.timescale))
    let numbers = [b * c, -Int128(start.value) * a * c, (Int128(end.value) * b - Int128(start.value) * c) * a]
    let common = numbers.reduce(0) { greatestCommonDivisor($0, $1) }
    (step, offset, whole) = (numbers[0] / common, numbers[1] / common, Double(numbers[2] / common))
    let bound: Int128 = 1 << 62
    if step < bound, abs(offset) < bound {
      short = (Int64(step), Int64(offset), Int64((bound - abs(offset)) / max(1, step)))
    } else {
      short = nil
    }
  }

  func fraction(_ sample: Int64) -> Double {
    if let short, abs(sample) < short.limit {
      return Double(sample * short.step + short.offset) / whole
    }
    return Double(Int128(sample) * step + offset) / whole
  }
}
