import MovieFile

extension StyledText {
  /// Reads text with the tags of SubRip or WebVTT: bold, italic and underlined text is kept, all other tags are removed. Many SubRip
  /// files have positions and styles of SubStation Alpha, such as `{\an8}`.
  package init(tagged text: String) { self.init(text, hasOverrides: true) }

  /// Reads Pango's markup, which has the same tags.
  package init(markup: String) { self.init(markup, hasOverrides: false) }

  /// More tags within each other are for no reader: those within them are left out.
  private static let depth = 64

  private init(_ text: String, hasOverrides: Bool) {
    self.init()
    /// The open tags, each with the faces of the text around it.
    var open: [(name: String, outer: Faces)] = []
    var (faces, overrides) = (Faces(), Faces())
    var rest = Substring(text)
    while let character = rest.first {
      if character == "<", let tag = Self.takeTag(&rest) {
        let name = tag.drop { $0 == "/" }.prefix(while: \.isLetter).lowercased()
        guard let face = Self.tags.first(where: { $0.name == name })?.face else { continue }
        if !tag.hasPrefix("/") {
          guard open.count < Self.depth else { continue }
          open.append((name, faces))
          faces.insert(face)
        } else if let index = open.lastIndex(where: { $0.name == name }) {
          // Tags that were opened within it end with it.
          faces = open[index].outer
          open.removeSubrange(index...)
        }
      } else if hasOverrides, character == "{", let block = Self.takeOverrides(&rest) {
        overrides.override(by: block)
      } else if character == "&", let reference = Self.takeReference(&rest) {
        append(reference, faces.union(overrides))
      } else {
        append(String(rest.removeFirst()), faces.union(overrides))
      }
    }
  }

  /// Removes and returns the contents of the tag at the beginning of the text; nil if there is no tag.
  private static func takeTag(_ rest: inout Substring) -> Substring? {
    let inside = rest.dropFirst()
    guard let first = inside.first, first.isLetter || first == "/" || first.isNumber,
      let end = inside.firstIndex(where: { $0 == ">" || $0 == "<" }), inside[end] == ">"
    else { return nil }
    rest = inside[inside.index(after: end)...]
    return inside[..<end]
  }

  /// Removes and returns the contents of the braces at the beginning of the text; nil if they have no styles.
  private static func takeOverrides(_ rest: inout Substring) -> Substring? {
    let inside = rest.dropFirst()
    guard inside.first == "\\",
      let end = inside.firstIndex(where: { $0 == "}" || $0 == "{" || $0.isNewline }), inside[end] == "}"
    else { return nil }
    rest = inside[inside.index(after: end)...]
    return inside[..<end]
  }

  /// Removes the character reference at the beginning of the text, and returns its character; nil if there is none.
  private static func takeReference(_ rest: inout Substring) -> String? {
    let inside = rest.dropFirst()
    guard let end = inside.prefix(8).firstIndex(of: ";"), let character = character(named: inside[..<end]) else {
      return nil
    }
    rest = inside[inside.index(after: end)...]
    return character
  }

  private static func character(named name: Substring) -> String? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return "\u{A0}"
    case "lrm": return "\u{200E}"
    case "rlm": return "\u{200F}"
    default:
      guard name.first == "#" else { return nil }
      let isHexadecimal = name.dropFirst().first?.lowercased() == "x"
      let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }.map { String($0) }
    }
  }
}

extension StyledText.Faces {
  /// Applies the styles in braces of SubStation Alpha, `\i1\b0`; others, such as positions, and notes change nothing.
  mutating func override(by block: Substring) {
    for style in block.drop(while: { $0 != "\\" }).split(separator: "\\") {
      let value = style.dropFirst().prefix { !$0.isWhitespace }
      switch style.first {
      case "r": self = []
      case let name?:
        guard let face = StyledText.tags.first(where: { $0.name == String(name) })?.face,
          value.allSatisfy({ ("0"..."9").contains($0) })
        else { continue }
        // Bold letters may have a weight instead; without a number, the style is that of the line.
        let number = Int(value) ?? 0
        if number == 1 || number >= 600 { insert(face) } else { remove(face) }
      case nil: break
      }
    }
  }
}
