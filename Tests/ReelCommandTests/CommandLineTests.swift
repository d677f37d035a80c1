import Testing

@Suite struct CommandLineTests {
  private static let commands = [
    "run", "check", "explain", "graph", "nodes", "templates", "schema", "format", "probe", "samples", "boxes",
    "doctor", "new", "completions",
  ]

  @Test(arguments: commands)
  func help_hasAnExampleAndTheExitCodes(command: String) async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.run("help", command)
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    #expect(outcome.output.hasPrefix("OVERVIEW: "))
    #expect(outcome.output.contains("\n  reel \(command) "))
    #expect(outcome.output.contains("\nExit codes: 0 "))
    #expect(outcome.output.contains("\nUSAGE: reel \(command) "))
    #expect(try await fixture.run(command, "--help").output == outcome.output)
  }

  @Test func help_listsTheSubcommands() async throws {
    let outcome = try await CommandFixture().run("--help")
    #expect(outcome.code == 0)
    for command in Self.commands { #expect(outcome.output.contains("\n  \(command) ")) }
    // Without a subcommand, the help text is printed.
    let bare = try await CommandFixture().run()
    #expect(bare.code == 0)
    #expect(bare.output == outcome.output)
  }

  @Test func version_isOneLine() async throws {
    let outcome = try await CommandFixture().run("--version")
    #expect(outcome.code == 0)
    #expect(outcome.output.wholeMatch(of: /reel \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(
    arguments: [
      ["runn", "x.yaml"], ["run"], ["check"], ["run", "x.yaml", "--set", "novalue"], ["run", "x.yaml", "--set", "=1"],
      ["run", "x.yaml", "--progress", "loud"], ["run", "x.yaml", "--stall-timeout", "30x"],
      ["run", "x.yaml", "--stall-timeout", "5f"], ["run", "x.yaml", "--stall-timeout", "-1s"],
      ["check", "--format", "xml", "x.yaml"], ["explain", "x.yaml", "--set", "a"],
      ["graph", "x.yaml", "--format", "gif"], ["templates", "--yaml"], ["templates", "export.preset", "--set", "a=1"],
      ["templates", "export.prset"], ["templates", "mux.mp4"], ["completions", "tcsh"], ["new", "plugin"],
      ["format"], ["format", "--check", "-o", "b.yaml", "a.yaml"], ["doctor", "x"],
    ])
  func wrongUsage_exitsWith64(arguments: [String]) async throws {
    let outcome = try await CommandFixture().run(arguments)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(!outcome.error.isEmpty)
  }

  @Test func unknownCommand_isCorrected() async throws {
    let outcome = try await CommandFixture().run("runn", "x.yaml")
    #expect(
      outcome.error
        == "error: unknown command 'runn'\n   = help: did you mean 'run'? 'reel --help' lists the commands\n")
  }

  @Test(arguments: ["play", "record", "devices"]) func reservedCommand_saysThatItIsNotThere(command: String)
    async throws
  {
    let outcome = try await CommandFixture().run(command, "movie.mp4")
    #expect(outcome.code == 64)
    #expect(
      outcome.error.hasPrefix(
        "error: this version of reel has no command '\(command)'\n   = note: the word is reserved"))
    #expect(try await !CommandFixture().run("--help").output.contains("\n  \(command) "))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completions_areAScript_thatNamesEveryCommand(shell: String)
    async throws
  {
    let fixture = try CommandFixture()
    let outcome = try await fixture.run("completions", shell)
    #expect(outcome.code == 0)
    for command in Self.commands { #expect(outcome.output.contains(command)) }
    try fixture.write(outcome.output, to: "script")
    if shell == "bash" { #expect(try await fixture.bash("bash -n script").error == "") }
  }

  @Test func completions_inBash_giveNodesTemplatesAndFiles() async throws {
    let fixture = try CommandFixture(["graph.yaml": "", "other.txt": ""])
    func words(_ line: [String]) async throws -> [Substring] {
      let words = line.map { "'\($0)'" }.joined(separator: " ")
      let script = """
        eval "$($reel completions bash)"; PATH=$(dirname $reel):$PATH
        COMP_WORDS=(\(words)); COMP_CWORD=\(line.count - 1); COMP_LINE="\(line.joined(separator: " "))"
        COMP_POINT=${#COMP_LINE}; _reel reel '\(line[line.count - 1])' '\(line[line.count - 2])' 2>/dev/null
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      return try await fixture.bash(script).output.split(separator: "\n")
    }
    #expect(try await words(["reel", "nodes", "video.enc"]).contains("video.encode.h264"))
    #expect(try await words(["reel", "templates", "export"]) == ["export.preset"])
    #expect(try await words(["reel", "expl"]) == ["explain"])
    #expect(try await words(["reel", "check", "gr"]) == ["graph.yaml"])
  }

  @Test func fileWithoutNodes_canBeChecked_butNotRun() async throws {
    let fixture = try CommandFixture(["parts.yaml": "format: 1\nparameters: { a: { type: int, default: 1 } }\n"])
    #expect(try await fixture.run("check", "parts.yaml").code == 0)
    let outcome = try await fixture.run("run", "parts.yaml")
    #expect(outcome.code == 64)
    #expect(
      outcome.error == """
        error: there is nothing to run
           = note: the graph has no nodes
           = help: files without nodes are there to be included

        """)
  }

  @Test func stallTimeoutThatCannotBeCounted_isForEver() async throws {
    let fixture = try await CommandFixture.withMovie(["copy.yaml": BadFileTests.copy])
    let outcome = try await fixture.run(
      "run", "copy.yaml", "--progress", "none", "--stall-timeout", "999999999999999999s")
    #expect(outcome.error == "")
    #expect(outcome.code == 0)
  }

  @Test func readerThatGoesAway_isNoError() async throws {
    let outcome = try await CommandFixture().bash("$reel nodes | true; echo ${PIPESTATUS[0]}")
    #expect(outcome.output == "0\n")
    #expect(outcome.error == "")
  }

  @Test func launcherWithoutItsLibrary_saysHowToBuildIt() async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.bash("cp $reel ./reel && ./reel --version")
    #expect(outcome.code == 69)
    #expect(
      outcome.error == """
        error: reel cannot load its library
           = cause: libReel.so: cannot open shared object file: No such file or directory
           = help: 'make build' or 'swift build' makes libReel.so, which stays beside reel

        """)
  }
}
