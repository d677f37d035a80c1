/// Finds the wrappers of a node's properties, with their names, by letting the node encode itself.
///
/// A mirror finds them too, but looks up each type by its name, which scans every conformance in the process each time.
/// The compiler's generated code knows the types.
final class PropertyCollector: Encoder {
  private(set) var properties: [(name: String, value: any NodeProperty)] = []
  private var name = ""
  private var hasBegun = false
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Returns the wrappers of a node's properties; a property without a wrapper is left out.
  static func properties(of node: some Encodable) -> [(name: String, value: any NodeProperty)] {
    let collector = PropertyCollector()
    try? node.encode(to: collector)
    return collector.properties
  }

  /// Records a wrapper with the name of the property that is being encoded.
  static func add(_ property: any NodeProperty, to encoder: any Encoder) throws {
    guard let collector = encoder as? PropertyCollector else { throw ArgumentDecoder.NotAWrapper() }
    collector.properties.append((collector.name, property))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    defer { hasBegun = true }
    return KeyedEncodingContainer(Container(collector: self, isOfNode: !hasBegun))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { NoContainer(collector: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { NoContainer(collector: self) }

  private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let collector: PropertyCollector
    /// False inside a property's value, whose wrappers are not the node's.
    let isOfNode: Bool
    var codingPath: [any CodingKey] { [] }

    func encode(_ value: some Encodable, forKey key: Key) {
      guard isOfNode else { return }
      collector.name = key.stringValue
      // A property that fails to encode does not hide the others.
      try? value.encode(to: collector)
    }

    func encodeNil(forKey key: Key) {}
    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
      collector.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { collector.unkeyedContainer() }
    func superEncoder() -> any Encoder { collector }
    func superEncoder(forKey key: Key) -> any Encoder { collector }
  }

  /// Discards the value of a property without a wrapper.
  private struct NoContainer: SingleValueEncodingContainer, UnkeyedEncodingContainer {
    let collector: PropertyCollector
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    func encode(_ value: some Encodable) throws { throw ArgumentDecoder.NotAWrapper() }
    func encodeNil() throws { throw ArgumentDecoder.NotAWrapper() }
    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      collector.container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { collector }
  }
}

extension Port: Encodable {
  public func encode(to encoder: any Encoder) throws { try PropertyCollector.add(self, to: encoder) }
}

extension Parameter: Encodable {
  public func encode(to encoder: any Encoder) throws { try PropertyCollector.add(self, to: encoder) }
}
