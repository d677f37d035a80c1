/// A number with a fixed number of binary places, as the file stores it.
public struct FixedPoint: Hashable, Sendable, CustomStringConvertible {
  public let rawValue: Int32
  public let fractionBits: Int

  public init(_ rawValue: Int32, fractionBits: Int) {
    self.rawValue = rawValue
    self.fractionBits = fractionBits
  }

  /// The exact value.
  public var doubleValue: Double { Double(rawValue) / Double(1 << fractionBits) }

  public var description: String { String(doubleValue) }

  /// 1 with 16 binary places.
  public static let one = FixedPoint(0x10000, fractionBits: 16)
}
