/// The manual page of a command in the macros of man(7): a section for each subcommand.
struct ManualPage {
  let command: ToolDescription.Command
  let version: String

  var text: String {
    let name = command.commandName
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(version)\" \"User Commands\"", ".SH NAME",
      Self.escaped("\(name) - \(command.abstract ?? "")"), ".SH SYNOPSIS",
    ]
    lines += synopsis(of: command.listed, after: [name])
    lines += [".SH DESCRIPTION"] + Self.blocks(command.discussion ?? "")
    lines += [".SH COMMANDS"] + sections(of: command.listed, after: [name])
    lines += [".SH ENVIRONMENT"]
    for (variable, meaning) in Self.environment { lines += [".TP", ".B \(variable)", Self.escaped(meaning)] }
    lines += [".SH SEE ALSO", ".BR ffmpeg (1),", ".BR gst\\-launch\\-1.0 (1)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let environment = [
    ("REEL_PLUGIN_PATH", "The folders with plugins, separated by colons; those of --plugin-path come before them."),
    ("TMPDIR", "The folder for data that do not fit into memory, in files without a name; /tmp without it."),
  ]

  private func synopsis(of commands: [ToolDescription.Command], after path: [String]) -> [String] {
    commands.flatMap { command -> [String] in
      let path = path + [command.commandName]
      guard command.listed.isEmpty else { return synopsis(of: command.listed, after: path) }
      let arguments = (command.arguments ?? []).filter { $0.shouldDisplay && !$0.isGeneral }
      let positional = arguments.filter { $0.kind == .positional }.map(\.usage)
      let required = arguments.filter { $0.kind == .option && !$0.isOptional }.map(\.usage)
      let options = arguments.contains { $0.kind != .positional && $0.isOptional } ? ["[options]"] : []
      let words = (positional + required + options).map(Self.escaped).joined(separator: " ")
      return ["\\fB\(Self.escaped(path.joined(separator: " ")))\\fR \(words)", ".br"]
    }
  }

  private func sections(of commands: [ToolDescription.Command], after path: [String]) -> [String] {
    commands.flatMap { command -> [String] in
      let path = path + [command.commandName]
      var lines = [".SS \"\(Self.escaped(path.joined(separator: " ")))\"", Self.escaped(command.abstract ?? "")]
      let discussion = Self.blocks(command.discussion ?? "")
      if !discussion.isEmpty { lines += [".PP"] + discussion }
      for argument in command.arguments ?? [] where argument.shouldDisplay && !argument.isGeneral {
        lines += [".TP", ".B \(Self.escaped(argument.heading))", Self.escaped(argument.explanation)]
      }
      return lines + sections(of: command.listed, after: path)
    }
  }

  /// The paragraphs of a text, whose indented lines are examples.
  private static func blocks(_ text: String) -> [String] {
    var lines: [String] = []
    var isExample = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        if !isExample { lines.append(".PP") }
      } else if line.hasPrefix("  ") {
        if !isExample { lines += [".RS 4", ".nf"] }
        isExample = true
        lines.append(escaped(String(line.dropFirst(2))))
      } else {
        if isExample { lines += [".fi", ".RE", ".PP"] }
        isExample = false
        lines.append(escaped(String(line)))
      }
    }
    if isExample { lines += [".fi", ".RE"] }
    // Two breaks in a row are one.
    return lines.enumerated().filter { $0.element != ".PP" || $0.offset > 0 && lines[$0.offset - 1] != ".PP" }
      .map(\.element)
  }

  /// Text that troff takes as it is: no escapes, no macros, hyphens that can be copied.
  private static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\n", with: " ")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}

extension ToolDescription.Argument {
  private var value: String { "<\(valueName ?? "value")>" }

  /// The argument in a synopsis.
  fileprivate var usage: String {
    let name = names?.first { $0.kind == .long } ?? names?.first
    let word = kind == .positional ? value : "\(name?.text ?? "") \(value)"
    let repeated = isRepeating ? word + "..." : word
    return isOptional ? "[\(repeated)]" : repeated
  }

  /// The argument's names, above its explanation.
  fileprivate var heading: String {
    let all = (names ?? []).map(\.text).joined(separator: ", ")
    switch kind {
    case .positional: return value
    case .option: return "\(all) \(value)"
    case .flag: return all
    }
  }

  fileprivate var explanation: String {
    var text = [abstract, discussion].compactMap { $0 }.joined(separator: " ")
    if let allValues, !allValues.isEmpty { text += " (values: \(allValues.joined(separator: ", ")))" }
    if let defaultValue { text += " (default: \(defaultValue))" }
    return text
  }
}
