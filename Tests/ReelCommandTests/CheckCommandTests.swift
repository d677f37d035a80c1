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

  private static let endless = """
    format: 1
    parameters:
      output: { type: url, required: true }
    nodes:
      picture: { use: test.video }
      sound: { use: capture.audio }
      h264: { use: video.encode.h264, in: picture }
      aac: { use: audio.encode.aac, in: sound }
      mp4: { use: mux.mp4, in: [h264, aac] }
      file: { use: file.write, in: mp4, with: { url: $output } }
    """

  @Test func fileWithoutAnEnd_isWarnedOf_andNoError() async throws {
    let bad = "format: 1\nnodes:\n  end: { use: nul }\n"
    let fixture = try CommandFixture(["endless.yaml": Self.endless, "bad.yaml": bad])
    let outcome = try await fixture.run("check", "endless.yaml")
    #expect(outcome.code == 0 && outcome.output == "endless.yaml: ok\n")
    #expect(
      outcome.error == """
        warning: 'picture' (test.video) never ends: 'file' is written until the run is stopped
         --> endless.yaml:5:19
          |
        5 |   picture: { use: test.video }
          |                   ^^^^^^^^^^ has no duration
          |
          = help: give it a duration, or end the graph with stop: { after: 1m }

        warning: 'sound' (capture.audio) never ends: 'file' is written until the run is stopped
         --> endless.yaml:6:17
          |
        6 |   sound: { use: capture.audio }
          |                 ^^^^^^^^^^^^^ has no end of its own
          |
          = help: end the graph with stop: { after: 1m }

        2 warnings in 1 file

        """)
    let json = try await fixture.run("check", "endless.yaml", "--format", "json")
    #expect(json.code == 0 && json.output.split(separator: "\n").count { $0.contains(#""severity" : "warning""#) } == 2)
    let both = try await fixture.run("check", "endless.yaml", "bad.yaml")
    #expect(both.code == 65 && both.output == "endless.yaml: ok\n")
    #expect(both.error.hasSuffix("\n\n1 error and 2 warnings in 2 files\n"), "\(both.error)")
  }

  /// Nodes that end in `p`, and those that are warned of.
  private static let endings: [(nodes: [String], expected: [String])] = {
    let movie = "m: { use: asset.read, with: { url: m.mp4 } }"
    let still = "s: { use: image.read, with: { url: s.png } }"
    let test = "s: { use: test.video }"
    return [
      // What ends, or is not written.
      (["p: { use: test.video, with: { duration: 10s } }"], []),
      ([test, "n: { use: 'null', in: s }", movie, "p: { use: video.scale, in: m.video, with: { width: 64 } }"], []),
      // Stills last as long as what is beside them, other inputs as the composite says.
      ([movie, still, "p: { use: video.composite, in: [m.video, s] }"], []),
      ([movie, test, "p: { use: video.composite, in: [m.video, s], with: { ends_with: shortest } }"], []),
      ([movie, test, "p: { use: video.composite, in: [m.video, s], with: { ends_with: first } }"], []),
      ([movie, test, "p: { use: video.composite, in: [s, m.video], with: { ends_with: first } }"], ["s"]),
      ([movie, test, "p: { use: video.composite, in: [m.video, s] }"], ["s"]),
      ([still, "p: { use: video.scale, in: s, with: { width: 64 } }"], ["s"]),
      (["p: { use: gst, with: { element: videotestsrc, to: video/raw } }"], ["p"]),
      (["p: { use: gst, with: { element: videotestsrc, properties: { num-buffers: 9 }, to: video/raw } }"], []),
    ]
  }()

  @Test(arguments: endings.indices) func warnings_areForFilesWithoutAnEnd(number: Int) async throws {
    let (nodes, expected) = Self.endings[number]
    let fixture = try CommandFixture()
    for rule in ["", "stop: { after: 10s }\n"] {
      try fixture.write(
        """
        format: 1
        \(rule)nodes:
          \(nodes.joined(separator: "\n  "))
          h264: { use: video.encode.h264, in: p }
          mp4: { use: mux.mp4, in: h264 }
          file: { use: file.write, in: mp4, with: { url: out.mp4 } }
        """, to: "graph.yaml")
      let outcome = try await fixture.run("check", "graph.yaml")
      #expect(outcome.code == 0 && outcome.output == "graph.yaml: ok\n", "\(outcome.error)")
      let named = outcome.error.matches(of: #/warning: '(\w+)' /#).map { String($0.1) }
      #expect(named == (rule.isEmpty ? expected : []), "\(outcome.error)")
    }
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

  @Test func valuesOfParameters_areCheckedToo() async throws {
    let fixture = try CommandFixture([
      "graph.yaml": """
      format: 1
      parameters:
        start: { type: time, default: 0s }
        input: { type: url, required: true }
      nodes:
        edit: { use: timeline, with: { items: [{ clip: $input, from: $start, to: 2s }] } }
        end: { use: "null", in: edit.audio }
      """
    ])
    for (values, code, words) in [
      (["start=1s"], 0, ""), (["start=1s", "input=a.wav"], 0, ""), (["start=3s"], 65, "to must be after 3s"),
      (["start=tall"], 64, "start must be"), (["end=1s"], 64, "the graph has no parameter 'end'"),
    ] as [([String], Int32, String)] {
      let outcome = try await fixture.run(["check", "graph.yaml"] + values.flatMap { ["--set", $0] })
      #expect(outcome.code == code, "\(values) \(outcome.error)")
      #expect(words.isEmpty ? outcome.error.isEmpty : outcome.error.contains(words), "\(values) \(outcome.error)")
    }
  }
}
