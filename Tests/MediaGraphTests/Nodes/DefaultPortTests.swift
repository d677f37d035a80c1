import MediaGraph
import Testing

/// Links that name no port.
@Suite struct DefaultPortTests {
  @Test func onlyRequiredInput_isTheDefault() throws {
    let text = """
      format: 1
      nodes:
        v: { use: test.video }
        t: { use: video.text, in: v, with: { text: Hello } }
        n: { use: null, in: t }
      """
    #expect(problems(text) == "")
    let checked = GraphChecker(registry: Registry()).check(loader([:]).load(text: text, path: "test.yaml").graph)
    #expect(checked.graph.nodes[1].inputs.map(\.port) == ["in"])
    let printed = try checked.graph.yaml(registry: Registry())
    #expect(printed.contains("t: { use: video.text, in: v, with: { text: Hello } }"), "\(printed)")
  }

  @Test func outputNamedOut_isTheDefault() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          t: { use: test.audio }
          l: { use: audio.level, in: t }
          n: { use: null, in: l }
        """) == "")
  }

  @Test func severalLinksWithoutNames_areAskedFor() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          s: { use: text.read, with: { url: a.srt } }
          t: { use: video.text, in: [v, s] }
          n: { use: null, in: t }
        """)
          == """
          error: 't' has several inputs
           --> test.yaml:5:30
            |
          5 |   t: { use: video.text, in: [v, s] }
            |                              ^ goes to which one?
            |
            = help: write in: { in: …, subtitles: … }

          error: 't' has several inputs
           --> test.yaml:5:33
            |
          5 |   t: { use: video.text, in: [v, s] }
            |                                 ^ goes to which one?
            |
            = help: write in: { in: …, subtitles: … }

          2 errors in 1 file
          """)
  }
}
