import TestSupport
import Testing

@Suite struct ManualCommandTests {
  @Test func page_hasEveryCommandAndOption_andNoMistakeOfFormat() async throws {
    let fixture = try CommandFixture()
    let page = try await fixture.bash("\"$reel\" manual > reel.1 && man --warnings -E UTF-8 -l reel.1")
    #expect(page.code == 0)
    #expect(page.error == "")
    // man justifies lines.
    let text = page.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("NAME reel - Runs media graphs: typed nodes that read, process, encode and write movies."))
    #expect(text.contains("reel cut <in> --output <file> [options]"))
    #expect(text.contains("reel graph Draws the graph of a description file."))
    #expect(text.contains("reel graph Pipelines/web.yaml --expand -o web.svg"))
    #expect(text.contains("--stall-timeout <time> The time without progress after which the run fails"))
    #expect(text.contains("reel new plugin"))
    #expect(text.contains("REEL_PLUGIN_PATH"))
    let names = try await fixture.bash("\"$reel\" --help | sed -n 's/^  \\([a-z]*\\)  .*/\\1/p'").output
    let commands = names.split(separator: "\n")
    #expect(commands.count > 25)
    for command in commands { #expect(text.contains(" reel \(command) "), "\(command)") }
  }

  /// Help is 80 columns wide: a longer example would go on in the next line, which a shell takes for another command.
  @Test func examples_fitIntoALineOfHelp() async throws {
    let fixture = try CommandFixture()
    let names = try await fixture.bash("\"$reel\" --help | sed -n 's/^  \\([a-z]*\\)  .*/\\1/p'").output
    for command in names.split(separator: "\n").map(String.init) {
      let lines = try await fixture.run("help", command).output.split(separator: "\n", omittingEmptySubsequences: false)
      for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("  reel ") {
        #expect(next.isEmpty || next.hasPrefix("  "), "\(line)")
      }
    }
  }

  /// Hyphens that can be copied, and lines that troff does not take for macros.
  @Test func page_isPlainText() async throws {
    let outcome = try await CommandFixture().run("manual")
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix(".TH REEL 1 \"\" \"reel "))
    #expect(outcome.output.contains("\n.B \\-\\-set <name=value>\n"))
  }
}
