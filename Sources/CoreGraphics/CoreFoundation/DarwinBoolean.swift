/// A Boolean value of one byte, as in Apple's C interfaces.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable, CustomStringConvertible {
  private var value: UInt8

  /// Creates a value from a Swift Boolean.
  public init(_ value: Bool) {
    self.value = value ? 1 : 0
  }

  /// Creates a value from `true` or `false`.
  public init(booleanLiteral value: Bool) {
    self.init(value)
  }

  /// The value as a Swift Boolean.
  public var boolValue: Bool { value != 0 }

  /// A description for people.
  public var description: String { boolValue.description }
}
