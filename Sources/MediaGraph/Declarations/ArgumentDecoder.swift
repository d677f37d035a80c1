/// Makes a node from its arguments: hands each property its own wrapper, with the given value.
///
/// A node's stored properties are ports and parameters, whose types do not hold their names; the compiler's
/// `init(from:)` asks for each by name.
struct ArgumentDecoder: Decoder {
  let arguments: [String: Argument]
  let properties: [String: any NodeProperty]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(arguments: [String: Argument], properties: [(name: String, value: any NodeProperty)]) {
    self.arguments = arguments
    self.properties = Dictionary(properties.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(arguments: arguments, properties: properties))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotAWrapper() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotAWrapper() }

  /// A node has a stored property that is neither a port nor a parameter.
  struct NotAWrapper: Error, CustomStringConvertible {
    var description: String { "every stored property of a node has to be a @Port, a @Parameter or a @ParameterGroup" }
  }

  private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let arguments: [String: Argument]
    let properties: [String: any NodeProperty]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { properties.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { properties[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Wrapper: Decodable>(_ type: Wrapper.Type, forKey key: Key) throws -> Wrapper {
      // For any other property, the value would be lost between the graph and the run.
      guard let property = properties[key.stringValue] else { throw NotAWrapper() }
      var value: Any = property
      if case .parameter(var parameter) = property.kind {
        if let argument = arguments[snakeCase(key.stringValue)] { try parameter.assign(argument) }
        value = parameter
      }
      if case .group(let group) = property.kind { value = try group.reading(arguments) }
      guard let wrapper = value as? Wrapper else { throw NotAWrapper() }
      return wrapper
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
      throw NotAWrapper()
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NotAWrapper() }
    func superDecoder() throws -> any Decoder { throw NotAWrapper() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw NotAWrapper() }
  }
}

// The container supplies these itself; decoded by any other decoder, they have no name and no declaration.
extension Port: Decodable {
  public init(from decoder: any Decoder) throws { throw ArgumentDecoder.NotAWrapper() }
}

extension Parameter: Decodable {
  public init(from decoder: any Decoder) throws { throw ArgumentDecoder.NotAWrapper() }
}
