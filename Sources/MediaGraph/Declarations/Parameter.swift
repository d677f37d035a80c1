/// Declares a parameter of a node: `@Parameter("Zero is invisible.", in: 0...1) var opacity = 1.0`.
///
/// A parameter with a default or of an optional type may be left out; any other is required.
@propertyWrapper
public struct Parameter<Value: ParameterValue>: Sendable {
  /// The declaration, behind one reference: the compiler copies a node field by field, which for these facts in every parameter
  /// of every node would be a third of the module's code.
  private let attributes: Attributes
  private var value: Value
  /// The value that Swift or a file set; nil while the default holds.
  private(set) var given: Argument?

  /// The value that is set, or the default.
  public var wrappedValue: Value {
    get { value }
    set {
      value = newValue
      given = newValue.argument
    }
  }

  /// The parameter itself, to bind it to a parameter of the graph: `$0.$height.bind(to: height)`.
  public var projectedValue: Parameter {
    get { self }
    set { self = newValue }
  }

  /// Binds the value to a parameter of the graph, written `$name` in files.
  public mutating func bind(to reference: ParameterReference<Value>) { given = .reference(reference.name) }

  /// Binds the value to a parameter of the graph, written `$name` in files.
  public mutating func bind<Wrapped>(to reference: ParameterReference<Wrapped>) where Value == Wrapped? {
    given = .reference(reference.name)
  }

  init(
    doc: String, unit: String?, bounds: Bounds, isRequired: Bool, isLive: Bool = false, defaultValue: Value
  ) {
    attributes = Attributes(
      doc: doc, unit: unit, bounds: bounds, isRequired: isRequired, isLive: isLive, defaultValue: defaultValue)
    value = defaultValue
  }

  /// The facts of a declaration that do not depend on the value that was given.
  private final class Attributes: Sendable {
    let doc: String
    let unit: String?
    let bounds: Bounds
    let isRequired: Bool
    let isLive: Bool
    let defaultValue: Value

    init(doc: String, unit: String?, bounds: Bounds, isRequired: Bool, isLive: Bool, defaultValue: Value) {
      self.doc = doc
      self.unit = unit
      self.bounds = bounds
      self.isRequired = isRequired
      self.isLive = isLive
      self.defaultValue = defaultValue
    }
  }

  /// The smallest and largest value, as text for people and as a test.
  struct Bounds: Sendable {
    var minimum: String?
    var maximum: String?
    var contains: @Sendable (Value) -> Bool = { _ in true }
    /// The error for values out of bounds if there is no minimum or maximum to name.
    var rangeError: ArgumentError?
  }
}

extension Parameter {
  /// A parameter that must be given, unless its type is optional.
  public init(_ doc: String, unit: String? = nil) {
    // Only nil has no written form: a type whose default value has none is optional.
    let isRequired = Value().argument != nil
    self.init(doc: doc, unit: unit, bounds: Bounds(), isRequired: isRequired, defaultValue: Value())
  }

  /// Declares an optional parameter within a range.
  public init<Wrapped: Comparable & TextValue>(_ doc: String, unit: String? = nil, in range: ClosedRange<Wrapped>)
  where Value == Wrapped? {
    let bounds = Bounds(
      minimum: range.lowerBound.text, maximum: range.upperBound.text,
      contains: { value in value.map(range.contains) ?? true })
    self.init(doc: doc, unit: unit, bounds: bounds, isRequired: false, defaultValue: nil)
  }

  /// A parameter with a default.
  /// - Parameter live: true if the value can change while the graph runs.
  public init(wrappedValue: Value, _ doc: String, unit: String? = nil, live: Bool = false) {
    self.init(doc: doc, unit: unit, bounds: Bounds(), isRequired: false, isLive: live, defaultValue: wrappedValue)
  }

  /// A parameter within a range, with a default.
  /// - Parameter live: true if the value can change while the graph runs.
  public init(
    wrappedValue: Value, _ doc: String, unit: String? = nil, in range: ClosedRange<Value>, live: Bool = false
  )
  where Value: Comparable & TextValue {
    let bounds = Bounds(
      minimum: range.lowerBound.text, maximum: range.upperBound.text, contains: { range.contains($0) })
    self.init(doc: doc, unit: unit, bounds: bounds, isRequired: false, isLive: live, defaultValue: wrappedValue)
  }
}

/// The type-erased view of a `Parameter` for declarations and files.
protocol AnyParameter {
  var given: Argument? { get }
  func declaration(name: String) -> ParameterDeclaration
  mutating func assign(_ argument: Argument) throws(ArgumentError)
}

extension Parameter: NodeProperty, AnyParameter {
  var kind: NodePropertyKind { .parameter(self) }

  func declaration(name: String) -> ParameterDeclaration {
    ParameterDeclaration(
      name: name, type: Value.self, doc: attributes.doc, unit: attributes.unit,
      defaultValue: attributes.isRequired ? nil : attributes.defaultValue.argument,
      isRequired: attributes.isRequired, minimum: attributes.bounds.minimum, maximum: attributes.bounds.maximum,
      isLive: attributes.isLive,
      canonical: { [attributes] argument throws(ArgumentError) in
        try Self.value(of: argument, in: attributes.bounds).argument
      })
  }

  mutating func assign(_ argument: Argument) throws(ArgumentError) {
    wrappedValue = try Self.value(of: argument, in: attributes.bounds)
  }

  private static func value(of argument: Argument, in bounds: Bounds) throws(ArgumentError) -> Value {
    let value = try Value(argument: argument)
    guard bounds.contains(value) else {
      throw bounds.rangeError ?? .outOfRange(minimum: bounds.minimum, maximum: bounds.maximum)
    }
    return value
  }
}

/// A parameter of a graph or template, as its nodes refer to it.
public struct ParameterReference<Value: ParameterValue>: Sendable, Hashable {
  public let name: String
}
