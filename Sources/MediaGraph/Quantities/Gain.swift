import Foundation

/// A factor for sound, written `0.5` or, in decibels, `-6dB`.
public struct Gain: TextValue {
  public static let parameterType = ParameterType(
    "gain", example: "-6dB", pattern: "^([+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?(dB)?)$")

  private enum Form: Hashable { case factor(Double), decibels(Double) }
  private let form: Form

  /// No change.
  public init() { form = .factor(1) }
  /// A factor from 0 (silence); 1 changes nothing.
  public init(factor: Double) { form = .factor(factor) }
  /// Decibels; 0 changes nothing.
  public static func decibels(_ value: Double) -> Gain { Gain(form: .decibels(value)) }
  private init(form: Form) { self.form = form }

  public init(parsing text: String) throws(ArgumentError) {
    let isDecibels = text.hasSuffix("dB")
    guard let number = Double(isDecibels ? text.dropLast(2) : text[...]), number.isFinite else {
      throw .notA(Self.parameterType)
    }
    guard isDecibels || number >= 0 else { throw ArgumentError("must not be negative", label: "is below zero") }
    // Adding nothing to a negative zero makes it the zero that it is equal to.
    form = isDecibels ? .decibels(number + 0) : .factor(number + 0)
    guard factor <= 1000 else { throw ArgumentError("must be at most 1000 or 60dB", label: "is out of range") }
  }

  /// What each sample is multiplied by.
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
