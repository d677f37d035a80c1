import ArgumentParser
import MediaGraph

/// A wrong command line, reported as all other errors are: the problem, its remedy, and the usage of the very subcommand.
struct UsageReport {
  let problem: Diagnostic
  private let usage: String

  /// - Parameters:
  ///   - error: What the argument parser, or a check of a command's own options, has found.
  ///   - words: The command line.
  init(_ error: any Error, of command: any ParsableCommand.Type, _ words: [String]) {
    let lines = Reel.fullMessage(for: error).split(separator: "\n").map(String.init)
    let isText = { (line: String) in !["Help:", "Usage:"].contains { line.hasPrefix($0) } }
    let (message, rest) = Self.sentences(lines.prefix(while: isText).map { Self.trimmed($0, prefix: "Error: ") })
    // The first line that the parser gives of an argument's help.
    let argument = lines.first { $0.hasPrefix("Help:") }.map { Self.help(Self.trimmed($0, prefix: "Help:")) }
    let isAdvice =
      rest.map { text in ["did you mean", "please provide", "write "].contains { text.hasPrefix($0) } } ?? false
    usage = Reel.usageString(for: command)
    let names = usage.prefix { !"<[-".contains($0) }.split(separator: " ").joined(separator: " ")
    let more = "'\(names) --help' says more"
    problem = Diagnostic(
      Self.negativeTime(message, in: words) ?? message, kind: .usage,
      notes: [isAdvice ? nil : rest, argument].compactMap(\.self),
      help: isAdvice ? rest.map { $0 + ($0.hasSuffix("?") ? " " : "; ") + more } : more)
  }

  var text: String { "\(problem.rendered())\n   = usage: \(usage)" }

  /// Returns the problem of a negative time, which the parser takes for an option, so that it misses the value: `--from -1s`.
  private static func negativeTime(_ message: String, in words: [String]) -> String? {
    guard message.hasPrefix("missing value for ") else { return nil }
    return zip(words, words.dropFirst()).lazy.compactMap { option, value in
      message.contains("'\(option) <time>'") ? OptionValue.negativeTime(value, of: option).map(plain) : nil
    }.first
  }

  /// Returns a message's first sentence and the others, in the style of diagnostics: without capitals and full stops.
  private static func sentences(_ lines: [String]) -> (first: String, rest: String?) {
    var text = lines.first ?? ""
    // The values of a choice come in lines of their own.
    let values = lines.dropFirst().map { trimmed($0.drop { $0 == " " }, prefix: "- ") }
    if !values.isEmpty { text += " " + values.joined(separator: ", ") }
    guard let end = text.firstRange(of: ". ") else { return (plain(text), nil) }
    return (plain(text[..<end.lowerBound]), plain(text[end.upperBound...]))
  }

  /// Returns the argument and its description, which two blanks part: `<file>: the description file`.
  private static func help(_ line: String) -> String {
    guard let gap = line.firstRange(of: "  ") else { return line }
    return "\(line[..<gap.lowerBound]): \(plain(trimmed(line[gap.upperBound...], prefix: "")))"
  }

  private static func plain(_ sentence: some StringProtocol) -> String {
    var text = String(sentence)
    if text.hasSuffix("."), !text.hasSuffix("..") { text.removeLast() }
    // Words such as JPEG stay as they are.
    guard text.dropFirst().first?.isUppercase != true else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func trimmed(_ text: some StringProtocol, prefix: String) -> String {
    let rest = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : String(text)
    return String(rest.drop { $0 == " " })
  }
}

extension Reel {
  /// Returns the subcommand that the first words of a command line name, or the command itself.
  static func command(named words: [String]) -> any ParsableCommand.Type {
    var command: any ParsableCommand.Type = Reel.self
    for word in words {
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        break
      }
      command = next
    }
    return command
  }
}
