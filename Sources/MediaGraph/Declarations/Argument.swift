import OrderedCollections

/// A parameter's value as a graph holds it: text in canonical form, a reference to a parameter of the graph, or a list or
/// map of these.
///
/// Values stay text until the parameter's declared type parses them, so that YAML's own type rules never apply and a
/// graph can hold nodes whose declaration is not loaded.
public indirect enum Argument: Hashable, Sendable {
  /// The largest text that parameters of a graph may be put together to, in bytes: that of a description file.
  static let sizeLimit = 1 << 20

  case text(String)
  /// `$name`: the whole value of a parameter.
  case reference(String)
  /// Text with `$(name)` in it.
  case interpolated([Piece])
  case list([Argument])
  case map(OrderedDictionary<String, Argument>)

  /// A run of text, or a reference to a parameter whose text replaces it.
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

  /// The scalar that parses to this value; nil for lists and maps.
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

  /// Returns the value with every reference replaced; a reference whose value is nil stays.
  public func substituting(_ value: (String) -> Argument?) -> Argument {
    switch self {
    case .text: return self
    case .reference(let name): return value(name) ?? self
    case .interpolated(let pieces):
      // Nested interpolation can grow without limit: a value that would be too long stays unresolved.
      guard !isTooLong(value) else { return self }
      let replaced = pieces.flatMap { piece -> [Piece] in
        guard case .reference(let name) = piece, let value = value(name) else { return [piece] }
        switch value {
        case .text(let text): return [.text(text)]
        case .reference(let outer): return [.reference(outer)]
        case .interpolated(let pieces): return pieces
        case .list, .map: return [piece]
        }
      }
      return Self.interpolated(joining: replaced)
    case .list(let items): return .list(items.map { $0.substituting(value) })
    case .map(let entries): return .map(entries.mapValues { $0.substituting(value) })
    }
  }
}

extension Argument {
  /// Joins neighbouring texts, as if the value had been read from a file.
  private static func interpolated(joining pieces: [Piece]) -> Argument {
    var joined: [Piece] = []
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let more): text += more
      case .reference:
        if !text.isEmpty { joined.append(.text(text)) }
        text = ""
        joined.append(piece)
      }
    }
    if joined.isEmpty { return .text(text) }
    return .interpolated(text.isEmpty ? joined : joined + [.text(text)])
  }

  /// Returns true if a text in the value would be longer than `sizeLimit` once its references are replaced.
  func isTooLong(_ value: (String) -> Argument?) -> Bool {
    switch self {
    case .text, .reference: return false
    case .list(let items): return items.contains { $0.isTooLong(value) }
    case .map(let entries): return entries.values.contains { $0.isTooLong(value) }
    case .interpolated(let pieces):
      var length = 0
      // Counting ends at the limit: pieces and values may be many and long.
      return pieces.contains { piece in
        switch piece {
        case .text(let text): length += text.utf8.count
        case .reference(let name): length += (value(name)?.scalar ?? name).utf8.count
        }
        return length > Self.sizeLimit
      }
    }
  }

  /// True if a word can follow `$`: a letter or underscore, then letters, digits and underscores.
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

  /// Doubles only the dollar signs that would be parsed as references or escapes.
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
  /// Makes literal text: a `$` in it is a dollar sign.
  public init(stringLiteral value: String) { self = .text(value) }
}
