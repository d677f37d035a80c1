import ArgumentParser

/// Words that begin with one dash and name no option: files, such as `-dash.mp4`, and options of ffmpeg, such as `-ac`.
///
/// The argument parser reads them as groups of short options, of which an `h` asks for help.
enum DashedName {
  private static let help: Set<String> = ["-h", "-help", "--help", "--help-hidden"]

  /// Options of ffmpeg, and those that do the same here.
  private static let familiar = [
    "-ac": "--channels", "-ar": "--sample-rate", "-r": "--frame-rate", "-s": "--size", "-ss": "--from", "-to": "--to",
    "-c:v": "--video", "-vcodec": "--video", "-vn": "--video none", "-c:a": "--audio", "-acodec": "--audio",
    "-an": "--audio none", "-f": "--format", "-y": "--overwrite",
  ]

  /// Returns the error of a command line that is no call of a command; nil if no such word is to blame, or if help is wanted.
  ///
  /// - Parameter isHelp: True if the parser gives help for it: then no option in front has taken a word as its value.
  static func problem(_ words: [String], isHelp: Bool) -> ValidationError? {
    let words = Array(words.prefix { $0 != "--" })
    guard help.isDisjoint(with: words) else { return nil }
    let found = zip(words, [""] + words).first { word, previous in
      (isGroup(word) || familiar[word] != nil) && (isHelp || !previous.hasPrefix("-") || previous.contains("="))
    }
    guard let word = found?.0 else { return nil }
    let problem = "Unknown option '\(word)'."
    if let option = familiar[word], has(option, Reel.command(named: words)) {
      return ValidationError("\(problem) Did you mean '\(option)'?")
    }
    return ValidationError("\(problem) Write ./\(word), or put -- before it.")
  }

  /// True for words with several letters behind one dash, but for `-o=FILE`.
  private static func isGroup(_ word: String) -> Bool {
    let letters = word.dropFirst()
    return word.hasPrefix("-") && letters.first != "-" && letters.count > 1 && letters.dropFirst().first != "="
  }

  private static func has(_ option: String, _ command: any ParsableCommand.Type) -> Bool {
    let name = option.prefix { $0 != " " }
    return Reel.helpMessage(for: command).contains("  \(name) ")
  }
}
