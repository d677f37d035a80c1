import ArgumentParser
import Foundation

/// `reel manual`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Prints reel's manual page, of all subcommands.",
    discussion: """
      In the macros that 'man' reads; 'make install' puts it where 'man reel' finds it:

        reel manual > reel.1 && man ./reel.1

      Exit codes: 0 done.
      """)

  func run() throws {
    let tool = try JSONDecoder().decode(ToolDescription.self, from: Data(Reel._dumpHelp().utf8))
    Terminal.output.write(ManualPage(command: tool.command, version: Reel.configuration.version).text)
  }
}
