import Foundation

/// The visibility of a value in messages.
public struct OSLogPrivacy: Hashable, Sendable {
  let isHidden: Bool

  /// Shown.
  public static let `public` = OSLogPrivacy(isHidden: false)
  /// Replaced by `<private>`.
  public static let `private` = OSLogPrivacy(isHidden: true)
  /// Replaced by `<private>`.
  public static let sensitive = OSLogPrivacy(isHidden: true)
  /// Shown: swift-log has no values that only some readers see.
  public static let auto = OSLogPrivacy(isHidden: false)
}

/// The form of an integer in messages.
public struct OSLogIntegerFormatting: Hashable, Sendable {
  let radix: Int

  /// In tens.
  public static let decimal = OSLogIntegerFormatting(radix: 10)
  /// In sixteens.
  public static let hex = OSLogIntegerFormatting(radix: 16)
  /// In eights.
  public static let octal = OSLogIntegerFormatting(radix: 8)
}

/// The form of a number with a fraction in messages.
public struct OSLogFloatFormatting: Hashable, Sendable {
  let precision: Int

  /// With six digits after the point.
  public static let fixed = OSLogFloatFormatting(precision: 6)

  /// With a number of digits after the point, from 0 to 64.
  public static func fixed(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(precision: min(max(precision, 0), 64))
  }
}

/// A message, with values whose visibility it says: `"opened \(name, privacy: .public)"`.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  /// The parts of a message.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a value.
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.isHidden ? "<private>" : String(describing: value())
    }

    /// Adds an integer in some form.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> some BinaryInteger, format: OSLogIntegerFormatting, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.isHidden ? "<private>" : String(value(), radix: format.radix)
    }

    /// Adds a number with a fraction in some form.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> some BinaryFloatingPoint, format: OSLogFloatFormatting,
      privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.isHidden ? "<private>" : String(format: "%.\(format.precision)f", Double(value()))
    }
  }

  let text: String

  public init(stringLiteral value: String) { text = value }

  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}
