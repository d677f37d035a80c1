import OrderedCollections
import Synchronization

/// A parameter type whose values have named fields, which files write as a map: `{ x: 20, alpha: 0.5 }`.
///
///     public struct Layer: RecordValue {
///       @Parameter("Its left edge.", unit: "pixels") public var x = 0
///       @Parameter("How much of it is seen.", in: 0...1) public var alpha = 1.0
///       public init() {}
///     }
///
/// Every stored property is a `@Parameter`, or a `@ParameterGroup` of them; one without a default is required, as in a node. Two values are equal when
/// their written forms are.
public protocol RecordValue: ParameterValue, Codable {
  /// The name of a value in errors: "layer".
  static var recordName: String { get }
}

/// The fields of the types whose values were read: making them takes longer than reading a value.
private let declaredFields = Mutex<[ObjectIdentifier: [ParameterDeclaration]]>([:])

extension RecordValue {
  /// The fields, in the order of their declaration.
  public static var fields: [ParameterDeclaration] {
    let type = ObjectIdentifier(Self.self)
    if let fields = declaredFields.withLock({ $0[type] }) { return fields }
    // Outside of the lock: types of fields are records too.
    let fields = parameters(of: Self()).map { $0.value.declaration(name: snakeCase($0.name)) }
    declaredFields.withLock { $0[type] = fields }
    return fields
  }

  public static var parameterType: ParameterType { ParameterType(recordName, fields: fields) }

  /// Makes a value and configures it: `Layer { $0.x = 20 }`.
  public init(_ configure: (inout Self) -> Void) {
    self.init()
    configure(&self)
  }

  public static func problems(in argument: Argument) -> [ArgumentError] {
    let fields = Self.fields
    guard case .map(let entries) = argument else {
      guard argument.references.isEmpty else { return [] }
      let names = fields.map { "\($0.name): …" }.joined(separator: ", ")
      return [.notA(ParameterType(recordName), help: "write { \(names) }")]
    }
    let problems = entries.flatMap { name, value in
      guard let field = fields.first(where: { $0.name == name }) else {
        return [Self.unknown(name, of: fields.map(\.name)).within(.key(name))]
      }
      return field.problems(in: value).map { $0.within(.field(name)) }
    }
    let missing = fields.filter { $0.isRequired && entries[$0.name] == nil }
    return problems
      + missing.map {
        ArgumentError("needs '\($0.name)'", label: "has no \($0.name)", help: "\($0.name) is \($0.type.expectation)")
      }
  }

  private static func unknown(_ name: String, of names: [String]) -> ArgumentError {
    let nearest = Suggestion.nearest(to: name, in: names).map { "did you mean '\($0)'? " } ?? ""
    return ArgumentError(
      "has an unknown field '\(name)'", label: "is no field of a \(recordName)",
      help: "\(nearest)a \(recordName) has: \(names.joined(separator: ", "))")
  }

  public init(argument: Argument) throws(ArgumentError) {
    if let problem = Self.problems(in: argument).first { throw problem }
    guard case .map(let entries) = argument else { throw .notA(ParameterType(Self.recordName)) }
    let arguments = Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    do {
      try self.init(from: ArgumentDecoder(arguments: arguments, properties: PropertyCollector.properties(of: Self())))
    } catch {
      throw error as? ArgumentError ?? ArgumentError("cannot be read", label: "\(error)")
    }
  }

  public var argument: Argument? {
    var entries: OrderedDictionary<String, Argument> = [:]
    for (name, parameter) in Self.parameters(of: self) { entries[snakeCase(name)] = parameter.given }
    return .map(entries)
  }

  /// The parameters of a value and of its groups, by their names in Swift.
  private static func parameters(of value: Self) -> [(name: String, value: any AnyParameter)] {
    PropertyCollector.properties(of: value).flatMap { $0.value.kind.parameters(named: $0.name) }
  }

  public static func == (left: Self, right: Self) -> Bool { left.argument == right.argument }
  public func hash(into hasher: inout Hasher) { hasher.combine(argument) }
}
