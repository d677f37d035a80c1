import Foundation
import Testing

/// Errors of the command line look like all others: the problem, its remedy, and the usage of the very subcommand.
@Suite struct UsageErrorTests {
  private func error(_ arguments: String...) async throws -> String {
    let outcome = try await CommandFixture().run(arguments)
    #expect(outcome.code == 64 && outcome.output == "")
    return outcome.error
  }

  /// The argument parser's own errors.
  @Test func missingArgument() async throws {
    #expect(
      try await error("schema", "x") == """
        error: unexpected argument 'x'
           = help: 'reel schema --help' says more
           = usage: reel schema [--plugin-path <folder> ...] [--output <file>] [--overwrite]

        """)
    #expect(
      try await error("boxes") == """
        error: missing expected argument '<file>'
           = note: <file>: the movie file or its URL; '-' is standard input
           = help: 'reel boxes --help' says more
           = usage: reel boxes <file>

        """)
  }

  @Test func unknownOption_isCorrected() async throws {
    #expect(
      try await error("samples", "x", "--trak", "1") == """
        error: unknown option '--trak'
           = help: did you mean '--track'? 'reel samples --help' says more
           = usage: reel samples <file> [--track <number>] [--json]

        """)
  }

  @Test func wrongChoice_listsTheValues() async throws {
    #expect(
      try await error("completions", "tcsh") == """
        error: the value 'tcsh' is invalid for '<shell>'
           = note: <shell>: the shell: bash, zsh or fish
           = help: please provide one of 'bash', 'zsh' or 'fish'; 'reel completions --help' says more
           = usage: reel completions <shell>

        """)
    let long = try await error("export", "a", "b", "--preset", "huge")
    #expect(long.hasPrefix("error: the value 'huge' is invalid for '--preset <name>'\n"), "\(long)")
    #expect(long.contains("please provide one of the following: low, medium, highest, "), "\(long)")
    #expect(long.contains("\n   = usage: reel export "), "\(long)")
  }

  @Test(arguments: [
    ("0", "must be above zero; write 25 or 30000/1001"), ("soon", "must be exact; write 25 or 30000/1001"),
    ("23.976", "must be exact; write 24000/1001"),
  ])
  func frameRateThatIsNone_isRefusedWithTheReason(rate: String, reason: String) async throws {
    let text = try await error("join", "a.mp4", "b.mp4", "--frame-rate", rate, "-o", "x.mp4")
    #expect(text.hasPrefix("error: --frame-rate \(rate): it \(reason)\n"), "\(text)")
  }

  /// The commands' own checks of their options.
  @Test func checkOfACommand_showsItsUsage() async throws {
    let time = try await error("image", "x.mp4", "--at", "soon", "-o", "x.png")
    #expect(
      time.hasPrefix(
        """
        error: --at soon is no time in seconds: write 90, 1.5s, 500ms, 1m30s, 00:01:30.000 or 1001/30000s
           = help: 'reel image --help' says more
           = usage: reel image <file> [--at <time> ...]
        """), "\(time)")
    let part = try await error("transcode", "a.mp4", "b.mp4", "--part", "1/2")
    #expect(
      part.hasPrefix(
        """
        error: a part is a QuickTime movie: end its name with .mov
           = note: the joined file may be of any kind
           = help: 'reel transcode --help' says more
           = usage: reel transcode
        """), "\(part)")
    let nested = try await error("new", "plugin")
    #expect(nested.contains("\n   = help: 'reel new plugin --help' says more\n   = usage: reel new plugin <name> "))
  }

  @Test(arguments: [["--from", "-1s"], ["--from=-1s"]])
  func negativeTime_isSaidToBeOne(arguments: [String]) async throws {
    let outcome = try await CommandFixture().run(["cut", "a.mp4"] + arguments + ["-o", "b.mp4"])
    #expect(outcome.code == 64)
    #expect(outcome.error.hasPrefix("error: --from -1s is below zero\n"), "\(outcome.error)")
  }

  @Test func optionOfNoCommand() async throws {
    #expect(
      try await error("--fast") == """
        error: unknown option '--fast'
           = help: 'reel --help' says more
           = usage: reel <subcommand>

        """)
  }
}
