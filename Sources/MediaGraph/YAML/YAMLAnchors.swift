/// Anchors and aliases are not part of the format: a few lines of them can stand for more values than memory holds.
///
/// The parser expands an alias before its size can be checked. So every `&` and `*` is replaced by another character
/// before parsing, and a plain scalar that begins with one of these was an anchor or an alias.
struct YAMLAnchors {
  private let ampersand: Unicode.Scalar
  private let asterisk: Unicode.Scalar

  /// Chooses two characters that the parser treats as letters and that are nowhere in the text, not even as
  /// `"\\U0010FFFF"`.
  init(_ text: String) {
    var taken: Set<UInt32> = []
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if scalar.value >= 0x10000 { taken.insert(scalar.value) }
      guard scalar == "U", index > 0, scalars[index - 1] == "\\" else { continue }
      let digits = scalars[(index + 1)...].prefix(8).map { String($0) }.joined()
      if let value = UInt32(digits, radix: 16) { taken.insert(value) }
    }
    // A text of the largest size has fewer characters than this range.
    let range = 0x10000...0x10FFFD as ClosedRange<UInt32>
    let free = range.reversed().lazy.filter { !taken.contains($0) }.compactMap(Unicode.Scalar.init)
    let two = Array(free.prefix(2))
    ampersand = two.first ?? "&"
    asterisk = two.last ?? "*"
  }

  /// Returns the text for the parser: of the same length, with every other character in its place.
  func masked(_ text: String) -> String { Self.replaced(text, [("&", ampersand), ("*", asterisk)]) }

  /// The text as it was written.
  func unmasked(_ text: String) -> String { Self.replaced(text, [(ampersand, "&"), (asterisk, "*")]) }

  private static func replaced(_ text: String, _ pairs: [(from: Unicode.Scalar, to: Unicode.Scalar)]) -> String {
    guard text.unicodeScalars.contains(where: { $0 == pairs[0].from || $0 == pairs[1].from }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(pairs.first { $0.from == scalar }?.to ?? scalar)
    }
    return String(result)
  }

  /// True if a plain scalar, as the parser returned it, was an anchor or an alias.
  func begins(_ masked: String) -> Bool {
    guard let first = masked.unicodeScalars.first else { return false }
    return first == ampersand || first == asterisk
  }

  static func unsupportedAnchor(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "anchors and aliases are not part of the format", at: range, help: "write a template, and use it twice")
  }

  /// Returns the text that looks like an anchor on this line or the one before: the likely reason why the parser
  /// stopped here.
  static func suspect(in file: SourceFile, near line: Int) -> SourceRange? {
    for number in [line, line - 1] {
      let scalars = file.line(number)
      for index in scalars.indices.dropLast() where scalars[index] == "&" || scalars[index] == "*" {
        let isToken = index == 0 || " \t[{,".unicodeScalars.contains(scalars[index - 1])
        let length = scalars[(index + 1)...].prefix { !" \t,[]{}".unicodeScalars.contains($0) }.count
        if isToken, length > 0 { return SourceRange(file: file, line: number, column: index + 1, length: length + 1) }
      }
    }
    return nil
  }
}
