import OrderedCollections

/// A parameter type whose values have named fields, which files write as a map: `{ x: 20, alpha: 0.5 }`.
///
///     public struct Layer: RecordValue {
///       @Parameter("Its left edge.", unit: "pixels") public var x = 0
///       @Parameter("How much of it is seen.", in: 0...1) public var alpha = 1.0
///       public init() {}
///     }
///
/// Every stored property is a `@Parameter` that may be left out. Two values are equal when a file would say the same of them.
public protocol RecordValue: ParameterValue, Codable {
  /// What a value is called: "layer".
  static var recordName: String { get }
}

extension RecordValue {
  /// The fields, in the order of their declaration.
  public static var fields: [ParameterDeclaration] {
    PropertyCollector.properties(of: Self()).compactMap {
      $0.value.kind.parameter?.declaration(name: snakeCase($0.name))
    }
  }

  public static var parameterType: ParameterType { ParameterType(recordName, fields: fields) }

  public init(argument: Argument) throws(ArgumentError) {
    guard case .map(let entries) = argument else {
      throw .notA(Self.parameterType, help: "write { \(Self.fields.map { "\($0.name): …" }.joined(separator: ", ")) }")
    }
    let fields = Self.fields
    for (name, value) in entries {
      guard let field = fields.first(where: { $0.name == name }) else {
        let nearest = Suggestion.nearest(to: name, in: fields.map(\.name)).map { "did you mean '\($0)'? " } ?? ""
        throw ArgumentError(
          "has an unknown field '\(name)'", label: "has no field '\(name)'",
          help: "\(nearest)a \(Self.recordName) has: \(fields.map(\.name).joined(separator: ", "))")
      }
      do throws(ArgumentError) {
        _ = try field.canonical(value)
      } catch {
        throw ArgumentError("has a field '\(name)' that \(error.problem)", label: error.label, help: error.help)
      }
    }
    let arguments = Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    do {
      try self.init(from: ArgumentDecoder(arguments: arguments, properties: PropertyCollector.properties(of: Self())))
    } catch {
      throw error as? ArgumentError ?? ArgumentError("cannot be read", label: "\(error)")
    }
  }

  public var argument: Argument? {
    var entries: OrderedDictionary<String, Argument> = [:]
    for (name, property) in PropertyCollector.properties(of: self) {
      entries[snakeCase(name)] = property.kind.parameter?.given
    }
    return .map(entries)
  }

  public static func == (left: Self, right: Self) -> Bool { left.argument == right.argument }
  public func hash(into hasher: inout Hasher) { hasher.combine(argument) }
}
