import Foundation
import Testing

@Suite struct FormatCommandTests {
  private static let ugly = "nodes: {a: {in: b, use: \"null\"}, b: {use: test.video}} # two\nformat: 1\n"
  private static let pretty = """
    format: 1

    nodes:  # two
      a: { use: "null", in: b }
      b: { use: test.video }

    """

  @Test func files_areRewrittenInPlace_once() async throws {
    let fixture = try CommandFixture(["a.yaml": Self.ugly, "b.yaml": Self.pretty])
    let outcome = try await fixture.run("format", "a.yaml", "b.yaml")
    #expect(outcome.error == "")
    #expect(outcome.output == "a.yaml: formatted\n")
    #expect(fixture.contents == ["a.yaml": Data(Self.pretty.utf8), "b.yaml": Data(Self.pretty.utf8)])
    let again = try await fixture.run("format", "a.yaml", "b.yaml")
    #expect(again.code == 0 && again.output == "")
  }

  @Test func check_writesNothing_andNamesTheFiles() async throws {
    let fixture = try CommandFixture(["a.yaml": Self.ugly, "b.yaml": Self.pretty])
    let outcome = try await fixture.run("format", "--check", "b.yaml", "a.yaml")
    #expect(outcome.code == 65)
    #expect(
      outcome.error == "error: 'a.yaml' is not in canonical form\n   = help: 'reel format a.yaml' rewrites it\n")
    #expect(try fixture.data(of: "a.yaml") == Data(Self.ugly.utf8))
    #expect(try await fixture.run("format", "--check", "b.yaml").code == 0)
  }

  @Test func check_countsTheFiles() async throws {
    let fixture = try CommandFixture(["a.yaml": Self.ugly, "b.yaml": Self.pretty, "c.yaml": Self.ugly])
    let outcome = try await fixture.run("format", "--check", "a.yaml", "b.yaml", "c.yaml", "none.yaml")
    #expect(outcome.code == 65)
    #expect(
      outcome.error == """
        error: 'a.yaml' is not in canonical form
           = help: 'reel format a.yaml' rewrites it

        error: 'c.yaml' is not in canonical form
           = help: 'reel format c.yaml' rewrites it

        error: cannot read 'none.yaml'
           = cause: No such file or directory

        3 errors in 3 files

        """)
  }

  @Test func everyPipelineOfTheProject_isInCanonicalForm() async throws {
    let outcome = try await CommandFixture().run(["format", "--check"] + CommandFixture.pipelines(withPlugins: true))
    #expect(outcome.error == "")
    #expect(outcome.code == 0)
  }

  @Test func standardInput_goesToStandardOutput() async throws {
    let fixture = try CommandFixture(["a.yaml": Self.ugly])
    let outcome = try await fixture.bash("$reel format - < a.yaml")
    #expect(outcome.output == Self.pretty)
    #expect(try await fixture.bash("$reel format --check - < a.yaml").code == 65)
    #expect(fixture.names == ["a.yaml"])
  }

  @Test func output_isAnotherFile_thatIsNotReplacedUnasked() async throws {
    let fixture = try CommandFixture(["a.yaml": Self.ugly, "b.yaml": "b"])
    #expect(try await fixture.run("format", "a.yaml", "-o", "b.yaml").code == 73)
    #expect(try fixture.data(of: "b.yaml") == Data("b".utf8))
    #expect(try await fixture.run("format", "a.yaml", "-o", "c.yaml").code == 0)
    #expect(try fixture.data(of: "c.yaml") == Data(Self.pretty.utf8))
    #expect(try fixture.data(of: "a.yaml") == Data(Self.ugly.utf8))
    #expect(try await fixture.run("format", "a.yaml", "b.yaml", "-o", "c.yaml").code == 64)
  }

  @Test func byteOrderMark_isNoPartOfTheText() async throws {
    let fixture = try CommandFixture([
      "a.yaml": "\u{feff}" + Self.pretty, "bad.yaml": "\u{feff}fomat: 1\n", "ugly.yaml": "\u{feff}" + Self.ugly,
    ])
    #expect(try await fixture.run("check", "a.yaml").code == 0)
    let bad = try await fixture.run("check", "bad.yaml")
    #expect(bad.code == 65 && bad.error.contains(" --> bad.yaml:1:1\n"), "\(bad.error)")
    #expect(try await fixture.run("format", "--check", "a.yaml").code == 0)
    #expect(try await fixture.run("format", "ugly.yaml").code == 0)
    #expect(try fixture.data(of: "ugly.yaml") == Data(Self.pretty.utf8))
  }

  @Test func linksAndPermissions_stay() async throws {
    let fixture = try CommandFixture(["real.yaml": Self.ugly])
    let outcome = try await fixture.bash(
      "chmod 640 real.yaml; ln -s real.yaml link.yaml; $reel format link.yaml; stat -c %a real.yaml; readlink link.yaml"
    )
    #expect(outcome.output == "link.yaml: formatted\n640\nreal.yaml\n")
    #expect(try fixture.data(of: "real.yaml") == Data(Self.pretty.utf8))
  }

  @Test func whatIsNoDescription_isLeftAlone_andTheOthersAreDone() async throws {
    let fixture = try CommandFixture(["bad.yaml": "format: 1\nnods: {}\n", "a.yaml": Self.ugly])
    let outcome = try await fixture.run("format", "bad.yaml", "a.yaml", "none.yaml")
    #expect(outcome.code == 65)
    #expect(outcome.error.contains("--> bad.yaml:2:1") && outcome.error.contains("cannot read 'none.yaml'"))
    #expect(try fixture.data(of: "bad.yaml") == Data("format: 1\nnods: {}\n".utf8))
    #expect(try fixture.data(of: "a.yaml") == Data(Self.pretty.utf8))
  }
}
