/// The visibility of a value in messages.
public struct OSLogPrivacy: Hashable, Sendable {
  /// The text that is shown in place of a value.
  public enum Mask: Hashable, Sendable {
    /// A number that is the same for the same values while the program runs.
    case hash
    /// Nothing.
    case none
  }

  enum Visibility: Sendable {
    case shown
    case hidden
    case hashed
  }

  let visibility: Visibility

  /// Shown.
  public static let `public` = OSLogPrivacy(visibility: .shown)
  /// Replaced by `<private>`.
  public static let `private` = OSLogPrivacy(visibility: .hidden)
  /// Replaced by `<private>`.
  public static let sensitive = OSLogPrivacy(visibility: .hidden)
  /// Shown: swift-log has no values that only some readers see.
  public static let auto = OSLogPrivacy(visibility: .shown)

  /// Replaced by a mask.
  public static func `private`(mask: Mask) -> OSLogPrivacy {
    OSLogPrivacy(visibility: mask == .hash ? .hashed : .hidden)
  }
  /// Replaced by a mask.
  public static func sensitive(mask: Mask) -> OSLogPrivacy { .private(mask: mask) }
  /// Replaced by a mask; shown without one.
  public static func auto(mask: Mask) -> OSLogPrivacy { mask == .hash ? .private(mask: .hash) : .auto }

  static func hash(_ text: String) -> String { String(UInt(bitPattern: text.hashValue), radix: 36) }
}

/// The place of a value within columns.
public struct OSLogStringAlignment: Sendable {
  private let columns: Int
  private let isRight: Bool

  /// No columns.
  public static let none = OSLogStringAlignment(columns: 0, isRight: false)

  /// At the left of a number of columns.
  public static func left(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns, isRight: false)
  }
  /// At the right of a number of columns.
  public static func right(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns, isRight: true)
  }

  func aligned(_ text: String) -> String {
    let spaces = String(repeating: " ", count: max(0, columns - text.count))
    return isRight ? spaces + text : text + spaces
  }
}

/// The form of an integer in messages.
public struct OSLogIntegerFormatting: Sendable {
  private var radix: Int
  private var hasSign = false
  private var prefix = ""
  private var isUppercase = false
  private var minDigits = 1

  /// In tens.
  public static let decimal = OSLogIntegerFormatting(radix: 10)
  /// In sixteens.
  public static let hex = OSLogIntegerFormatting(radix: 16)
  /// In eights.
  public static let octal = OSLogIntegerFormatting(radix: 8)

  /// In tens, with a plus sign and zeros before it.
  public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 1) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 10, hasSign: explicitPositiveSign, minDigits: minDigits)
  }
  /// In sixteens, with a plus sign, `0x` and zeros before it.
  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 1
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 16, hasSign: explicitPositiveSign, prefix: includePrefix ? "0x" : "", isUppercase: uppercase,
      minDigits: minDigits)
  }
  /// In eights, with a plus sign, `0o` and zeros before it.
  public static func octal(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 1
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 8, hasSign: explicitPositiveSign, prefix: includePrefix ? "0o" : "", isUppercase: uppercase,
      minDigits: minDigits)
  }

  func text(_ value: some BinaryInteger) -> String {
    let digits = String(value.magnitude, radix: radix, uppercase: isUppercase)
    let zeros = String(repeating: "0", count: max(0, minDigits - digits.count))
    return (value < 0 ? "-" : hasSign ? "+" : "") + prefix + zeros + digits
  }
}

/// The form of a number with a fraction in messages.
public struct OSLogFloatFormatting: Sendable {
  /// In the words of C.
  let format: String

  private init(_ kind: Character, _ precision: Int?, _ hasSign: Bool, _ isUppercase: Bool) {
    let digits = precision.map { ".\(min(max($0, 0), 64))" } ?? ""
    format = "%" + (hasSign ? "+" : "") + digits + (isUppercase ? kind.uppercased() : String(kind))
  }

  /// With six digits after the point.
  public static let fixed = OSLogFloatFormatting("f", 6, false, false)
  /// In sixteens, with an exponent of 2.
  public static let hex = OSLogFloatFormatting("a", nil, false, false)
  /// With an exponent of 10.
  public static let exponential = OSLogFloatFormatting("e", nil, false, false)
  /// With an exponent of 10 if that is shorter.
  public static let hybrid = OSLogFloatFormatting("g", nil, false, false)

  /// With a number of digits after the point, from 0 to 64.
  public static func fixed(
    precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting("f", precision, explicitPositiveSign, uppercase)
  }
  /// With a number of digits after the point, from 0 to 64, and an exponent of 10.
  public static func exponential(
    precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting("e", precision, explicitPositiveSign, uppercase)
  }
  /// With a number of digits, from 0 to 64, and an exponent of 10 if that is shorter.
  public static func hybrid(
    precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting("g", precision, explicitPositiveSign, uppercase)
  }
}

/// The form of a condition in messages.
public enum OSLogBoolFormat: Sendable {
  /// `true` or `false`.
  case truth
  /// `yes` or `no`.
  case answer
}
