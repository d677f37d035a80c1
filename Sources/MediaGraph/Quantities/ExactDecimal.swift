/// A decimal number as it was written, exactly: `digits` divided by `scale`, a power of ten.
struct ExactDecimal {
  let digits: Int
  let scale: Int

  /// The largest number of digits that is read, so that digits and scale fit 64 bits.
  static let digitLimit = 18

  /// Reads `12`, `1.5` or `-0.25`.
  init?(_ text: some StringProtocol) {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) else {
      return nil
    }
    let fraction = parts.count == 2 ? parts[1] : ""
    guard parts[0].count + fraction.count <= Self.digitLimit, let digits = Int(String(parts[0]) + String(fraction))
    else { return nil }
    self.digits = isNegative ? -digits : digits
    scale = fraction.reduce(1) { scale, _ in scale * 10 }
  }

  /// Returns the product with an integer; nil if it is no integer or overflows.
  func times(_ factor: Int) -> Int? {
    let (product, overflow) = digits.multipliedReportingOverflow(by: factor)
    guard !overflow, product % scale == 0 else { return nil }
    return product / scale
  }
}

extension Character {
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
