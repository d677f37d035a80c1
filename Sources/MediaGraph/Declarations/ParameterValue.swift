import OrderedCollections

/// A Swift type that a parameter can have.
///
/// Conform an enum with string cases by `enum Corner: String, ChoiceValue`; anything else with a text form by `TextValue`.
public protocol ParameterValue: Hashable, Sendable {
  /// The type as files, help and schemas name it.
  static var parameterType: ParameterType { get }
  /// The value of a required parameter until one is set; a graph without that value does not pass its check.
  init()
  /// Reads the value; references have been replaced already.
  init(argument: Argument) throws(ArgumentError)
  /// The canonical form, which parses to the same value; nil for an absent value.
  var argument: Argument? { get }
  /// All reasons why an argument is no value of the type; references in it have no value yet and are not checked.
  static func problems(in argument: Argument) -> [ArgumentError]
}

extension ParameterValue {
  public static func problems(in argument: Argument) -> [ArgumentError] {
    guard argument.references.isEmpty else { return [] }
    do throws(ArgumentError) {
      _ = try Self(argument: argument)
      return []
    } catch {
      return [error]
    }
  }
}

/// A parameter type whose values are written as one scalar.
public protocol TextValue: ParameterValue {
  /// Reads the scalar of a file or of `--set`.
  init(parsing text: String) throws(ArgumentError)
  /// The canonical text.
  var text: String { get }
}

extension TextValue {
  public init(argument: Argument) throws(ArgumentError) {
    guard case .text(let text) = argument else { throw .notA(Self.parameterType) }
    try self.init(parsing: text)
  }

  public var argument: Argument? { .text(text) }
}

/// A parameter type with few values: an enum whose raw values are written in camel case, and in files in snake case.
public protocol ChoiceValue: TextValue, RawRepresentable, CaseIterable where RawValue == String {}

extension ChoiceValue {
  public static var parameterType: ParameterType { ParameterType("choice", choices: allCases.map(\.text)) }

  public init() { self = Self.allCases[Self.allCases.startIndex] }

  public init(parsing text: String) throws(ArgumentError) {
    guard let value = Self.allCases.first(where: { $0.text == text }) else {
      throw .notAChoice(text, of: Self.allCases.map(\.text))
    }
    self = value
  }

  public var text: String { snakeCase(rawValue) }
}

extension Optional: ParameterValue where Wrapped: ParameterValue {
  public static var parameterType: ParameterType { Wrapped.parameterType }
  public init() { self = nil }
  public init(argument: Argument) throws(ArgumentError) { self = try Wrapped(argument: argument) }
  public var argument: Argument? { self?.argument }
  public static func problems(in argument: Argument) -> [ArgumentError] { Wrapped.problems(in: argument) }
}

extension Array: ParameterValue where Element: ParameterValue {
  public static var parameterType: ParameterType {
    let element = Element.parameterType
    return ParameterType(
      "list of \(element.name)", choices: element.choices, fields: element.fields, pattern: element.pattern,
      alternatives: element.alternatives, forms: element.forms, isList: true)
  }

  /// Reads a list, or one element in place of a list.
  public init(argument: Argument) throws(ArgumentError) {
    guard case .list(let items) = argument else {
      self = [try Element(argument: argument)]
      return
    }
    self = []
    for (index, item) in items.enumerated() {
      do throws(ArgumentError) { append(try Element(argument: item)) } catch { throw error.within(.item(index)) }
    }
  }

  public static func problems(in argument: Argument) -> [ArgumentError] {
    guard case .list(let items) = argument else { return Element.problems(in: argument) }
    return items.enumerated().flatMap { index, item in Element.problems(in: item).map { $0.within(.item(index)) } }
  }

  public var argument: Argument? { .list(compactMap(\.argument)) }
}

/// A map of texts by name, such as the properties of an element.
public struct TextMap: ParameterValue, ExpressibleByDictionaryLiteral {
  public static let parameterType = ParameterType("map", example: "{ name: value }")
  public var entries: OrderedDictionary<String, String>

  public init() { entries = [:] }

  public init(dictionaryLiteral elements: (String, String)...) {
    entries = OrderedDictionary(elements, uniquingKeysWith: { _, last in last })
  }

  public init(argument: Argument) throws(ArgumentError) {
    guard case .map(let arguments) = argument else { throw .notA(Self.parameterType) }
    entries = [:]
    for (key, value) in arguments {
      guard case .text(let text) = value else { throw .notA(Self.parameterType) }
      entries[key] = text
    }
  }

  public var argument: Argument? { .map(entries.mapValues { .text($0) }) }
}

/// `frameRate` → `frame_rate`, `H264` → `h264`.
func snakeCase(_ name: String) -> String {
  var result = ""
  for character in name {
    if character.isUppercase, !result.isEmpty { result.append("_") }
    result.append(contentsOf: character.lowercased())
  }
  return result
}
