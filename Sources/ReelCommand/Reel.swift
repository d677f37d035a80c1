import ArgumentParser

/// The command `reel`.
struct Reel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reel",
    abstract: "Runs media graphs: typed nodes that read, process, encode and write movies.",
    discussion: """
      A graph is described in a YAML file; Pipelines/ has some to start from:

        reel run Pipelines/transcode.yaml \\
          --set input=movie.mkv --set output=movie.mp4

      Exit codes: 0 done; 64 wrong usage; 65 wrong description; 66 an input is missing or cannot be read; \
      69 an element or plugin is not available; 70 failed while running; 73 an output exists or cannot be made; \
      130 interrupted.
      """,
    version: "reel 0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Graphs", subcommands: [RunCommand.self, CheckCommand.self, ExplainCommand.self, GraphCommand.self]),
      CommandGroup(
        name: "Descriptions",
        subcommands: [NodesCommand.self, TemplatesCommand.self, SchemaCommand.self, FormatCommand.self]),
      CommandGroup(
        name: "Files",
        subcommands: [
          ProbeCommand.self, SamplesCommand.self, BoxesCommand.self, ExportCommand.self, PresetsCommand.self,
          TranscodeCommand.self, RemuxCommand.self, HLSCommand.self, TagsCommand.self,
        ]),
      CommandGroup(name: "Editing", subcommands: [CutCommand.self, JoinCommand.self, RenderCommand.self]),
      CommandGroup(
        name: "Pictures", subcommands: [ImageCommand.self, SheetCommand.self, WaveformCommand.self]),
      CommandGroup(
        name: "Set-up",
        subcommands: [
          DoctorCommand.self, NewCommand.self, PluginsCommand.self, CompletionsCommand.self, ManualCommand.self,
        ]),
    ])
}

extension Reel {
  /// Parses the words of a command line.
  ///
  /// The arguments of a subcommand are parsed by themselves: the parser takes longer to look at all commands than most of
  /// them run. What is no valid call of one is parsed as a whole, which gives the help and the errors of all, but for words that
  /// the parser misreads.
  static func parse(_ words: [String]) throws -> any ParsableCommand {
    let subcommand = configuration.subcommands.first { $0.configuration.commandName == words.first }
    if let subcommand, subcommand.configuration.subcommands.isEmpty,
      let command = try? subcommand.parse(Array(words.dropFirst()))
    {
      return command
    }
    if let problem = DashedName.problem(words, isHelp: false) { throw problem }
    let command = try parseAsRoot(words)
    let isHelp = type(of: command).configuration.commandName == "help" && words.first != "help"
    if isHelp, let problem = DashedName.problem(words, isHelp: true) { throw problem }
    return command
  }
}
