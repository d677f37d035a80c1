/// A truth value of one byte, as Apple's C interfaces pass it.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable, CustomStringConvertible {
  private var value: UInt8

  /// Creates a value from a Swift Boolean.
  public init(_ value: Bool) {
    self.value = value ? 1 : 0
  }

  public init(booleanLiteral value: Bool) {
    self.init(value)
  }

  /// The value as a Swift Boolean.
  public var boolValue: Bool { value != 0 }

  public var description: String { boolValue.description }
}
