import MediaGraph

/// Words in place of a subcommand that are none.
enum UnknownCommand {
  /// Future subcommands, which are reserved until then.
  private static let reserved = [
    "play": "playing a file", "record": "recording from cameras and microphones",
    "devices": "listing cameras, microphones, screens and speakers",
  ]

  /// Returns the problem of the first word of a command line; nil if it is an option or a subcommand.
  static func problem(_ words: [String]) -> Diagnostic? {
    guard let word = words.first, !word.hasPrefix("-") else { return nil }
    let known = Reel.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    if known.contains(word) { return nil }
    if let purpose = reserved[word] {
      return Diagnostic(
        "this version of reel has no command '\(word)'", kind: .usage, notes: ["the word is reserved for \(purpose)"],
        help: "'reel --help' lists the commands")
    }
    let nearest = Suggestion.nearest(to: word, in: known).map { "did you mean '\($0)'? " } ?? ""
    return Diagnostic("unknown command '\(word)'", kind: .usage, help: "\(nearest)'reel --help' lists the commands")
  }
}
