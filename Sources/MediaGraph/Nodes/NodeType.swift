/// The name of a kind of node, as files write it after `use:`.
public struct NodeType: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral value: String) { name = value }

  /// The type of a closure given in Swift, printed as `swift.NAME`.
  public static func swift(_ name: String) -> NodeType { NodeType("swift." + name) }

  public var description: String { name }
}
