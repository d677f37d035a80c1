import Foundation
import Testing

@Suite struct CheckCommandTests {
  @Test func everyPipelineOfTheProject_isRight() async throws {
    let fixture = try CommandFixture()
    let files = try CommandFixture.pipelines()
    for depth in [[], ["--deep"]] {
      let outcome = try await fixture.run(["check"] + files + depth)
      #expect(outcome.error == "")
      #expect(outcome.output == files.map { "\($0): ok\n" }.joined())
      #expect(outcome.code == 0)
    }
  }

  @Test func severalFiles_areCountedTogether_andTheRightOnesAreNamed() async throws {
    let bad = "format: 1\nnodes:\n  end: { use: nul }\n"
    let fixture = try CommandFixture(["good.yaml": SampleMovie.description, "a.yaml": bad, "b.yaml": bad])
    let outcome = try await fixture.run("check", "a.yaml", "good.yaml", "b.yaml")
    #expect(outcome.code == 65)
    #expect(outcome.output == "good.yaml: ok\n")
    #expect(outcome.error.contains("--> a.yaml:3:15") && outcome.error.contains("--> b.yaml:3:15"))
    #expect(outcome.error.hasSuffix("\n\n2 errors in 2 files\n"))
  }

  @Test func json_hasTheSameFields() async throws {
    let fixture = try CommandFixture(["bad.yaml": "format: 1\nnodes:\n  end: { use: nul }\n"])
    let outcome = try await fixture.run("check", "bad.yaml", "--format", "json")
    #expect(outcome.code == 65)
    #expect(outcome.error == "")
    #expect(
      outcome.output == """
        {
          "diagnostics" : [
            {
              "column" : 15,
              "file" : "bad.yaml",
              "help" : "did you mean 'null'? 'reel nodes' lists the types",
              "kind" : "description",
              "length" : 3,
              "line" : 3,
              "message" : "unknown node type 'nul'",
              "severity" : "error"
            }
          ]
        }

        """)
    let good = try await CommandFixture(["good.yaml": SampleMovie.description]).run(
      "check", "good.yaml", "--format", "json")
    #expect(good.code == 0)
    #expect(
      try JSONSerialization.jsonObject(with: Data(good.output.utf8)) as? [String: [String]] == ["diagnostics": []])
  }

  @Test func formatThatAnElementDoesNotTake_isFoundWithoutRunning() async throws {
    let fixture = try CommandFixture([
      "graph.yaml": """
      format: 1
      nodes:
        source: { use: test.video }
        wrong: { use: gst, in: source, with: { element: volume, type: video/raw } }
        end: { use: "null", in: wrong }
      """
    ])
    let outcome = try await fixture.run("check", "graph.yaml")
    #expect(outcome.code == 65)
    #expect(outcome.error.contains("volume does not take video/raw"))
  }

  @Test func gainThatNoElementTakes_isFoundWithoutRunning() async throws {
    let fixture = try CommandFixture([
      "graph.yaml": """
      format: 1
      nodes:
        source: { use: test.audio }
        loud: { use: audio.volume, in: source, with: { gain: 30dB } }
        end: { use: "null", in: loud }
      """
    ])
    let outcome = try await fixture.run("check", "graph.yaml")
    #expect(outcome.code == 65)
    #expect(
      outcome.error.hasPrefix("error: gain must be at most 10 or 20dB\n --> graph.yaml:4:56\n"), "\(outcome.error)")
    try fixture.write(
      String(decoding: fixture.data(of: "graph.yaml"), as: UTF8.self).replacing("30", with: "20"), to: "graph.yaml")
    #expect(try await fixture.run("check", "graph.yaml").code == 0)
  }

  /// GStreamer writes its registry when it starts: without a registry, it has not been started.
  @Test func gstreamer_isStartedOnlyWhenItIsNeeded() async throws {
    let fixture = try CommandFixture([
      "syntax.yaml": "format: 1\nnodes: { a: [\n", "bad.yaml": "format: 1\nnodes:\n  end: { use: nul }\n",
      "good.yaml": SampleMovie.description,
    ])
    let environment = ["GST_REGISTRY": "\(fixture.path)/registry"]
    for arguments in [
      ["--help"], ["help", "run"], ["--version"], ["nodes"], ["nodes", "mux.mp4"], ["check", "--help"],
      ["templates"], ["templates", "export.preset", "--yaml"], ["schema"], ["format", "--check", "good.yaml"],
      ["graph", "good.yaml"], ["explain", "good.yaml", "--yaml"], ["completions", "bash"], ["new", "plugin", "none"],
      ["run", "syntax.yaml"], ["run", "bad.yaml"], ["run", "good.yaml", "--set", "no=1"], ["run", "no.yaml"],
    ] {
      _ = try await fixture.run(arguments, environment: environment)
      #expect(!fixture.names.contains("registry"), "reel \(arguments.joined(separator: " "))")
    }
    #expect(try await fixture.run("check", "good.yaml", environment: environment).code == 0)
    #expect(fixture.names.contains("registry"))
  }
}
