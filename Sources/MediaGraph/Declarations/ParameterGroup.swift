/// Declares parameters that are one value in Swift: `@ParameterGroup var timeline = Timeline()`.
///
/// In files, help and schemas they are parameters of the node itself. Several kinds of nodes can share a declaration,
/// and a record can be both a node's parameters and a value of others.
@propertyWrapper
public struct ParameterGroup<Group: RecordValue>: Sendable {
  public var wrappedValue: Group

  public init(wrappedValue: Group) { self.wrappedValue = wrappedValue }
}

/// The view of a `ParameterGroup` whose generic argument is not known.
protocol AnyParameterGroup {
  /// The group's parameters, by their properties' names in Swift.
  var parameters: [(name: String, value: any AnyParameter)] { get }
  /// Returns the group with those of the arguments that belong to it.
  func reading(_ arguments: [String: Argument]) throws -> Self
}

extension ParameterGroup: NodeProperty, AnyParameterGroup {
  var kind: NodePropertyKind { .group(self) }

  var parameters: [(name: String, value: any AnyParameter)] {
    PropertyCollector.properties(of: wrappedValue).flatMap { $0.value.kind.parameters(named: $0.name) }
  }

  func reading(_ arguments: [String: Argument]) throws -> ParameterGroup {
    let properties = PropertyCollector.properties(of: Group())
    return ParameterGroup(
      wrappedValue: try Group(from: ArgumentDecoder(arguments: arguments, properties: properties)))
  }
}

extension ParameterGroup: Codable {
  public init(from decoder: any Decoder) throws { throw ArgumentDecoder.NotAWrapper() }
  public func encode(to encoder: any Encoder) throws { try PropertyCollector.add(self, to: encoder) }
}
