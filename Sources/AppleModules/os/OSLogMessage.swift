import Foundation

/// A message, with values whose visibility it says: `"opened \(name, privacy: .public)"`.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  /// The parts of a message.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a value.
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      add(align, privacy) { String(describing: value()) }
    }

    /// Adds an integer in some form.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> some BinaryInteger, format: OSLogIntegerFormatting,
      align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      add(align, privacy) { format.text(value()) }
    }

    /// Adds a number with a fraction in some form.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> some BinaryFloatingPoint, format: OSLogFloatFormatting,
      align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      add(align, privacy) { String(format: format.format, Double(value())) }
    }

    /// Adds a condition in some form.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> Bool, format: OSLogBoolFormat, privacy: OSLogPrivacy = .auto
    ) {
      add(.none, privacy) { format == .truth ? "\(value())" : value() ? "yes" : "no" }
    }

    private mutating func add(_ align: OSLogStringAlignment, _ privacy: OSLogPrivacy, _ value: () -> String) {
      let shown =
        switch privacy.visibility {
        case .shown: value()
        case .hidden: "<private>"
        case .hashed: "<mask.hash: '\(OSLogPrivacy.hash(value()))'>"
        }
      text += align.aligned(shown)
    }
  }

  let text: String

  public init(stringLiteral value: String) { text = value }

  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}
