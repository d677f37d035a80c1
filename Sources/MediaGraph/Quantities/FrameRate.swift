import CoreMedia

/// Frames a second as a ratio, written `30000/1001` or `25/1`.
public struct FrameRate: TextValue, Comparable {
  public static let parameterType = ParameterType(
    "rate", example: "30000/1001", pattern: "^[+]?[0-9]+(/[+]?[0-9]+)?$")

  public let numerator: Int32
  public let denominator: Int32

  /// One frame a second.
  public init() { (numerator, denominator) = (1, 1) }

  /// Makes a rate in lowest terms; nil unless both numbers are positive.
  public init?(_ numerator: Int32, _ denominator: Int32 = 1) {
    guard numerator > 0, denominator > 0 else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  public init(parsing text: String) throws(ArgumentError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int32($0) }
    guard numbers.count == parts.count, (1...2).contains(parts.count) else {
      if (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) {
        throw ArgumentError("must be a ratio of numbers up to \(Int32.max)", label: "is out of range")
      }
      throw ArgumentError("must be exact", label: "is not a rational", help: Self.fixIt(for: text))
    }
    guard let rate = FrameRate(numbers[0], numbers.count == 2 ? numbers[1] : 1) else {
      throw ArgumentError("must be above zero", label: "is not")
    }
    self = rate
  }

  public var text: String { "\(numerator)/\(denominator)" }

  /// Suggests the rate that a decimal usually stands for: a multiple of 1000/1001, else the decimal itself.
  private static func fixIt(for text: String) -> String? {
    guard let decimal = Double(text), decimal > 0, decimal < 1_000_000 else { return nil }
    // People write 23.98, 29.97 and 59.94.
    if let usual = UsualFrameRate(nearest: decimal), usual.isNTSC, abs(usual.framesPerSecond - decimal) < 0.006 {
      return "write \(usual.numerator)/\(usual.denominator)"
    }
    guard let exact = ExactDecimal(text), let numerator = Int32(exactly: exact.digits),
      let denominator = Int32(exactly: exact.scale), let rate = FrameRate(numerator, denominator)
    else { return nil }
    return "write \(rate.text)"
  }

  public static func < (left: FrameRate, right: FrameRate) -> Bool {
    Int64(left.numerator) * Int64(right.denominator) < Int64(right.numerator) * Int64(left.denominator)
  }
}
