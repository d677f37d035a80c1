/// The schemas of parameters' values.
enum SchemaValues {
  /// The map after `with:`.
  static func parameters(_ parameters: [ParameterDeclaration]) -> JSON {
    let required = parameters.filter(\.isRequired).map(\.name)
    return .object([
      ("type", required.isEmpty ? ["object", "null"] : "object"),
      ("additionalProperties", false),
      ("required", .strings(required)),
      ("properties", .object(parameters.map { ($0.name, value(of: $0)) })),
    ])
  }

  private static func value(of parameter: ParameterDeclaration) -> JSON {
    var entries: [(String, JSON)] = [("description", .string(remark(on: parameter)))]
    if let value = parameter.defaultValue { entries.append(("default", json(value, as: parameter.type))) }
    if let example = parameter.type.example, !parameter.type.isList { entries.append(("examples", [.string(example)])) }
    entries.append(
      ("anyOf", [["$ref": "#/$defs/reference"], value(of: parameter.type, parameter.minimum, parameter.maximum)]))
    return .object(entries)
  }

  private static func remark(on parameter: ParameterDeclaration) -> String {
    let range: String? =
      switch (parameter.minimum, parameter.maximum) {
      case (let low?, let high?): "From \(low) to \(high)"
      case (let low?, nil): "From \(low)"
      case (nil, let high?): "Up to \(high)"
      case (nil, nil): nil
      }
    let unit = parameter.unit.map { range == nil ? "In \($0)." : " \($0)." } ?? (range == nil ? "" : ".")
    return [parameter.doc, (range ?? "") + unit].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The schema of a type's values as YAML parsers give them: a bare `720` is a number.
  static func value(of type: ParameterType, _ minimum: String? = nil, _ maximum: String? = nil) -> JSON {
    if type.isList {
      let name = type.name.hasPrefix("list of ") ? String(type.name.dropFirst("list of ".count)) : type.name
      let element = value(
        of: ParameterType(
          name, choices: type.choices, fields: type.fields, pattern: type.pattern, alternatives: type.alternatives))
      let item: JSON = ["anyOf": [["$ref": "#/$defs/reference"], element]]
      return ["anyOf": [["type": "array", "items": item], element]]
    }
    if let entry = type.entries.first {
      return ["type": "object", "additionalProperties": ["anyOf": [["$ref": "#/$defs/reference"], value(of: entry)]]]
    }
    if !type.alternatives.isEmpty { return ["anyOf": .array(type.alternatives.map { value(of: $0) })] }
    if !type.fields.isEmpty { return parameters(type.fields) }
    switch type.name {
    case "int", "number":
      var number: [(String, JSON)] = [("type", type.name == "int" ? "integer" : "number")]
      if let minimum { number.append(("minimum", .number(minimum))) }
      if let maximum { number.append(("maximum", .number(maximum))) }
      let pattern = type.name == "int" ? "^[+-]?[0-9]+$" : "^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$"
      return ["anyOf": [.object(number), ["type": "string", "pattern": .string(pattern)]]]
    case "bool": return ["enum": [true, false, "true", "false"]]
    // A nested timeline.
    case Timeline.recordName: return ["$ref": "#/$defs/node:timeline/properties/with"]
    case "map": return ["type": "object", "additionalProperties": ["$ref": "#/$defs/text"]]
    default: return scalar(type)
    }
  }

  private static func scalar(_ type: ParameterType) -> JSON {
    if let choices = type.choices { return ["enum": .strings(choices)] }
    guard let pattern = type.pattern else { return ["$ref": "#/$defs/text"] }
    let text: JSON = ["type": "string", "pattern": .string(pattern)]
    // To a parser, a text that looks like a number is one.
    switch type.name {
    case "gain": return ["anyOf": [text, ["type": "number", "minimum": .number("0")]]]
    case "rate": return ["anyOf": [text, ["type": "integer", "minimum": .number("1")]]]
    case "time": return ["anyOf": [text, ["type": "number", "minimum": .number("0")]]]
    default: return text
    }
  }

  private static func json(_ value: Argument, as type: ParameterType) -> JSON {
    switch value {
    case .list(let items): return .array(items.map { json($0, as: ParameterType("string")) })
    case .map(let entries): return .object(entries.map { ($0, json($1, as: ParameterType("string"))) })
    default:
      let text = value.scalar ?? ""
      switch type.name {
      case "int", "number": return .number(text)
      case "bool": return .bool(text == "true")
      default: return .string(text)
      }
    }
  }
}
