/// Finds types of nodes by words, and names what to use in place of an unknown type.
public enum NodeSearch {
  /// Returns the declarations that have all words of a text, the best first: in the type's name, in the summary, or in ports,
  /// parameters and values; words of other programs find what does the same here.
  public static func declarations(for text: String, in declarations: [NodeDeclaration]) -> [NodeDeclaration] {
    let words = text.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "." }).map(String.init)
    guard !words.isEmpty else { return [] }
    let named = FamiliarWords.entry(of: text).map { entry in entry.types.map(\.name) } ?? []
    // A familiar word names its types: others are not found by a mere mention in their texts.
    let limit = named.isEmpty ? unfound : unfound - 1
    return
      declarations.enumerated().compactMap { position, declaration -> (rank: Int, position: Int, NodeDeclaration)? in
        if let place = named.firstIndex(of: declaration.type.name) {
          return (place - named.count, position, declaration)
        }
        let ranks = words.map { rank(of: $0, in: declaration) }
        guard let worst = ranks.max(), worst < limit else { return nil }
        return (worst, position, declaration)
      }.sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }.map(\.2)
  }

  /// Advice on a word that names no type, such as `fade`: what Reel has for it, or that it has nothing yet. Nil for a word of no
  /// known meaning.
  public static func advice(on word: String) -> String? { FamiliarWords.entry(of: word)?.advice }

  /// Returns the help for an unknown type: by what its words mean, by the names of types that have them, and by letters.
  ///
  /// - Parameters:
  ///   - candidates: The names of known types, those of templates too.
  ///   - list: The command that lists the types.
  public static func help(
    forUnknown name: String, among candidates: some Sequence<String>, list: String = "'reel nodes' lists the types"
  ) -> String {
    if let advice = advice(on: name) { return "\(advice); \(list)" }
    // Long lists of candidates are a hostile file's.
    let candidates = Array(candidates.prefix(500))
    let word = name.lowercased()
    let having = candidates.filter { candidate in
      candidate.lowercased().split(whereSeparator: { ".:/".contains($0) }).contains { $0 == word }
    }.sorted()
    if (1...3).contains(having.count) {
      return "did you mean \(having.map { "'\($0)'" }.joined(separator: " or "))? \(list)"
    }
    // `video.fade` means what `fade` means; `watermark.text` is a plugin's that is missing.
    if let dot = name.lastIndex(of: "."), candidates.contains(where: { $0.hasPrefix(name[...dot]) }),
      let advice = advice(on: String(name[name.index(after: dot)...]))
    {
      return "\(advice); \(list)"
    }
    if let near = Suggestion.nearest(to: name, in: candidates) { return "did you mean '\(near)'? \(list)" }
    if name.contains(".") { return list }
    return Suggestion.nearest(to: word, in: FamiliarWords.words).flatMap { near in
      advice(on: near).map { "did you mean \(near)? \($0); \(list)" }
    } ?? list
  }

  private static let unfound = 4

  /// The place where a declaration has a word: 0 for a part of its name, `unfound` for none.
  private static func rank(of word: String, in declaration: NodeDeclaration) -> Int {
    let name = declaration.type.name.lowercased()
    if name.split(whereSeparator: { "._".contains($0) }).contains(where: { $0 == word }) { return 0 }
    if name.contains(word) { return 1 }
    if has(word, in: declaration.summary) { return 2 }
    if declaration.ports.contains(where: { has(word, in: $0.name) || has(word, in: $0.doc) }) { return 3 }
    return declaration.parameters.contains { has(word, in: $0) } ? 3 : unfound
  }

  private static func has(_ word: String, in parameter: ParameterDeclaration) -> Bool {
    if has(word, in: parameter.name) || has(word, in: parameter.doc) { return true }
    if let choices = parameter.type.choices, choices.contains(where: { has(word, in: $0) }) { return true }
    return parameter.type.fields.contains { has(word, in: $0.name) }
  }

  /// True if a word of a text begins with the given one.
  private static func has(_ word: String, in text: String) -> Bool {
    text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains { $0.hasPrefix(word) }
  }
}
