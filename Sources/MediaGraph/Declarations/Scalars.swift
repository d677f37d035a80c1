extension Int: TextValue {
  public static let parameterType = ParameterType("int")

  public init(parsing text: String) throws(ArgumentError) {
    guard let value = Int(text) else { throw .notA(Self.parameterType) }
    self = value
  }

  public var text: String { String(self) }
}

extension Double: TextValue {
  public static let parameterType = ParameterType("number")

  public init(parsing text: String) throws(ArgumentError) {
    guard let value = Double(text), value.isFinite else { throw .notA(Self.parameterType) }
    // Adding zero turns a negative zero into the positive one that it equals.
    self = value + 0
  }

  public var text: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Bool: TextValue {
  public static let parameterType = ParameterType("bool", choices: ["true", "false"])

  public init(parsing text: String) throws(ArgumentError) {
    switch text {
    case "true": self = true
    case "false": self = false
    case "yes", "on", "1": throw ArgumentError("must be true or false", label: "is neither", help: "write true")
    case "no", "off", "0": throw ArgumentError("must be true or false", label: "is neither", help: "write false")
    default: throw ArgumentError("must be true or false", label: "is neither")
    }
  }

  public var text: String { self ? "true" : "false" }
}

extension String: TextValue {
  public static let parameterType = ParameterType("string")
  public init(parsing text: String) { self = text }
  public var text: String { self }
}
