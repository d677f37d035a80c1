import OrderedCollections

/// A parameter's value as a graph holds it: text in canonical form, a reference to a parameter of the graph, or a list or
/// map of these.
///
/// Values stay text until the parameter's declared type parses them, so that YAML's own guesses never apply and a graph
/// can hold nodes whose declaration is not loaded.
public indirect enum Argument: Hashable, Sendable {
  case text(String)
  /// `$name`: the whole value of a parameter.
  case reference(String)
  /// Text with `$(name)` in it.
  case interpolated([Piece])
  case list([Argument])
  case map(OrderedDictionary<String, Argument>)

  /// A run of text, or a parameter whose text stands in its place.
  public enum Piece: Hashable, Sendable {
    case text(String)
    case reference(String)
  }

  /// Reads a scalar of a description file: `$name`, `text $(name) text`, or text in which `$$` stands for `$`.
  public init(scalar: String) {
    let pieces = Self.pieces(of: scalar)
    switch (pieces.count, pieces.first) {
    case (0, _): self = .text("")
    case (1, .text(let text)): self = .text(text)
    default:
      if let name = Self.wholeReference(scalar) { self = .reference(name) } else { self = .interpolated(pieces) }
    }
  }

  /// The scalar that reads back as this value; nil for lists and maps.
  public var scalar: String? {
    switch self {
    case .text(let text): Self.escape(text)
    case .reference(let name): "$" + name
    case .interpolated(let pieces):
      pieces.map { piece in
        switch piece {
        case .text(let text): Self.escape(text)
        case .reference(let name): "$(\(name))"
        }
      }.joined()
    case .list, .map: nil
    }
  }

  /// The names of the parameters that the value refers to, in order.
  public var references: [String] {
    switch self {
    case .text: []
    case .reference(let name): [name]
    case .interpolated(let pieces):
      pieces.compactMap { if case .reference(let name) = $0 { name } else { nil } }
    case .list(let items): items.flatMap(\.references)
    case .map(let entries): entries.values.flatMap(\.references)
    }
  }

  /// The value with every reference replaced; a reference whose value is nil stays.
  public func substituting(_ value: (String) -> Argument?) -> Argument {
    switch self {
    case .text: return self
    case .reference(let name): return value(name) ?? self
    case .interpolated(let pieces):
      let replaced = pieces.map { piece -> Piece in
        guard case .reference(let name) = piece, case .text(let text)? = value(name) else { return piece }
        return .text(text)
      }
      let texts = replaced.compactMap { if case .text(let text) = $0 { text } else { nil } }
      guard texts.count == replaced.count else { return .interpolated(replaced) }
      // Texts of texts can grow without end: as with what is missing, the value stays open.
      guard texts.reduce(0, { $0 + $1.utf8.count }) <= YAMLParser.sizeLimit else { return self }
      return .text(texts.joined())
    case .list(let items): return .list(items.map { $0.substituting(value) })
    case .map(let entries): return .map(entries.mapValues { $0.substituting(value) })
    }
  }
}

extension Argument {
  /// Whether a word can follow `$`: a letter or underscore, then letters, digits and underscores.
  public static func isName(_ word: some StringProtocol) -> Bool {
    guard let first = word.unicodeScalars.first, isNameStart(first) else { return false }
    return word.unicodeScalars.allSatisfy { isNameStart($0) || ("0"..."9").contains($0) }
  }

  private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
  }

  private static func wholeReference(_ scalar: String) -> String? {
    guard scalar.hasPrefix("$"), isName(scalar.dropFirst()) else { return nil }
    return String(scalar.dropFirst())
  }

  private static func pieces(of scalar: String) -> [Piece] {
    if let name = wholeReference(scalar) { return [.reference(name)] }
    var pieces: [Piece] = []
    var text = ""
    var rest = Substring(scalar)
    while let character = rest.popFirst() {
      guard character == "$" else {
        text.append(character)
        continue
      }
      if rest.first == "$" {
        rest.removeFirst()
        text.append("$")
      } else if rest.first == "(", let close = rest.firstIndex(of: ")"), isName(rest[..<close].dropFirst()) {
        if !text.isEmpty { pieces.append(.text(text)) }
        text = ""
        pieces.append(.reference(String(rest[..<close].dropFirst())))
        rest = rest[rest.index(after: close)...]
      } else {
        text.append("$")
      }
    }
    if !text.isEmpty { pieces.append(.text(text)) }
    return pieces
  }

  /// Doubles just the dollar signs that would be read as something else.
  private static func escape(_ text: String) -> String {
    if wholeReference(text) != nil { return "$" + text }
    var escaped = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      escaped.append(character)
      if character == "$", rest.isEmpty || rest.first == "$" || rest.first == "(" { escaped.append("$") }
    }
    return escaped
  }
}

extension Argument: ExpressibleByStringLiteral {
  /// Literal text: a `$` in it is a dollar sign.
  public init(stringLiteral value: String) { self = .text(value) }
}
