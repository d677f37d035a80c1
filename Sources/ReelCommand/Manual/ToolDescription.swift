/// The commands and arguments of a tool, as ArgumentParser prints them for `--experimental-dump-help`.
struct ToolDescription: Decodable {
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool?
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The subcommands that help lists.
    var listed: [Command] { (subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay != false } }
  }

  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      enum Kind: String, Decodable { case long, short, longWithSingleDash }

      let kind: Kind
      let name: String

      var text: String { (kind == .long ? "--" : "-") + name }
    }

    let kind: Kind
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let discussion: String?
    let defaultValue: String?
    let allValues: [String]?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool

    /// True for the options that every command has.
    var isGeneral: Bool { names?.contains { $0.kind == .long && ["help", "version"].contains($0.name) } ?? false }
  }

  let command: Command
}
