/// A JSON value whose objects keep their order, so that equal values print as equal texts.
indirect enum JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  case null
  case bool(Bool)
  /// A number as it is written.
  case number(String)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }

  static func strings(_ texts: some Sequence<String>) -> JSON { .array(texts.map { .string($0) }) }

  /// Returns the value as text with two spaces a level; a value that fits is on one line.
  func text(indent: Int = 0, column: Int = 0) -> String {
    let short = line
    if column + short.count <= 120 { return short }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .array(let items):
      let lines = items.map { inner + $0.text(indent: indent + 2, column: indent + 2) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(outer)]"
    case .object(let entries):
      let lines = entries.map { key, value in
        let start = inner + Self.quoted(key) + ": "
        return start + value.text(indent: indent + 2, column: start.count)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
    default: return short
    }
  }

  private var line: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let text): Self.quoted(text)
    case .array(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .object(let entries):
      entries.isEmpty ? "{}" : "{ " + entries.map { "\(Self.quoted($0)): \($1.line)" }.joined(separator: ", ") + " }"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
