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
    guard let value = Self.bitsPerSecond(of: text) else {
      throw .notA(Self.parameterType, help: Self.help(for: text))
    }
    bitsPerSecond = value
  }

  /// Returns the bits a second of a rate in the form of files; nil for other forms, and for zero.
  private static func bitsPerSecond(of text: String) -> Int? {
    guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }),
      let value = ExactDecimal(text.dropLast(unit.count))?.times(factor), value > 0
    else { return nil }
    return value
  }

  /// Suggests the form of a rate that is written as other programs do: `3M`, `128k`, `3 Mbit/s`, `64000`.
  private static func help(for text: String) -> String? {
    let number = text.prefix { $0.isASCIIDigit || $0 == "." }
    var unit = text.dropFirst(number.count).drop { $0 == " " }
    let prefix = ["k": "k", "K": "k", "m": "M", "M": "M", "g": "G", "G": "G"][unit.first.map(String.init) ?? ""]
    if prefix != nil { unit = unit.dropFirst() }
    let (count, remark): (String, String)
    switch unit {
    case "" where prefix == nil: (count, remark) = (String(number), ", if bits a second are meant")
    case "", "b", "b/s", "bps", "bit", "bits", "bit/s", "bits/s": (count, remark) = (String(number), "")
    case "B", "Bps", "B/s", "byte/s", "bytes/s":
      guard let bytes = ExactDecimal(number), let bits = bytes.times(8) else { return nil }
      (count, remark) = ("\(bits)", ", if bytes are meant")
    default: return nil
    }
    // The number may be none, or zero.
    return bitsPerSecond(of: "\(count)\(prefix ?? "")b/s").map { "write \(Bitrate(bitsPerSecond: $0).text)\(remark)" }
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
