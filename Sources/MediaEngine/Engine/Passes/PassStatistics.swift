import Foundation
package import MediaGraph

/// The statistics of a first pass of x264 or x265: a line for each frame, with the bits that it took at its quantizer.
package struct PassStatistics: Sendable {
  /// A frame as it was encoded.
  struct Frame: Sendable, Equatable {
    /// The scale of the quantizer: it doubles every six quantizers.
    let scale: Double
    /// The scale of the frame's kind, over that of a P-frame.
    let kind: Double
    let texture: Double
    let motion: Double
    let rest: Double

    /// Returns the bits that the frame takes at another scale of P-frames: the model of x264's and x265's second pass.
    func bits(at scale: Double) -> Double {
      let scale = scale * kind
      return (texture + 0.1) * pow(self.scale / scale, 1.1) + motion * (max(self.scale, 1) / max(scale, 1)).squareRoot()
        + rest
    }
  }

  let frames: [Frame]
  /// The duration, in seconds.
  let duration: Double

  /// - Throws: `Diagnostic` if the text is not that of a first pass.
  package init(_ text: String) throws {
    var (frames, rate): ([Frame], Double?) = ([], nil)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#options:") {
        rate = Self.ratio(line.split(separator: " ").first { $0.hasPrefix("fps=") }?.dropFirst(4) ?? "")
      } else if line.hasPrefix("in:") {
        try frames.append(Self.frame(line))
      }
    }
    guard let rate, Self.rates.contains(rate), !frames.isEmpty else { throw Self.foreign }
    (self.frames, duration) = (frames, Double(frames.count) / rate)
  }

  // The ranges in which encoders measure; all that is computed from such numbers is finite.
  private static let rates = 0.001...1_000_000.0
  private static let quantizers = -100.0...100.0
  private static let bitCounts = 0...1e12

  private static let foreign = Diagnostic(
    "there are no statistics of a first pass", kind: .input, help: "measure the part again")

  private static func ratio(_ text: Substring) -> Double? {
    let parts = text.split(separator: "/").compactMap { Double($0) }
    guard parts.count == 2, parts[1] > 0 else { return parts.first }
    return parts[0] / parts[1]
  }

  private static func frame(_ line: Substring) throws -> Frame {
    var values: [Substring: Substring] = [:]
    for field in line.split(whereSeparator: { $0 == " " || $0 == ";" }) {
      let pair = field.split(separator: ":", maxSplits: 1)
      if pair.count == 2 { values[pair[0]] = pair[1] }
    }
    func number(_ name: Substring, in range: ClosedRange<Double> = bitCounts) throws -> Double {
      guard let value = values[name].flatMap({ Double($0) }), range.contains(value) else { throw foreign }
      return value
    }
    guard let type = values["type"]?.first else { throw foreign }
    // The factors that both encoders have between the kinds of frames.
    let kind: Double =
      switch type {
      case "I", "i": 1 / 1.4
      case "B", "b": 1.3
      default: 1
      }
    return Frame(
      scale: 0.85 * pow(2, (try number("q", in: quantizers) - 12) / 6), kind: kind, texture: try number("tex"),
      motion: try number("mv"), rest: try number("misc"))
  }

  private func bits(at scale: Double) -> Double { frames.reduce(0) { $0 + $1.bits(at: scale) } }

  /// Returns the bit rate of each part of an export, such that all of them have one quality, and together the average.
  package static func bitrates(of parts: [PassStatistics], average: Bitrate) -> [Bitrate] {
    let budget = Double(average.bitsPerSecond) * parts.reduce(0) { $0 + $1.duration }
    // The scales of quantizers from 0 to 69; bits get fewer as it grows.
    var (low, high) = (0.85 * pow(2, -2.0), 0.85 * pow(2, 57.0 / 6))
    for _ in 0..<60 {
      let middle = (low * high).squareRoot()
      if parts.reduce(0, { $0 + $1.bits(at: middle) }) > budget { low = middle } else { high = middle }
    }
    let shares = parts.map { $0.bits(at: high) }
    let sum = shares.reduce(0, +)
    return zip(parts, shares).map { part, share in
      let rate = sum > 0 ? share / sum * budget / part.duration : Double(average.bitsPerSecond)
      return .kilobits(Int(min(max(rate / 1000, 16), 800_000).rounded()))
    }
  }
}
