/// Measures the true peak between samples by fourfold oversampling (ITU-R BS.1770-4, annex 2).
///
/// At 96 kHz and more, the sample peaks are close enough.
struct TruePeak: Sendable {
  private(set) var peak: Float = 0
  /// The last twelve samples, each stored twice, so that the newest twelve are always contiguous.
  private var history: [Float]
  private var position = 0
  private let isInterpolated: Bool

  private static let taps = 12
  /// The recommendation's four phases; the last two mirror the first two.
  private static let phases: [[Float]] = {
    let first: [Float] = [
      0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625,
      0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
    ]
    let second: [Float] = [
      -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625,
      0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
    ]
    return [first, second, second.reversed(), first.reversed()]
  }()

  init(rate: Int) {
    isInterpolated = rate < 96000
    history = Array(repeating: 0, count: 2 * Self.taps)
  }

  mutating func add(_ sample: Float) {
    // NaN and infinity have no peak.
    guard sample.isFinite else { return }
    peak = max(peak, abs(sample))
    guard isInterpolated else { return }
    position = (position + Self.taps - 1) % Self.taps
    history[position] = sample
    history[position + Self.taps] = sample
    for phase in Self.phases {
      var sum: Float = 0
      for tap in 0..<Self.taps { sum += phase[tap] * history[position + tap] }
      peak = max(peak, abs(sum))
    }
  }
}
