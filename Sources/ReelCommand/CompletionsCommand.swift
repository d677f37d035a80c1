import ArgumentParser

/// `reel completions`.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Prints a script with which a shell completes reel's command line.",
    discussion: """
      Subcommands, options, description files and the names of node types are completed:

        reel completions bash > ~/.local/share/bash-completion/completions/reel
        reel completions zsh > ~/.zfunc/_reel
        reel completions fish > ~/.config/fish/completions/reel.fish

      Exit codes: 0 done; 64 the shell is not known.
      """)

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    var script: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @ArgumentParser.Argument(help: "The shell: bash, zsh or fish.")
  var shell: Shell

  func run() { Terminal.output.write(Reel.completionScript(for: shell.script)) }
}
