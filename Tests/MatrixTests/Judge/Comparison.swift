import Foundation

/// The differences between a file and its source; empty if there are none.
enum Comparison {
  /// Half a frame, at 25 a second.
  static let halfFrame = 0.02
  /// The maximum offset of audio relative to its frame.
  static let audioTolerance = 0.003

  /// Compares frames, their times, and beeps relative to flashes.
  ///
  /// - Parameter isCopy: True if the frames have to be the same to the bit.
  static func deviations(of output: Measurement, from input: Measurement, isCopy: Bool) -> [String] {
    frames(output.frames, input.frames, isCopy: isCopy) + audio(output, input)
  }

  private static func frames(_ own: [Measurement.Frame], _ expected: [Measurement.Frame], isCopy: Bool) -> [String] {
    guard own.count == expected.count else { return ["\(own.count) of \(expected.count) frames"] }
    guard let start = own.first?.time, let origin = expected.first?.time else { return [] }
    var found: [String] = []
    let wrong = own.indices.filter {
      isCopy ? own[$0].checksum != expected[$0].checksum : abs(own[$0].luma - expected[$0].luma) > 1
    }
    if let first = wrong.first {
      let lumas = "luma \(own[first].luma), not \(expected[first].luma)"
      found.append("\(wrong.count) of \(own.count) frames differ, from \(first) on (\(lumas))")
    }
    let drifts = zip(own, expected).map { ($0.time - start) - ($1.time - origin) }
    if let worst = drifts.max(by: { abs($0) < abs($1) }), abs(worst) > halfFrame {
      found.append("frames are off by up to \(milliseconds(worst))")
    }
    return found
  }

  private static func audio(_ output: Measurement, _ input: Measurement) -> [String] {
    guard let expected = input.audio else { return output.audio == nil ? [] : ["there is sound"] }
    guard let own = output.audio else { return ["there is no sound"] }
    var found: [String] = []
    if own.channels != expected.channels { found.append("\(own.channels) channels, not \(expected.channels)") }
    guard own.beeps.count == expected.beeps.count else {
      return found + ["\(own.beeps.count) of \(expected.beeps.count) beeps"]
    }
    let loudness = 20 * log10(own.level / expected.level)
    if abs(loudness) > 3 { found.append("louder by \(String(format: "%.1f", loudness)) dB") }
    // With frames, beeps are measured relative to them, whatever the file's start time.
    let flashes = zip(output.flashes, input.flashes).map { $0 - $1 }
    let shift = flashes.first ?? ((output.frames.first?.time ?? 0) - (input.frames.first?.time ?? 0))
    let drifts = zip(own.beeps, expected.beeps).map { $0 - $1 - shift }
    if let worst = drifts.max(by: { abs($0) < abs($1) }), abs(worst) > audioTolerance {
      found.append("sound is \(milliseconds(abs(worst))) \(worst > 0 ? "late" : "early")")
    }
    // The length of a decoder's output at the end varies: a packet more or less of the largest kind.
    let (length, expectedLength) = (own.end - shift, expected.end)
    if abs(length - expectedLength) > 0.02 + max(0.05, 1024 / own.sampleRate) {
      found.append("sound ends \(milliseconds(length - expectedLength)) later")
    }
    return found
  }

  static func milliseconds(_ seconds: Double) -> String { String(format: "%.1f ms", seconds * 1000) }
}
