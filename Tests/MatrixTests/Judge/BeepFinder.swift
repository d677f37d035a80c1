import Foundation

/// Finds tones of 1 kHz and about 40 ms.
struct BeepFinder {
  struct Beep {
    /// The centre of gravity, in samples from the beginning, which pre-echo and post-echo of codecs do not move.
    var middle: Double
    /// The largest amplitude.
    var level: Double
  }

  let sampleRate: Double

  func beeps(in samples: [Float]) -> [Beep] {
    let (levels, step) = levels(in: samples)
    let threshold = 0.15
    var found: [Beep] = []
    var index = 0
    while index < levels.count {
      guard levels[index] > threshold else {
        index += 1
        continue
      }
      var end = index
      // Two beeps are a second apart; a dip of 20 ms is in one.
      var last = index
      while end < levels.count, Double(end - last) * step < 0.02 * sampleRate {
        if levels[end] > threshold { last = end }
        end += 1
      }
      if Double(last - index) * step >= 0.015 * sampleRate {
        let margin = Int(0.01 * sampleRate / step)
        let range = max(0, index - margin)..<min(levels.count, last + margin)
        let weights = range.map { levels[$0] * levels[$0] }
        let sum = weights.reduce(0, +)
        let moment = zip(range, weights).reduce(0) { $0 + Double($1.0) * $1.1 }
        found.append(Beep(middle: moment / sum * step, level: levels[range].max() ?? 0))
      }
      index = end
    }
    return found
  }

  /// Returns the amplitude of the tone over time, in windows of two periods, four times a millisecond.
  private func levels(in samples: [Float]) -> (levels: [Double], step: Double) {
    let window = Int(sampleRate / 500)
    let step = max(1, Int(sampleRate / 4000))
    guard samples.count > window else { return ([], Double(step)) }
    var (real, imaginary) = ([0.0], [0.0])
    real.reserveCapacity(samples.count + 1)
    imaginary.reserveCapacity(samples.count + 1)
    let turn = 2 * Double.pi * 1000 / sampleRate
    for index in samples.indices {
      let (value, angle) = (Double(samples[index]), turn * Double(index))
      real.append(real[index] + value * cos(angle))
      imaginary.append(imaginary[index] + value * sin(angle))
    }
    // The value at an index is that of the window around it.
    let levels = stride(from: 0, to: samples.count, by: step).map { index in
      let start = min(max(0, index - window / 2), samples.count - window)
      let (x, y) = (real[start + window] - real[start], imaginary[start + window] - imaginary[start])
      return 2 * (x * x + y * y).squareRoot() / Double(window)
    }
    return (levels, Double(step))
  }
}
