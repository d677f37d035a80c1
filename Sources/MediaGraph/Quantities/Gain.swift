import Foundation

/// A factor for audio samples, written `0.5` or, in decibels, `-6dB`.
public struct Gain: TextValue {
  public static let parameterType = ParameterType(
    "gain", example: "-6dB", pattern: "^([+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?(dB)?)$",
    forms: ["FACTOR", "NUMBERdB"])

  private enum Form: Hashable { case factor(Double), decibels(Double) }
  private let form: Form

  /// A gain that changes nothing.
  public init() { form = .factor(1) }
  /// Makes a gain of a factor: 0 is silence, 1 changes nothing.
  public init(factor: Double) { form = .factor(factor) }
  /// Makes a gain in decibels; 0 changes nothing.
  public static func decibels(_ value: Double) -> Gain { Gain(form: .decibels(value)) }
  private init(form: Form) { self.form = form }

  public init(parsing text: String) throws(ArgumentError) {
    let isDecibels = text.hasSuffix("dB")
    guard let number = Double(isDecibels ? text.dropLast(2) : text[...]), number.isFinite else {
      throw .notA(Self.parameterType)
    }
    guard isDecibels || number >= 0 else { throw ArgumentError("must not be negative", label: "is below zero") }
    // Adding zero turns a negative zero into the positive one that it equals.
    form = isDecibels ? .decibels(number + 0) : .factor(number + 0)
    guard factor <= 1000 else { throw ArgumentError("must be at most 1000 or 60dB", label: "is out of range") }
  }

  /// The factor for each sample.
  public var factor: Double {
    switch form {
    case .factor(let factor): factor
    case .decibels(let decibels): pow(10, decibels / 20)
    }
  }

  public var text: String {
    switch form {
    case .factor(let factor): factor.text
    case .decibels(let decibels): decibels.text + "dB"
    }
  }
}
