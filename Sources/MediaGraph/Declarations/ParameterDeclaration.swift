/// The declaration of a parameter of a node, a template or a graph.
public struct ParameterDeclaration: Sendable {
  /// The name in files, in snake case.
  public let name: String
  public let type: ParameterType
  public let doc: String
  /// The unit of a bare number, such as `pixels`; nil where the type says it or there is none.
  public let unit: String?
  /// The default value; nil when there is none.
  public let defaultValue: Argument?
  /// True if a value must be given.
  public let isRequired: Bool
  /// The smallest value, in text.
  public let minimum: String?
  /// The largest value, in text.
  public let maximum: String?
  /// True if a running graph accepts a new value; any other parameter's change replaces the node.
  public let isLive: Bool
  private let valueType: any ParameterValue.Type
  private let canonicalForm: @Sendable (Argument) throws(ArgumentError) -> Argument?

  init(
    name: String, type: any ParameterValue.Type, doc: String, unit: String?, defaultValue: Argument?,
    isRequired: Bool, minimum: String?, maximum: String?, isLive: Bool = false,
    canonical: @escaping @Sendable (Argument) throws(ArgumentError) -> Argument?
  ) {
    self.name = name
    self.type = type.parameterType
    valueType = type
    self.doc = doc
    self.unit = unit
    self.defaultValue = defaultValue
    self.isRequired = isRequired
    self.minimum = minimum
    self.maximum = maximum
    self.isLive = isLive
    canonicalForm = canonical
  }

  /// Returns the canonical form of a value, in which equal values are equal: `5000kb/s` is `5Mb/s`.
  ///
  /// A value with references is returned unchanged.
  /// - Throws: the reason why the value does not fit the parameter.
  public func canonical(_ argument: Argument) throws(ArgumentError) -> Argument {
    guard argument.references.isEmpty else { return argument }
    return try canonicalForm(argument) ?? argument
  }

  /// All reasons why an argument does not fit the parameter; references in it are not checked.
  public func problems(in argument: Argument) -> [ArgumentError] {
    let problems = valueType.problems(in: argument)
    guard problems.isEmpty else { return problems }
    do throws(ArgumentError) {
      _ = try canonical(argument)
      return []
    } catch {
      return [error]
    }
  }
}

extension ParameterDeclaration {
  /// Makes the declaration of a graph's parameter.
  /// - Throws: the reason why a bound does not fit the type; the default is not checked.
  init<Value: TextValue>(
    name: String, type: Value.Type, defaultValue: Argument?, isRequired: Bool, minimum: Argument?, maximum: Argument?
  ) throws(ArgumentError) {
    let lower = try minimum.map { argument throws(ArgumentError) in try Value(argument: argument) }
    let upper = try maximum.map { argument throws(ArgumentError) in try Value(argument: argument) }
    if lower != nil || upper != nil, !(Value.self is any Comparable.Type) {
      throw ArgumentError("has no order", label: "\(Value.parameterType.article) has no minimum and maximum")
    }
    if let lower, let upper, isLess(upper, than: lower) {
      throw ArgumentError("has a minimum above its maximum", label: "is below the minimum")
    }
    let bounds = (minimum.flatMap { _ in lower?.text }, maximum.flatMap { _ in upper?.text })
    let canonical: @Sendable (Argument) throws(ArgumentError) -> Argument? = { argument throws(ArgumentError) in
      let value = try Value(argument: argument)
      guard lower.map({ !isLess(value, than: $0) }) ?? true, upper.map({ !isLess($0, than: value) }) ?? true else {
        throw .outOfRange(minimum: bounds.0, maximum: bounds.1)
      }
      return value.argument
    }
    self.init(
      name: name, type: Value.self, doc: "", unit: nil,
      defaultValue: defaultValue,
      isRequired: isRequired, minimum: bounds.0, maximum: bounds.1, canonical: canonical)
  }
}

private func isLess<Value>(_ left: Value, than right: Value) -> Bool {
  func compare<C: Comparable>(_ left: C) -> Bool { (right as? C).map { left < $0 } ?? false }
  guard let left = left as? any Comparable else { return false }
  return compare(left)
}

extension ParameterDeclaration {
  /// Returns the declaration with its default in canonical form.
  /// - Throws: the reason why the default does not fit the parameter.
  func checkingDefault() throws(ArgumentError) -> ParameterDeclaration {
    guard let defaultValue else { return self }
    return ParameterDeclaration(
      name: name, type: valueType, doc: doc, unit: unit, defaultValue: try canonicalForm(defaultValue) ?? defaultValue,
      isRequired: isRequired, minimum: minimum, maximum: maximum, isLive: isLive, canonical: canonicalForm)
  }
}

extension ParameterDeclaration: Hashable {
  /// Declarations are equal when all their printable properties are.
  public static func == (left: ParameterDeclaration, right: ParameterDeclaration) -> Bool {
    left.name == right.name && left.type == right.type && left.doc == right.doc && left.unit == right.unit
      && left.defaultValue == right.defaultValue && left.isRequired == right.isRequired
      && left.minimum == right.minimum && left.maximum == right.maximum && left.isLive == right.isLive
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(type)
    hasher.combine(defaultValue)
  }
}

extension ParameterDeclaration {
  /// Makes the declaration of a graph's parameter made in Swift.
  init<Value: TextValue>(name: String, default value: Value?, isRequired: Bool) {
    self.init(
      name: name, type: Value.self, doc: "", unit: nil, defaultValue: value?.argument, isRequired: isRequired,
      minimum: nil, maximum: nil,
      canonical: { argument throws(ArgumentError) in try Value(argument: argument).argument })
  }

  /// Makes the declaration of a graph's parameter with a range made in Swift.
  init<Value: TextValue & Comparable>(
    name: String, default value: Value?, isRequired: Bool, in range: ClosedRange<Value>
  ) {
    let bounds = (range.lowerBound.text, range.upperBound.text)
    self.init(
      name: name, type: Value.self, doc: "", unit: nil, defaultValue: value?.argument, isRequired: isRequired,
      minimum: bounds.0, maximum: bounds.1,
      canonical: { argument throws(ArgumentError) in
        let value = try Value(argument: argument)
        guard range.contains(value) else { throw .outOfRange(minimum: bounds.0, maximum: bounds.1) }
        return value.argument
      })
  }
}
