import Foundation

/// The two filters of loudness measurement (ITU-R BS.1770-4, annex 1): a shelf for the head, and a high pass.
///
/// The recommendation has coefficients for 48 kHz; those of other rates follow from the same analogue filters.
struct KWeighting: Sendable {
  private var shelf: Biquad
  private var highPass: Biquad

  init(rate: Double) {
    let gain = pow(10, 3.999843853973347 / 20)
    let band = pow(gain, 0.4996667741545416)
    var (k, q) = (tan(.pi * 1681.974450955533 / rate), 0.7071752369554196)
    var unit = 1 + k / q + k * k
    shelf = Biquad(
      b: ((gain + band * k / q + k * k) / unit, 2 * (k * k - gain) / unit, (gain - band * k / q + k * k) / unit),
      a: (2 * (k * k - 1) / unit, (1 - k / q + k * k) / unit))
    (k, q) = (tan(.pi * 38.13547087602444 / rate), 0.5003270373238773)
    unit = 1 + k / q + k * k
    highPass = Biquad(b: (1, -2, 1), a: (2 * (k * k - 1) / unit, (1 - k / q + k * k) / unit))
  }

  mutating func filter(_ sample: Double) -> Double { highPass.filter(shelf.filter(sample)) }
}

/// A second-order filter, in the transposed direct form II.
private struct Biquad: Sendable {
  let b: (Double, Double, Double)
  let a: (Double, Double)
  private var state = (0.0, 0.0)

  init(b: (Double, Double, Double), a: (Double, Double)) {
    self.b = b
    self.a = a
  }

  mutating func filter(_ input: Double) -> Double {
    let output = b.0 * input + state.0
    state.0 = b.1 * input - a.0 * output + state.1
    state.1 = b.2 * input - a.1 * output
    return output
  }
}
