import Foundation

/// Measures loudness by EBU R 128: EBU Tech 3341 and 3342, on ITU-R BS.1770-4.
///
/// Audio arrives in blocks of any length. Every 100 ms a step is complete; momentary loudness is that of the last 400
/// ms, short-term loudness that of the last 3 s.
struct LoudnessMeter: Sendable {
  /// The measurements of the last 100 ms.
  struct Step: Sendable, Equatable {
    /// The momentary loudness in LUFS; nil during the first 400 ms.
    var momentary: Double?
    /// The short-term loudness in LUFS; nil during the first 3 s.
    var shortTerm: Double?
    /// The highest sample of the step in dBFS.
    var peak: Double
  }

  /// The loudness if no window passes the gate, and the level of silence.
  static let quietest = -70.0
  static let silence = -160.0

  private let framesPerStep: Int
  private let weights: [Double]
  private var filters: [KWeighting]
  private var peaks: [TruePeak]
  private var energy = 0.0
  private var samplePeak: Float = 0
  private var stepPeak: Float = 0
  private var framesInStep = 0
  /// The mean squares of the last 30 steps, the newest last.
  private var steps: [Double] = []
  private var stepCount = 0
  /// The mean squares of all windows above the gate, by loudness in hundredths of LU from the gate up.
  private var blocks = Histogram()
  private var shortTerms = Histogram()
  private var momentaryMaximum = silence
  private var shortTermMaximum = silence

  init(rate: Int, channels: Int) {
    framesPerStep = max(1, rate / 10)
    weights = Self.weights(channels: channels)
    filters = Array(repeating: KWeighting(rate: Double(rate)), count: channels)
    peaks = Array(repeating: TruePeak(rate: rate), count: channels)
  }

  /// The channel weights: higher for surround channels, 0 for LFE; in GStreamer's order.
  private static func weights(channels: Int) -> [Double] {
    switch channels {
    case 4: [1, 1, 1.41, 1.41]
    case 5: [1, 1, 1, 1.41, 1.41]
    case 6: [1, 1, 1, 0, 1.41, 1.41]
    case 8: [1, 1, 1, 0, 1.41, 1.41, 1.41, 1.41]
    default: Array(repeating: 1, count: channels)
    }
  }

  /// Adds one sample of each channel.
  ///
  /// - Returns: The step that this sample completes.
  mutating func add(_ frame: (Int) -> Float) -> Step? {
    for channel in weights.indices {
      let sample = frame(channel)
      stepPeak = max(stepPeak, sample.isFinite ? abs(sample) : 0)
      peaks[channel].add(sample)
      let filtered = filters[channel].filter(sample.isFinite ? Double(sample) : 0)
      energy += weights[channel] * filtered * filtered
    }
    framesInStep += 1
    return framesInStep == framesPerStep ? endStep() : nil
  }

  private mutating func endStep() -> Step {
    steps.append(energy / Double(framesPerStep))
    if steps.count > 30 { steps.removeFirst() }
    stepCount += 1
    samplePeak = max(samplePeak, stepPeak)
    var step = Step(peak: Self.decibels(stepPeak))
    if steps.count >= 4 {
      let mean = steps.suffix(4).reduce(0, +) / 4
      let loudness = Self.loudness(mean)
      step.momentary = loudness
      momentaryMaximum = max(momentaryMaximum, loudness)
      blocks.add(mean, loudness: loudness)
    }
    if steps.count == 30 {
      let mean = steps.reduce(0, +) / 30
      let loudness = Self.loudness(mean)
      step.shortTerm = loudness
      shortTermMaximum = max(shortTermMaximum, loudness)
      shortTerms.add(mean, loudness: loudness)
    }
    (energy, stepPeak, framesInStep) = (0, 0, 0)
    return step
  }

  /// The integrated loudness, in LUFS: without windows below -70, then without those 10 LU below the mean of the rest.
  var integrated: Double {
    guard let mean = blocks.mean(above: Self.quietest) else { return Self.quietest }
    let gated = blocks.mean(above: Self.loudness(mean) - 10)
    return gated.map(Self.loudness) ?? Self.quietest
  }

  /// The loudness range, in LU: from the 10th to the 95th percentile, without windows 20 LU below the mean.
  var range: Double {
    guard let mean = shortTerms.mean(above: Self.quietest) else { return 0 }
    return shortTerms.spread(above: Self.loudness(mean) - 20, from: 0.1, to: 0.95)
  }

  /// The maximum momentary and short-term loudness, in LUFS; nil during the first 400 ms and 3 s.
  var maxima: (momentary: Double?, shortTerm: Double?) {
    (stepCount >= 4 ? momentaryMaximum : nil, stepCount >= 30 ? shortTermMaximum : nil)
  }

  /// The sample peak in dBFS, and the true peak in dBTP.
  var peak: (sample: Double, true: Double) {
    (Self.decibels(max(samplePeak, stepPeak)), Self.decibels(peaks.map(\.peak).max() ?? 0))
  }

  private static func loudness(_ meanSquare: Double) -> Double {
    meanSquare > 0 ? max(silence, -0.691 + 10 * log10(meanSquare)) : silence
  }

  private static func decibels(_ level: Float) -> Double {
    level > 0 ? max(silence, 20 * log10(Double(level))) : silence
  }

  /// Windows counted in bins of a hundredth of LU: a day of audio needs no more memory than a minute.
  private struct Histogram: Sendable {
    private var counts: [Int] = []
    private var sums: [Double] = []

    mutating func add(_ meanSquare: Double, loudness: Double) {
      guard loudness >= quietest else { return }
      if counts.isEmpty { (counts, sums) = (Array(repeating: 0, count: 10000), Array(repeating: 0, count: 10000)) }
      let index = Self.index(loudness)
      counts[index] += 1
      sums[index] += meanSquare
    }

    private static func index(_ loudness: Double) -> Int { min(9999, max(0, Int((loudness - quietest) * 100))) }

    /// Returns the mean of the windows' mean squares; nil if none is above the gate.
    func mean(above gate: Double) -> Double? {
      let first = Self.index(gate)
      let count = counts.dropFirst(first).reduce(0, +)
      return count > 0 ? sums.dropFirst(first).reduce(0, +) / Double(count) : nil
    }

    /// Returns the distance in LU of two percentiles.
    func spread(above gate: Double, from low: Double, to high: Double) -> Double {
      let first = Self.index(gate)
      let count = counts.dropFirst(first).reduce(0, +)
      guard count > 1 else { return 0 }
      func loudness(atRank rank: Int) -> Double {
        var seen = 0
        for index in first..<counts.count {
          seen += counts[index]
          if seen > rank { return Double(index) / 100 }
        }
        return 0
      }
      let ranks = (Int((Double(count - 1) * low).rounded()), Int((Double(count - 1) * high).rounded()))
      return loudness(atRank: ranks.1) - loudness(atRank: ranks.0)
    }
  }
}
