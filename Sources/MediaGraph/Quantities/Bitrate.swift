/// Bits a second, written `5Mb/s`, `128kb/s` or `64000b/s`.
public struct Bitrate: TextValue, Comparable {
  public static let parameterType = ParameterType(
    "bitrate", example: "5Mb/s", pattern: "^[0-9]+([.][0-9]+)?[GMk]?b/s$")

  public let bitsPerSecond: Int

  public init() { bitsPerSecond = 0 }
  public init(bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }
  public static func kilobits(_ value: Int) -> Bitrate { Bitrate(bitsPerSecond: value.multiplied(by: 1000)) }
  public static func megabits(_ value: Int) -> Bitrate { Bitrate(bitsPerSecond: value.multiplied(by: 1_000_000)) }

  public init(parsing text: String) throws(ArgumentError) {
    for (unit, factor) in Self.units where text.hasSuffix(unit) {
      guard let value = ExactDecimal(text.dropLast(unit.count))?.times(factor), value > 0 else { break }
      bitsPerSecond = value
      return
    }
    let help = Int(text).flatMap { $0 > 0 ? $0 : nil }.map {
      "write \(Bitrate(bitsPerSecond: $0).text), if bits a second are meant"
    }
    throw .notA(Self.parameterType, help: help)
  }

  public var text: String {
    for (unit, factor) in Self.units where bitsPerSecond % factor == 0 { return "\(bitsPerSecond / factor)\(unit)" }
    return "\(bitsPerSecond)b/s"
  }

  /// Largest first; a short unit is a suffix of the longer ones, so it comes last.
  private static let units = [("Gb/s", 1_000_000_000), ("Mb/s", 1_000_000), ("kb/s", 1000), ("b/s", 1)]

  public static func < (left: Bitrate, right: Bitrate) -> Bool { left.bitsPerSecond < right.bitsPerSecond }
}

extension Int {
  /// Returns the product, or the largest value if it overflows.
  func multiplied(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
