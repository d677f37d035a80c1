import Foundation

/// A factor for sound, written `0.5` or, in decibels, `-6dB`.
public struct Gain: TextValue {
  public static let parameterType = ParameterType("gain", example: "-6dB")

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
    form = isDecibels ? .decibels(number) : .factor(number)
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
