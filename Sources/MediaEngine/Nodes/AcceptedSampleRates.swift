internal import GStreamer
import MediaGraph

/// The sample rates that an audio encoder takes.
struct AcceptedSampleRates {
  /// The ranges, from the lowest; one of a single rate for each where the encoder takes certain rates only.
  private let ranges: [ClosedRange<Int>]

  /// - Parameter formats: The formats that the encoder takes.
  /// - Returns: Nil if they leave the rate open.
  init?(of formats: Caps) {
    var found: Set<ClosedRange<Int>> = []
    for format in formats.structures {
      guard let rate = format["rate"] else { return nil }
      found.formUnion(Self.ranges(of: rate))
    }
    guard !found.isEmpty else { return nil }
    ranges = found.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  private static func ranges(of value: FieldValue) -> [ClosedRange<Int>] {
    switch value {
    case .int(let rate): [rate...rate]
    case .list(let values): values.flatMap(ranges)
    case .text(let text):
      // GStreamer writes a range as "[ 4000, 96000 ]".
      if case let bounds = text.split(whereSeparator: { !$0.isNumber }).compactMap({ Int($0) }), bounds.count == 2,
        bounds[0] <= bounds[1]
      {
        [bounds[0]...bounds[1]]
      } else {
        []
      }
    default: []
    }
  }

  func contains(_ rate: Int) -> Bool { ranges.contains { $0.contains(rate) } }

  /// The rates in words: "sample rates of 8000, 16000 and 48000 Hz".
  var text: String {
    let names = ranges.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
    guard names.count > 1, let last = names.last else {
      return "\(ranges.first?.count == 1 ? "a sample rate of" : "sample rates of") \(names.first ?? "0") Hz"
    }
    return "sample rates of \(names.dropLast().joined(separator: ", ")) and \(last) Hz"
  }
}

extension AudioEncodingNode {
  /// The first encoder that is installed; nil if there is none.
  var installedEncoder: ElementFactory? {
    encoders.lazy.compactMap { try? ElementFactory.find($0.factory) }.first
  }

  /// The rates that the node's input format and the pads of its encoder declare; nil if they leave them open.
  private var sampleRates: AcceptedSampleRates? {
    guard let encoder = installedEncoder, let wanted = try? Caps(inputCaps ?? "audio/x-raw") else { return nil }
    let formats = encoder.padTemplates.filter { $0.direction == .sink }.map { $0.caps.intersected(with: wanted) }
    return formats.first.flatMap { first in
      AcceptedSampleRates(of: formats.dropFirst().reduce(first) { $0.merged(with: $1) })
    }
  }

  /// Returns the reason why audio of a sample rate is not encoded as it is; nil if it is.
  func refusal(ofSampleRate rate: Int) -> String? {
    guard let rates = sampleRates, !rates.contains(rate) else { return nil }
    return "the encoder of \(codecName) takes \(rates.text)"
  }

  /// Returns the error of a sample rate that the graph asks for right before the encoder, which does not take it.
  ///
  /// Audio whose rate no node asks for gets the nearest that the encoder takes.
  func problems(_ node: GraphNode, inputs: [InputSource]) throws -> [Diagnostic] {
    inputs.compactMap { input in
      guard let rate = (input.component as? AudioConvert)?.rate, let reason = refusal(ofSampleRate: rate) else {
        return nil
      }
      return Diagnostic(
        "'\(node.name)' cannot encode audio of \(rate) Hz", at: input.node.range(ofArgument: "rate"), cause: reason,
        help: "choose one of these, or leave the rate out: audio of others gets the nearest")
    }
  }
}
