import Foundation
import TestSupport
import Testing

/// `make install`, and the command that it leaves.
@Suite struct InstallTests {
  private func make(
    _ target: String, _ variables: String..., in fixture: CommandFixture
  ) async throws -> Child.Outcome {
    try await Child(
      ["make", "--no-print-directory", "-C", CommandFixture.package, target, "CONFIGURATION=debug"] + variables,
      in: fixture.path
    ).outcome
  }

  @Test func installedCommand_runsFromAnyFolder_andGoesWithoutATrace() async throws {
    let fixture = try CommandFixture()
    let prefix = "\(fixture.path)/tree"
    let installed = try await make("install", "PREFIX=\(prefix)", in: fixture)
    #expect(installed.code == 0, "\(installed.error)")
    #expect(
      installed.output == """
        Installed reel in \(prefix): bin/reel, lib/reel, share/reel/Pipelines, completions, man page
        \(prefix)/bin is not in PATH

        """)
    try FileManager.default.createDirectory(atPath: "\(fixture.path)/elsewhere", withIntermediateDirectories: true)
    let run = try await Child(
      [
        "\(prefix)/bin/reel", "run", "\(prefix)/share/reel/Pipelines/test-clip.yaml", "--set", "duration=200ms",
        "--set", "size=64x48", "--set", "output=clip.mp4", "--progress", "none",
      ], in: "\(fixture.path)/elsewhere"
    ).outcome
    #expect(run.code == 0, "\(run.error)")
    #expect(try await OutputInspector(fixture: fixture).streams(of: "elsewhere/clip.mp4") == ["h264 6", "aac 10"])

    for name in [
      "bash-completion/completions/reel", "zsh/site-functions/_reel", "fish/vendor_completions.d/reel.fish",
      "man/man1/reel.1",
    ] {
      #expect(try fixture.data(of: "tree/share/\(name)").count > 1000, "\(name)")
    }
    // Machines without the toolchain find Swift's libraries beside the command.
    #expect(fixture.names.contains("tree/lib/reel/libswiftCore.so"))

    let removed = try await make("uninstall", "PREFIX=\(prefix)", in: fixture)
    #expect(removed.code == 0 && removed.output == "Removed reel from \(prefix)\n")
    #expect(!FileManager.default.fileExists(atPath: prefix))
  }

  @Test func foldersThatWereThere_stay() async throws {
    let fixture = try CommandFixture()
    let prefix = "\(fixture.path)/tree"
    try FileManager.default.createDirectory(atPath: "\(prefix)/share/man", withIntermediateDirectories: true)
    // Twice: the second installation finds the folders of the first.
    for _ in 1...2 { #expect(try await make("install", "PREFIX=\(prefix)", in: fixture).code == 0) }
    try fixture.write("#!/bin/sh", to: "tree/bin/other")
    #expect(try await make("uninstall", "PREFIX=\(prefix)", in: fixture).code == 0)
    let left = try FileManager.default.subpathsOfDirectory(atPath: prefix).sorted()
    #expect(left == ["bin", "bin/other", "share", "share/man"])
  }

  @Test func destination_isPutBeforeThePrefix_andNothingPointsIntoIt() async throws {
    let fixture = try CommandFixture()
    let installed = try await make("install", "PREFIX=/usr", "DESTDIR=\(fixture.path)/package", in: fixture)
    #expect(installed.code == 0, "\(installed.error)")
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: "\(fixture.path)/package/usr/bin/reel")
    #expect(link == "../lib/reel/reel")
    let version = try await Child(["\(fixture.path)/package/usr/bin/reel", "--version"], in: fixture.path).outcome
    #expect(version.output.hasPrefix("reel "))
  }

  @Test func relativePrefix_isRefused() async throws {
    let fixture = try CommandFixture()
    let installed = try await make("install", "PREFIX=here", in: fixture)
    #expect(installed.code == 2)
    #expect(
      installed.error.hasPrefix(
        """
        error: PREFIX is 'here', not an absolute path
           = help: write PREFIX=\(CommandFixture.package)/here

        """))
  }

  @Test func withoutABuild_makeBuildIsNamed() async throws {
    let fixture = try CommandFixture()
    let installed = try await make("install", "CONFIGURATION=none", "PREFIX=\(fixture.path)/tree", in: fixture)
    #expect(installed.code == 2)
    #expect(installed.error.hasPrefix("error: there is no .build/none/reel\n   = help: run make build first\n"))
  }

  @Test func swiftThatIsMissingOrTooOld_isSaid() async throws {
    let fixture = try CommandFixture()
    // Written by another process: a child that this one makes meanwhile would hold the program open, which cannot run
    // then.
    let made = try await fixture.bash(
      """
      mkdir old
      printf '#!/bin/sh\\necho "Swift version 5.10.1 (swift-5.10.1-RELEASE)"\\n' > old/swift
      chmod +x old/swift
      """)
    #expect(made.code == 0, "\(made.error)")
    let script = "\(CommandFixture.package)/.ci/swift"
    let help = """
         = help: install Swift 6.1 or later from https://www.swift.org/install/linux/debian/12/, and put its usr/bin \
      into PATH

      """
    let tools = "mkdir bin; for tool in bash dirname sed head sort; do ln -s $(command -v $tool) bin/; done; "
    let missing = try await fixture.bash("\(tools) PATH=$PWD/bin \(script)")
    #expect(missing.code == 1 && missing.error == "error: Swift is not installed, or not in PATH\n" + help)
    let old = try await fixture.bash("PATH=$PWD/old:$PATH \(script)")
    #expect(
      old.code == 1
        && old.error == "error: Swift 5.10.1 is too old: Reel needs 6.1\n   = note: \(fixture.path)/old/swift\n" + help)
    #expect(try await fixture.bash(script).code == 0)
  }
}
