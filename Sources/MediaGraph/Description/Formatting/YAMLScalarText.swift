/// Writes texts as scalars that every YAML parser reads back unchanged.
enum YAMLScalarText {
  /// Returns the text as it is, or in double quotes if it needs them.
  /// - Parameter inFlow: true inside braces or brackets, where more characters have a meaning.
  static func inline(_ text: String, isQuoted: Bool = false, inFlow: Bool) -> String {
    !isQuoted && isPlain(text, inFlow: inFlow) ? text : quoted(text)
  }

  /// The lines of a text for a literal block (`|`); nil for a text that cannot be one, or has just one line.
  static func literalLines(_ text: String) -> (header: String, lines: [String])? {
    let body = text.hasSuffix("\n") ? String(text.unicodeScalars.dropLast()) : text
    let lines = body.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    guard lines.count > 1 || body != text, let first = lines.first, let last = lines.last, !first.isEmpty,
      !last.isEmpty,
      first.unicodeScalars.first != " ",
      // Lines of only spaces are invisible to people and lost by some programs.
      lines.allSatisfy({ $0.isEmpty || !$0.allSatisfy { $0 == " " } && $0.unicodeScalars.allSatisfy(isPrintable) })
    else { return nil }
    return (body == text ? "|-" : "|", lines)
  }

  private static func isPlain(_ text: String, inFlow: Bool) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last else { return false }
    // Null, the merge key, and the old default value.
    if ["~", "<<", "="].contains(text) || text.hasPrefix("---") || text.hasPrefix("...") { return false }
    if first == " " || last == " " || last == ":" { return false }
    if "?:,[]{}#&*!|>'\"%@`".unicodeScalars.contains(first) { return false }
    if first == "-", scalars.count == 1 || scalars[1] == " " { return false }
    for (index, scalar) in scalars.enumerated() {
      guard isPrintable(scalar), !inFlow || !",[]{}".unicodeScalars.contains(scalar) else { return false }
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      if scalar == ":", next == " " { return false }
      if scalar == " ", next == "#" { return false }
    }
    return true
  }

  /// Returns the text in double quotes.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isPrintable(scalar) { result.unicodeScalars.append(scalar) } else { result += escape(scalar) }
      }
    }
    return result + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let (letter, width) = scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
    return "\\\(letter)" + String(repeating: "0", count: width - digits.count) + digits
  }

  /// True for characters that may be written unescaped: no control characters, line separators, byte order marks or
  /// marks that change the direction of the text that follows.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202F...0x2065, 0x206A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }
}
